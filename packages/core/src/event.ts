import type { PdErrorCode } from "./errors.js";
import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import type { OmissionReason } from "./omission.js";
import type { Caller, SessionId } from "./session.js";
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

interface OfVault {
  readonly at: number;
  readonly graphId: string;
}

/** What is done in WebAssembly while a vault is loaded; where a module cannot go on, TypeScript does the same, more slowly. */
export type CompiledModuleName = "parser" | "terms" | "postings";

/**
 * All that pd tells of itself: logs, traces and metrics are made from these. Events carry ids and figures, never a node's text.
 * Only a failure has a cause, which may: it is for the host's eyes.
 */
export type PdEvent =
  | (OfCall & { readonly kind: "call-started"; readonly caller: Caller })
  | (OfCall & {
      readonly kind: "node-disclosed";
      readonly graphId: string;
      readonly session?: SessionId;
      readonly id: NodeId;
      readonly level: Level;
      /** What the session had seen of it before. */
      readonly from?: Level;
      readonly tokens: Tokens;
    })
  | (OfCall & {
      readonly kind: "node-omitted";
      readonly graphId: string;
      readonly session?: SessionId;
      readonly id: NodeId;
      readonly reason: OmissionReason;
    })
  | (OfCall & { readonly kind: "call-finished"; readonly milliseconds: number; readonly telemetry?: Telemetry })
  | (OfCall & {
      readonly kind: "call-failed";
      readonly milliseconds: number;
      readonly code: PdErrorCode;
      readonly message: string;
      readonly cause?: unknown;
    })
  | { readonly kind: "session-created"; readonly at: number; readonly session: SessionId; readonly caller: Caller }
  | { readonly kind: "session-ended"; readonly at: number; readonly session: SessionId }
  | (OfVault & {
      readonly kind: "vault-loaded";
      readonly nodes: number;
      readonly from: "files" | "snapshot";
      /** Of a snapshot: how many notes were read anew all the same, because their files are new or have changed. */
      readonly reread?: number;
      readonly milliseconds: number;
    })
  | (OfVault & { readonly kind: "vault-indexed"; readonly milliseconds: number })
  | (OfVault & {
      readonly kind: "vault-changed";
      readonly added: number;
      readonly changed: number;
      readonly removed: number;
    })
  | (OfVault & { readonly kind: "vault-failed"; readonly message: string; readonly cause: unknown })
  | (OfVault & { readonly kind: "snapshot-rejected"; readonly reason: string })
  | (OfVault & { readonly kind: "module-abandoned"; readonly module: CompiledModuleName; readonly reason: string })
  | (OfVault & { readonly kind: "watch-degraded"; readonly reason: string; readonly pollMilliseconds: number });

export type OnEvent = (event: PdEvent) => void;

/** A listener that throws must not turn an answer into a failure: it is reported once on the console and called again. */
export function guarded(onEvent: OnEvent): OnEvent {
  let reported = false;
  return (event) => {
    try {
      onEvent(event);
    } catch (error) {
      if (!reported) console.warn("pd: the onEvent listener threw; further failures are not reported", error);
      reported = true;
    }
  };
}
