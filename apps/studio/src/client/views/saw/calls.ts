import type { SessionLogEntry } from "@pd/core";
import { computed } from "@preact/signals";
import { recording, step } from "../../state/recordings.js";
import { type Delivered, deliveredBy, fieldIn, nodesSeen } from "./delivery.js";

// A live session grows call by call: what was taken apart stays so.
const known = new WeakMap<SessionLogEntry, Delivered>();

/** The calls of the session up to the step, taken apart. */
export const calls = computed<readonly Delivered[]>(() =>
  (recording.value?.entries ?? []).slice(0, step.value).map((entry, index) => {
    const kept = known.get(entry);
    if (kept?.number === index + 1) return kept;
    const made = deliveredBy(entry, index + 1);
    known.set(entry, made);
    return made;
  }),
);

export const seen = computed(() => nodesSeen(calls.value));

/** Nodes that were left out and never shown, with the last call that left them out. */
export interface LeftOutNode {
  readonly id: string;
  readonly reason: string;
  readonly number: number;
}

export const leftOut = computed<readonly LeftOutNode[]>(() => {
  const shown = new Set(seen.value.map(({ id }) => id));
  const found = new Map<string, LeftOutNode>();
  for (const { entry, number } of calls.value) {
    for (const { id, reason } of entry.omitted) if (!shown.has(id)) found.set(id, { id, reason, number });
  }
  return [...found.values()];
});

/** What a call asked for, in a few words. */
export function summaryOf({ input }: SessionLogEntry): string {
  const words = ["query", "nodes", "start", "name", "path", "section_key", "section_keys"].flatMap(
    (name) => fieldIn(input, name) ?? [],
  );
  const texts = words.flat().filter((word) => typeof word === "string");
  return texts.join(", ");
}

export function tokensOf({ answer, disclosed }: SessionLogEntry): number {
  const used = fieldIn(fieldIn(answer, "telemetry"), "tokensUsed");
  return typeof used === "number" ? used : disclosed.reduce((sum, { tokens }) => sum + tokens, 0);
}
