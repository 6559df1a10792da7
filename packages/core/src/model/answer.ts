import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import type { Omission } from "./omission.js";
import type { Cursor } from "./plan.js";
import type { SessionId } from "./session-id.js";
import type { Telemetry } from "./telemetry.js";
import type { NodeView } from "./view.js";

/** The version of the answer's form. Adding a field keeps it; renaming one raises it (R6.6). */
export const ANSWER_VERSION = 1;

/** What is counted and delivered: the nodes as JSON, or one text made for a model. */
export type Form = "json" | "text";

declare const sealed: unique symbol;

/** What surrounds the nodes. Together it stays under 300 tokens (R2.3). */
export interface Envelope {
  readonly version: typeof ANSWER_VERSION;
  readonly operation: string;
  readonly graphId: string;
  readonly session?: SessionId;
  readonly omitted: readonly Omission[];
  readonly cursor?: Cursor;
  readonly notices?: readonly WordedNotice[];
  readonly telemetry: Telemetry;
}

export interface WordedNotice {
  readonly code: string;
  readonly message: string;
  /** Of `ambiguous-name`: the nodes that the name could mean, the one that was taken first. At most five, and no more than there is room for. */
  readonly candidates?: readonly NodeId[];
  /** Of `weak-match`: words to try, at most five. */
  readonly words?: readonly string[];
}

/** Sealed by a key that is not exported: only the gate makes answers. */
interface Sealed extends Envelope {
  readonly [sealed]: true;
}

export interface JsonAnswer<Data = unknown> extends Sealed {
  readonly nodes: readonly NodeView[];
  readonly text?: never;
  readonly data?: Data;
}

export interface TextAnswer<Data = unknown> extends Sealed {
  /** Only what the text holds and at which level. */
  readonly nodes: readonly Mention[];
  /** Exactly what reaches the model. */
  readonly text: string;
  readonly data?: Data;
}

export interface Mention {
  readonly id: NodeId;
  readonly level: Level;
}

export type Answer<Data = unknown> = JsonAnswer<Data> | TextAnswer<Data>;
