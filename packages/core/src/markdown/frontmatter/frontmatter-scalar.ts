/** The YAML 1.2 core schema for a plain scalar, and the escapes of a double-quoted one. */

const NUMBER_LIKE = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const RADIX = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;
const SPECIAL_FLOAT = /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/;

const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
  ...["null", "Null", "NULL", "~"].map((word) => [word, null] as const),
]);

/** What a plain scalar means. `yes`, `on`, `0123` as an octal and dates are YAML 1.1: here they are text or decimals. */
export function plainValue(source: string): string | number | boolean | null {
  const first = source.charCodeAt(0);
  // + - . and the digits, with / in between, which no pattern below accepts.
  if (first <= 57) return first >= 43 ? numberOrText(source) : source;
  // n, t, f in either case, and ~: a look at one letter spares nearly every text the look-up.
  const lower = first | 0x20;
  if (source.length > 5 || (lower !== 110 && lower !== 116 && lower !== 102 && first !== 126)) return source;
  const word = WORDS.get(source);
  return word === undefined ? source : word;
}

function numberOrText(source: string): string | number {
  if (NUMBER_LIKE.test(source)) return Number.parseFloat(source);
  if (RADIX.test(source)) return Number.parseInt(source.slice(2), source.charCodeAt(1) === 120 ? 16 : 8);
  if (!SPECIAL_FLOAT.test(source)) return source;
  if (source.endsWith("n") || source.endsWith("N")) return Number.NaN;
  return source.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["e", "\x1b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["N", "\u0085"],
  ["_", "\u00a0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
]);

const HEX = /^[0-9a-fA-F]+$/;

/** The content of a one-line double-quoted scalar; undefined where an escape is unknown or rare. */
export function unescapeDoubleQuoted(content: string): string | undefined {
  let result = "";
  let from = 0;
  for (;;) {
    const backslash = content.indexOf("\\", from);
    if (backslash < 0) return result + content.slice(from);
    result += content.slice(from, backslash);
    const letter = content.charAt(backslash + 1);
    const width = letter === "x" ? 2 : letter === "u" ? 4 : 0;
    if (width > 0) {
      const digits = content.slice(backslash + 2, backslash + 2 + width);
      if (digits.length < width || !HEX.test(digits)) return undefined;
      result += String.fromCharCode(Number.parseInt(digits, 16));
    } else {
      const escaped = ESCAPES.get(letter);
      if (escaped === undefined) return undefined;
      result += escaped;
    }
    from = backslash + 2 + width;
  }
}
