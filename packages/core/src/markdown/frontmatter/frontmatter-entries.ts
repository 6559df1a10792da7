/** Cuts frontmatter that is not valid YAML into its entries, line by line, so that one bad entry spoils no other. */

export interface Line {
  readonly text: string;
  readonly number: number;
  readonly offset: number;
  /** What was cut off in front of `text`, where the line is part of a nested value. */
  readonly indent: string;
}

export interface RawEntry {
  readonly key: string;
  /** Its line in the file, and where on it the key starts. */
  readonly line: Line;
  /** Whatever stands after the colon on that line, blanks apart. */
  readonly rest: string;
  /** The lines that belong to it, up to the next key. */
  readonly below: readonly Line[];
  /** What was already wrong with the key's own line. */
  readonly fault?: "missing-blank" | "bad-indentation";
}

interface Cut {
  readonly entries: readonly RawEntry[];
  readonly stray: readonly Line[];
}

/** The keys that pd and the Agent Skills format know. Only these are recognised where their line is misshapen. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    [
      "name",
      "title",
      "description",
      "type",
      "domain",
      "tags",
      "aliases",
      "extends",
      "contradicts",
      "license",
      "version",
    ],
    ["compatibility", "metadata", "allowed-tools", "model", "arguments", "argument-hint", "disable-model-invocation"],
    ["user-invocable", "author", "category", "keywords", "tools", "status", "date", "when_to_use", "triggers", "globs"],
  ].flat(),
);

/** `name:` or `"name":` and a blank or nothing. One word: `Use when: …` at the start of a line is prose, nearly always. */
const KEY_LINE = /^("[^"\n]+"|'[^'\n]+'|[\p{L}\p{N}_$<][^\s:'"[\]{},#]*)[ \t]*:(?=[ \t]|$)/u;
const PHRASE_KEY_LINE = /^([\p{L}_][^\n:#'"[\]{}]{0,60}?)[ \t]*:(?=[ \t]|$)/u;
/** What follows may be a blank that is none to YAML, U+00A0 for one. */
const TIGHT_KEY_LINE = /^([a-z][a-z_-]*):(?!\/\/)(?=[^ \t])/;

/** Descriptions of agents hold whole dialogues between these two. */
const EXAMPLE = "<example>";
const EXAMPLE_END = "</example>";

export function looksLikeKey(text: string): boolean {
  return KEY_LINE.test(text);
}

export function linesOf(text: string, from: number, end: number, firstLine: number): Line[] {
  const lines: Line[] = [];
  let at = from;
  while (at < end) {
    const found = text.indexOf("\n", at);
    const feed = found < 0 || found > end ? end : found;
    const stop = feed > at && text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed;
    lines.push({ text: text.slice(at, stop), number: firstLine + lines.length, offset: at, indent: "" });
    at = feed + 1;
  }
  return lines;
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

export function indentOf(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

export function cutEntries(lines: readonly Line[]): Cut {
  const entries: { -readonly [K in keyof RawEntry]: RawEntry[K] extends readonly Line[] ? Line[] : RawEntry[K] }[] = [];
  const stray: Line[] = [];
  const lastClosing = lines.findLastIndex(({ text }) => text.includes(EXAMPLE_END));
  let inExample = false;
  for (const [index, line] of lines.entries()) {
    const current = entries.at(-1);
    // `user: "…"` inside an example is dialogue, and no key.
    const start = inExample ? undefined : keyAt(line, current);
    if (start) entries.push({ ...start, below: [] });
    else if (inExample) current?.below.push(line);
    else if (line.text.startsWith("#") && !isProse(current)) continue;
    else if (current) current.below.push(line);
    else if (!isBlank(line.text)) stray.push(line);
    inExample = opensExample(line.text, inExample) && index < lastClosing && isProse(entries.at(-1));
  }
  return { entries, stray };
}

/** Whether an example is open after this line. */
function opensExample(text: string, before: boolean): boolean {
  const [begin, end] = [text.lastIndexOf(EXAMPLE), text.lastIndexOf(EXAMPLE_END)];
  return begin === end ? before : begin > end;
}

function keyAt(line: Line, current: RawEntry | undefined): Omit<RawEntry, "below"> | undefined {
  const indent = indentOf(line.text).length;
  if (indent > 0) {
    const text = line.text.trimStart();
    const misplaced = current === undefined || (current.rest !== "" && !/^[|>"'[{]/.test(current.rest));
    const found = misplaced ? KEY_LINE.exec(text) : null;
    if (!found || !KNOWN.has(found[1] ?? "")) return undefined;
    const moved = { ...line, text, offset: line.offset + indent };
    return { ...entryOf(moved, found), fault: "bad-indentation" };
  }
  const plain = KEY_LINE.exec(line.text) ?? (isProse(current) ? null : PHRASE_KEY_LINE.exec(line.text));
  if (plain) return entryOf(line, plain);
  const tight = TIGHT_KEY_LINE.exec(line.text);
  if (!tight || !KNOWN.has(tight[1] ?? "")) return undefined;
  return { ...entryOf(line, tight), fault: "missing-blank" };
}

function entryOf(line: Line, found: RegExpExecArray): Omit<RawEntry, "below"> {
  const source = found[1] ?? "";
  const key = /^["']/.test(source) ? source.slice(1, -1) : source;
  return { key, line, rest: line.text.slice(found[0].length).trim() };
}

/** Scripts that part words by nothing: two such characters in a row are words. Chinese, Japanese, Korean, and their punctuation. */
const UNPARTED_WORDS = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]{2}/;

/** Whether a line of text below an entry can be part of its value: after words, an open block, or nothing yet. */
export function isProse(entry: RawEntry | undefined): boolean {
  if (entry === undefined) return false;
  const { rest } = entry;
  if (rest === "" || /^[|>][-+0-9]*(?:\s|$)/.test(rest)) return true;
  if (/^(?:"[^"]*"|'[^']*'|\[[^\]]*\])$/.test(rest)) return false;
  return /\S\s+\S+\s+\S/.test(rest) || /^["']/.test(rest) || UNPARTED_WORDS.test(rest);
}
