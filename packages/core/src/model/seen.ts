import { higher, type Level } from "./level.js";

/** What a session has seen of one node. */
export interface Seen {
  /** The highest level at which it was ever shown: this never falls, whatever becomes of its text (R2.1). */
  readonly level: Level;
  /** What it said when it was shown last: a text with another digest is new (R2.7). */
  readonly digests: Digests;
}

/**
 * By level, a digest of what was shown of a node; `cut`, of the question for which a part of its text was shown because the whole did not fit. `version` says of
 * which version of its content they are, as `Graph.versions` has it.
 */
export type Digests = Readonly<Partial<Record<Level | "version" | "cut", string>>>;

/**
 * What a session has seen once more of a node was shown. Levels merge by maximum. Digests of one version of the content add up, and those of
 * another replace them: a text that is as it was before the last one shown is new again.
 */
export function mergeSeen(before: Seen | undefined, level: Level, digests: Digests = {}): Seen {
  if (before === undefined) return { level, digests };
  const isSameVersion = before.digests.version === digests.version;
  return {
    level: higher(before.level, level),
    digests: isSameVersion ? { ...before.digests, ...digests } : digests,
  };
}
