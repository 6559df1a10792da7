import type { DiagnosticCode, FrontmatterValue } from "./frontmatter-types.js";

interface TextRepair {
  readonly code: DiagnosticCode;
  /** What was wrong with the value; said after the key's name. */
  readonly what: string;
  readonly value: FrontmatterValue;
  /** The list's text as written, where the value is a list. */
  readonly written?: string;
}

const BLOCK_HEADER = /^([|>])[-+0-9]*(?:\s+#.*)?$/;
const BLOCK_HEADER_WITH_TEXT = /^([|>])[-+]?[0-9]?[-+]?\s+(\S.*)$/s;

/** Words of several lines as one text, as YAML folds them: blank lines become line feeds. */
function fold(lines: readonly string[], separator: " " | "\n" = " "): string {
  let result = "";
  let blanks = 0;
  for (const line of lines.map((text) => text.trim())) {
    if (line === "") blanks += 1;
    else {
      if (result !== "") result += blanks > 0 ? "\n".repeat(separator === " " ? blanks : blanks + 1) : separator;
      result += line;
      blanks = 0;
    }
  }
  return result;
}

/**
 * Reads a value that YAML refuses as the text it was meant to be: its own characters, with only YAML's marks around
 * them taken away. `rest` stands after the key, `below` on the lines that follow.
 */
export function repairText(rest: string, below: readonly string[]): TextRepair {
  const header = BLOCK_HEADER.exec(rest);
  if (header) {
    const value = fold(below, header[1] === "|" ? "\n" : " ");
    return { code: "bad-indentation", what: "is a block whose lines are not indented alike", value };
  }
  const marked = BLOCK_HEADER_WITH_TEXT.exec(rest);
  if (marked) {
    const value = fold([marked[2] ?? "", ...below], marked[1] === "|" ? "\n" : " ");
    return { code: "stray-token", what: `has text on the line of its "${marked[1]}"`, value };
  }
  const text = fold([rest, ...below]);
  const first = text.charAt(0);
  if (first === '"' || first === "'") return repairQuoted(text, first);
  if (first === "[") return repairBracketed(text);
  if (/^[{}\],&*!%@`?|>-]/.test(first)) {
    return { code: "stray-token", what: `starts with "${first}", which means something else in YAML`, value: text };
  }
  if (/:(?:\s|$)/.test(text)) return { code: "unquoted-colon", what: 'holds ": " and is not quoted', value: text };
  return { code: "stray-token", what: "is not valid YAML as it stands", value: text };
}

function repairQuoted(text: string, quote: '"' | "'"): TextRepair {
  const second = nextQuote(text, quote, 1);
  if (second < 0) {
    return {
      code: "unbalanced-quote",
      what: `opens with ${quote} and does not close it`,
      value: withoutEscapes(text.slice(1), quote),
    };
  }
  if (text.endsWith(`${quote},`) && second === text.length - 2) {
    return { code: "stray-token", what: "ends with a comma", value: withoutEscapes(text.slice(1, second), quote) };
  }
  // `"foo" and more`: the first word is quoted, the value is not. `"say "foo" now"`: the whole is.
  const closesFirst =
    /\S/.test(text.charAt(second - 1)) && /^(?:[\s,.;:!?)]|$)/.test(text.slice(second + 1, second + 2));
  const isWhole = text.length > 1 && text.endsWith(quote) && second !== text.length - 1 && !closesFirst;
  if (isWhole) {
    return {
      code: "inner-quote",
      what: `holds ${quote} inside ${quote}…${quote}`,
      value: withoutEscapes(text.slice(1, -1), quote),
    };
  }
  if (second === text.length - 1) {
    return {
      code: "inner-quote",
      what: "holds a backslash that escapes nothing",
      value: withoutEscapes(text.slice(1, -1), quote),
    };
  }
  if (closesFirst) return { code: "inner-quote", what: "goes on after its closing quote", value: text };
  return {
    code: "unbalanced-quote",
    what: `opens with ${quote} and does not close it`,
    value: withoutEscapes(text.slice(1), quote),
  };
}

function nextQuote(text: string, quote: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (mark === "\\" && (quote === '"' || isEscapedApostrophe(text, at))) at += 1;
    else if (mark === quote) {
      if (quote === "'" && text.charAt(at + 1) === "'") at += 1;
      else return at;
    }
  }
  return -1;
}

/** `'the user\'s form'`: to YAML the quote ends there, and what follows is what made it invalid. */
function isEscapedApostrophe(text: string, at: number): boolean {
  return text.charAt(at + 1) === "'" && text.includes("'", at + 2);
}

/** Only what is certain: an escaped quote, apostrophe or backslash. Any other backslash stays, as in a path or a pattern. */
function withoutEscapes(text: string, quote: '"' | "'"): string {
  return quote === '"' ? text.replace(/\\(["'\\])/g, "$1") : text.replace(/\\'|''/g, "'");
}

function repairBracketed(text: string): TextRepair {
  const inner = /^\[([^[\]]*)(\]?)$/s.exec(text);
  if (!inner) return { code: "stray-token", what: "goes on after a closing bracket", value: text };
  const items = (inner[1] ?? "")
    .split(",")
    .map((item) => item.trim().replace(/^(["'])(.*)\1$/s, "$2"))
    .filter((item) => item !== "");
  const closed = inner[2] === "]";
  return closed
    ? { code: "stray-token", what: "is a list with an item that has to be quoted", value: items, written: text }
    : { code: "unclosed-list", what: "is a list without its closing bracket", value: items, written: text };
}
