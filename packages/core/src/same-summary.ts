import type { NodeSummary } from "./node.js";

/** Ids repeat among contents and versions: what was written or counted is compared, not its name. */
export function isSameSummary(a: NodeSummary, b: NodeSummary): boolean {
  return (
    a.id === b.id &&
    a.description === b.description &&
    a.name === b.name &&
    a.type === b.type &&
    a.domain === b.domain &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index])
  );
}
