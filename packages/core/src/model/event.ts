import type { PdErrorCode } from "./errors.js";
import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import type { OmissionReason } from "./omission.js";
import type { Caller, SessionId } from "./session-id.js";
import type { Telemetry } from "./telemetry.js";
import type { Tokens } from "./tokens.js";

/** What every event of one call shares, so that an exporter can make a span of them. */
interface OfCall {
  /** Unique in this process; the same in all events of a call. */
  readonly call: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly operation: string;
}

/**
 * All that pd tells of itself, by kind: logs, traces and metrics are made from these. Events carry ids and figures, never a node's text.
 * Only a failure has a cause, which may: it is for the host's eyes. A package adds its own by declaring them, as `vault/vault-event.ts` does:
 * `declare module "@pd/core" { interface PdEvents { … } }`.
 */
export interface PdEvents {
  "call-started": OfCall & { readonly caller: Caller };
  "node-disclosed": OfCall & {
    readonly graphId: string;
    readonly session?: SessionId;
    readonly id: NodeId;
    readonly level: Level;
    /** What the session had seen of it before. */
    readonly from?: Level;
    readonly tokens: Tokens;
  };
  "node-omitted": OfCall & {
    readonly graphId: string;
    readonly session?: SessionId;
    readonly id: NodeId;
    readonly reason: OmissionReason;
  };
  "call-finished": OfCall & { readonly milliseconds: number; readonly telemetry?: Telemetry };
  "call-failed": OfCall & {
    readonly milliseconds: number;
    readonly code: PdErrorCode;
    readonly message: string;
    readonly cause?: unknown;
  };
  "session-created": { readonly at: number; readonly session: SessionId; readonly caller: Caller };
  "session-ended": { readonly at: number; readonly session: SessionId };
}

export type PdEvent = { readonly [Kind in keyof PdEvents]: PdEvents[Kind] & { readonly kind: Kind } }[keyof PdEvents];

export type OnEvent = (event: PdEvent) => void;

/** A listener that throws must not turn what it hears of into a failure: it is reported once on the console and called again. */
export function guarded<Told>(listener: (told: Told) => void): (told: Told) => void {
  let reported = false;
  return (told) => {
    try {
      listener(told);
    } catch (error) {
      if (!reported) console.warn("pd: a listener threw; its further failures are not reported", error);
      reported = true;
    }
  };
}
