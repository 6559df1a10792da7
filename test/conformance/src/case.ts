import type { Level, OmissionReason, PdErrorCode } from "@pd/core";
import type { RequirementId } from "./requirements.js";

/** A promise of docs/rules.md as data: what is asked, one call after another, and what must come of each. */
export interface Case {
  /** `theme/name`, unique; `vitest -t` finds it. */
  readonly id: string;
  /** The rules it is about. A rule that no case cites fails the suite. */
  readonly cites: readonly RequirementId[];
  readonly steps: readonly Step[];
}

/** One call. `"$session"` in an input stands for the session of the case, `"$cursor"` for the cursor of the answer before. */
export interface Step {
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Expectation;
}

/** What must come of a call. Beside it, `invariants.ts` has what holds for every answer. */
export interface Expectation {
  readonly error?: PdErrorCode;
  /** What the error's message and fix must say. */
  readonly says?: readonly string[];
  /** These nodes, at these levels, and no others. */
  readonly levels?: Readonly<Record<string, Level>>;
  /** Every node that comes has this level. */
  readonly every?: Level;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The nodes begin with these, in this order. */
  readonly first?: readonly string[];
  readonly omitted?: Readonly<Record<string, OmissionReason>>;
  /** Words that must be there, or must not, anywhere in the answer. */
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** Parts of the answer, by name: each must be at least this. */
  readonly matches?: Readonly<Record<string, unknown>>;
  /** Parts of a node, by id. */
  readonly nodes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The same bytes as the answer to that step, counted from 1. */
  readonly sameAs?: number;
}
