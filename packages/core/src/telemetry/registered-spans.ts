import { guarded, type OnEvent } from "../model/event.js";
import { callSpans } from "./call-spans.js";
import { registeredOpenTelemetry } from "./open-telemetry.js";

/** A program's listener and, where somebody in this process receives spans, those too: what every bin hears events with. */
export function withCallSpans(onEvent: OnEvent): OnEvent {
  const api = registeredOpenTelemetry();
  if (api === undefined) return onEvent;
  const spans = guarded(callSpans(api));
  return (event) => {
    spans(event);
    onEvent(event);
  };
}
