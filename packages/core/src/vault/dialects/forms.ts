/** Something that a generator makes of a text: what matches is shown as something else, or not at all. */
export interface Form {
  /** Global. Whatever it repeats is bounded, since texts of strangers are read with it. */
  readonly pattern: RegExp;
  /** With `$1` and so on, or made of the match and its groups. */
  readonly shown: string | ((match: string, ...groups: string[]) => string);
  /** Global: where it is given, all from a match of `pattern` to the next match of this is meant. */
  readonly until?: RegExp;
  /** In code too: the generator does not know that it is code. */
  readonly inCode?: boolean;
}

/** Stands for a piece of code while the rest of a text is looked at. */
const MARK = "\0";
const MARKED = /\0(\d{1,9})\0/g;

/** What a reader sees of a text. Lines stay as many as they were, so that they keep their numbers. */
export function applyForms(text: string, forms: readonly Form[]): string {
  // No text of a person; nothing in it could be told from a mark.
  if (forms.length === 0 || text.includes(MARK)) return text;
  let shown = text;
  for (const form of forms) if (form.inCode === true) shown = replaced(shown, form);
  const rest = forms.filter(({ inCode }) => inCode !== true);
  if (rest.length === 0) return shown;
  const code: string[] = [];
  shown = withoutCode(shown, code);
  for (const form of rest) shown = replaced(shown, form);
  return shown.replace(MARKED, (mark, at: string) => code[Number(at)] ?? mark);
}

function replaced(text: string, { pattern, until, shown }: Form): string {
  if (until !== undefined) return withoutBetween(text, pattern, until);
  if (typeof shown === "string" && !shown.includes("$"))
    return text.replace(pattern, (match) => sameLines(match, shown));
  return text.replace(pattern, (match: string, ...groups: unknown[]) => {
    const found = groups.filter((group) => typeof group === "string" || group === undefined) as string[];
    // The last text is the whole one.
    const own = found.slice(0, -1).map((group) => group ?? "");
    return sameLines(match, typeof shown === "string" ? filled(shown, own) : shown(match, ...own));
  });
}

/** Each end is looked for once: where there is none behind one beginning, there is none behind those that follow. */
function withoutBetween(text: string, begin: RegExp, end: RegExp): string {
  let [shown, at] = ["", 0];
  for (;;) {
    begin.lastIndex = at;
    const opened = begin.exec(text);
    if (opened === null) break;
    end.lastIndex = begin.lastIndex;
    const closed = end.exec(text);
    if (closed === null) break;
    const after = closed.index + closed[0].length;
    shown += text.slice(at, opened.index) + sameLines(text.slice(opened.index, after), "");
    at = after;
  }
  return shown + text.slice(at);
}

function filled(template: string, groups: readonly string[]): string {
  return template.replace(/\$(\d)/g, (_, at: string) => groups[Number(at) - 1] ?? "");
}

function sameLines(match: string, shown: string): string {
  const missing = linesIn(match) - linesIn(shown);
  if (missing === 0) return shown;
  return missing > 0 ? shown + "\n".repeat(missing) : shown.replace(/\n/g, " ") + "\n".repeat(linesIn(match));
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;
const SPAN = /(?<!`)(`{1,4})(?!`)[^\n\0]{1,400}?(?:\n(?![ \t]*\n)[^\n\0]{1,400}?)?(?<!`)\1(?!`)/g;

/** Each block of code and each code span as a mark, in place of its text. */
function withoutCode(text: string, code: string[]): string {
  const kept: string[] = [];
  let prose: string[] = [];
  const mark = (piece: string) => `${MARK}${code.push(piece) - 1}${MARK}`;
  const endProse = () => {
    if (prose.length > 0) kept.push(prose.join("\n").replace(SPAN, (span) => mark(span)));
    prose = [];
  };
  let fence: string | undefined;
  let block: string[] = [];
  for (const line of text.split("\n")) {
    const found: string | undefined = FENCE.exec(line)?.[1];
    if (fence === undefined && found !== undefined) {
      endProse();
      fence = found;
      block = [line];
    } else if (fence === undefined) prose.push(line);
    else {
      block.push(line);
      if (found === undefined || !closes(found, fence, line)) continue;
      kept.push(mark(block.join("\n")));
      fence = undefined;
    }
  }
  endProse();
  if (fence !== undefined) kept.push(mark(block.join("\n")));
  return kept.join("\n");
}

function closes(found: string, fence: string, line: string): boolean {
  return found[0] === fence[0] && found.length >= fence.length && line.trimEnd().endsWith(found);
}
