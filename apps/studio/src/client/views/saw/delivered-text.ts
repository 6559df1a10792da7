/** A node as a text answer mentions it, in the order of the text. */
export interface MentionedNode {
  readonly id: string;
  readonly level: number;
}

/** The part of a delivered text that shows one node. */
export interface TextPart extends MentionedNode {
  readonly text: string;
  /** The text holds that heading more often than the answer does: some body imitates it, and the seam may be elsewhere. */
  readonly isCertain: boolean;
}

export interface PartedText {
  readonly parts: readonly TextPart[];
  /** What comes after the last node: the session, what was left out, notices. */
  readonly footer: string;
  /** All of it, where not every node could be found in it. */
  readonly isWhole: boolean;
}

/**
 * A text answer, node by node. The answer says which nodes are in it and in which order; each begins with `[level] id` at the
 * head of a line. Together the parts are the text, byte for byte.
 */
export function parted(text: string, mentions: readonly MentionedNode[]): PartedText {
  const starts: number[] = [];
  let from = 0;
  for (const mention of mentions) {
    const start = headingAt(text, mention, from);
    if (start < 0) return { parts: [], footer: text, isWhole: false };
    starts.push(start);
    from = start + 1;
  }
  const end = footerStart(text, starts.at(-1) ?? 0, mentions.length > 0);
  const parts = mentions.map((mention, index) => {
    const sameHeading = mentions.filter(({ id, level }) => id === mention.id && level === mention.level);
    return {
      ...mention,
      text: text.slice(index === 0 ? 0 : starts[index], starts[index + 1] ?? end),
      isCertain: occurrences(text, mention) === sameHeading.length,
    };
  });
  return { parts, footer: text.slice(end), isWhole: true };
}

const HEADS = ["- ", "## "];

/** Where a node's heading stands at the head of a line, from here on; -1 where it does not. */
function headingAt(text: string, { id, level }: MentionedNode, from: number): number {
  const label = `[${level}] ${id}`;
  for (let at = text.indexOf(label, from); at >= 0; at = text.indexOf(label, at + 1)) {
    const head = HEADS.find((each) => text.startsWith(each, at - each.length));
    if (head === undefined) continue;
    const start = at - head.length;
    const isLine = start === 0 || text[start - 1] === "\n";
    if (isLine && start >= from && endsHere(text, at + label.length)) return start;
  }
  return -1;
}

/** An id must not be taken for the beginning of a longer one. */
function endsHere(text: string, end: number): boolean {
  const next = text[end];
  return next === undefined || next === "\n" || next === " " || next === ":";
}

function occurrences(text: string, mention: MentionedNode): number {
  let count = 0;
  for (let at = headingAt(text, mention, 0); at >= 0; at = headingAt(text, mention, at + 1)) {
    count += 1;
    // Enough to know that it is not one.
    if (count > 100) break;
  }
  return count;
}

/** The last paragraph, where each of its lines is in brackets: a gate's own words come last. */
function footerStart(text: string, lastNode: number, hasNodes: boolean): number {
  const seam = text.lastIndexOf("\n\n");
  const start = seam < lastNode ? (hasNodes ? text.length : 0) : seam + 2;
  const lines = text.slice(start).split("\n");
  return lines.every((line) => /^\[.*\]$/u.test(line)) ? start : hasNodes ? text.length : 0;
}
