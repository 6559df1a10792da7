import type { SessionLogEntry, Why } from "@pd/core";

/** How the calls explained that a node came up: the fields that matched, and through which neighbour. Each once. */
export function whyShown(entries: readonly SessionLogEntry[], id: string): readonly Why[] {
  const found = new Map<string, Why>();
  for (const { answer } of entries) {
    for (const why of nodeIn(answer, id)?.why ?? []) found.set(`${why.field} ${why.via ?? ""}`, why);
  }
  return [...found.values()];
}

interface Explained {
  readonly id: unknown;
  readonly why?: readonly Why[];
}

/** Answers in a log are whatever was saved; what does not look like one is passed over. */
function nodeIn(answer: unknown, id: string): Explained | undefined {
  if (typeof answer !== "object" || answer === null || !("nodes" in answer) || !Array.isArray(answer.nodes))
    return undefined;
  const nodes = answer.nodes as readonly unknown[];
  const found = nodes.find((node): node is Explained => isObject(node) && node["id"] === id);
  return found === undefined || !(found.why === undefined || Array.isArray(found.why)) ? undefined : found;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
