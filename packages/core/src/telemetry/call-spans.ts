import type { OnEvent, PdEvent } from "../model/event.js";
import type { Telemetry } from "../model/telemetry.js";
import type { VaultEvent } from "../vault/vault-event.js";
import type { OpenTelemetryApi, OpenTelemetrySpan, SpanAttributes } from "./open-telemetry.js";

/** What a vault tells is part of all events once its declaration is known. */
type Told = PdEvent | VaultEvent;
type EventOf<Kind extends Told["kind"]> = Extract<Told, { readonly kind: Kind }>;

/**
 * A listener that turns events into spans, the same for every door. A call is a span `execute_tool <name>`, as the conventions for generative AI
 * have it, a child of whatever span is active; nodes that it showed or left out are the span's events. Loading a vault is a span of its own.
 * Ids and figures, as in the events: no session's id, which is a key, and no text.
 */
export function callSpans(api: OpenTelemetryApi): OnEvent {
  const tracer = api.trace.getTracer("@pd/core");
  const kind = api.SpanKind.INTERNAL;
  const open = new Map<number, OpenTelemetrySpan>();

  function end({ call, at }: { readonly call: number; readonly at: number }, attributes: SpanAttributes) {
    const span = open.get(call);
    open.delete(call);
    span?.setAttributes(attributes);
    return { span, close: () => span?.end(new Date(at)) };
  }

  /** What was over when it was told of. */
  function past(name: string, { at, graphId, milliseconds = 0 }: Past, attributes: SpanAttributes = {}) {
    const given = { "pd.graph.id": graphId, ...attributes };
    const span = tracer.startSpan(name, { kind, attributes: given, startTime: new Date(at - milliseconds) });
    return { span, close: () => span.end(new Date(at)) };
  }

  return (event) => {
    switch (event.kind) {
      case "call-started": {
        const { call, operation, at } = event;
        const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": operation };
        open.set(call, tracer.startSpan(`execute_tool ${operation}`, { kind, attributes, startTime: new Date(at) }));
        return;
      }
      case "node-disclosed":
      case "node-omitted":
        open.get(event.call)?.addEvent(`pd.${event.kind}`, nodeAttributes(event), new Date(event.at));
        return;
      case "call-finished":
        end(event, event.telemetry === undefined ? {} : telemetryAttributes(event.telemetry)).close();
        return;
      case "call-failed": {
        const { span, close } = end(event, { "error.type": event.code });
        span?.setStatus({ code: api.SpanStatusCode.ERROR, message: event.message });
        close();
        return;
      }
      case "vault-loaded":
        past("pd.vault.load", event, { "pd.nodes": event.nodes, "pd.source": event.from }).close();
        return;
      case "vault-indexed":
        past("pd.vault.index", event).close();
        return;
      case "vault-failed": {
        const { span, close } = past("pd.vault.load", event, { "error.type": event.kind });
        span.setStatus({ code: api.SpanStatusCode.ERROR, message: event.message });
        close();
        return;
      }
      case "session-created":
      case "session-ended":
      case "vault-changed":
      case "snapshot-rejected":
      case "watch-degraded":
      case "vectors-progress":
      case "vectors-made":
      case "vectors-failed":
      case "vectors-rejected":
        return;
    }
  };
}

interface Past {
  readonly at: number;
  readonly graphId: string;
  readonly milliseconds?: number;
}

function nodeAttributes(event: EventOf<"node-disclosed"> | EventOf<"node-omitted">): SpanAttributes {
  const node = { "pd.graph.id": event.graphId, "pd.node.id": event.id };
  if (event.kind === "node-omitted") return { ...node, "pd.reason": event.reason };
  return { ...node, "pd.level": event.level, "pd.tokens": event.tokens };
}

/** The figures of an answer, under names that all doors share. */
export function telemetryAttributes(telemetry: Telemetry): SpanAttributes {
  const { tokensUsed, tokenBudget, nodesVisited, nodesLoaded, nodesOmitted, coveragePercent, counter } = telemetry;
  return {
    "pd.tokens.used": tokensUsed,
    ...(tokenBudget === null ? {} : { "pd.tokens.budget": tokenBudget }),
    "pd.nodes.visited": nodesVisited,
    "pd.nodes.loaded": nodesLoaded,
    "pd.nodes.omitted": nodesOmitted,
    "pd.coverage.percent": coveragePercent,
    "pd.counter": counter,
  };
}
