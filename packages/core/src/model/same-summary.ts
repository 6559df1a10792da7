import { MORE_TEXT_NAMES, moreTexts, type NodeSummary } from "./node.js";

/** Ids repeat among contents and versions: what was written or counted is compared, not its name. */
export function isSameSummary(a: NodeSummary, b: NodeSummary): boolean {
  return (
    a.id === b.id &&
    a.description === b.description &&
    a.name === b.name &&
    a.type === b.type &&
    a.domain === b.domain &&
    a.path === b.path &&
    a.lines?.[0] === b.lines?.[0] &&
    a.lines?.[1] === b.lines?.[1] &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index]) &&
    (MORE_TEXT_NAMES.length === 0 || JSON.stringify(moreTexts(a)) === JSON.stringify(moreTexts(b)))
  );
}
