import { isPdError } from "@pd/core";
import type { ModelReply } from "../adapters/model-adapter.js";
import { ModelError } from "../adapters/model-error.js";
import { unlessCancelled } from "../render/cancellation.js";
import type { Run } from "./run.js";
import type { Stage } from "./stage.js";

/** One request within what is left of the budget, its reply added to the conversation. */
export async function askModel(run: Run, stage: Stage): Promise<ModelReply> {
  const { adapter, budget, signal, onText } = run;
  const request = { system: stage.text, messages: [...run.messages], tools: stage.tools };
  const inputTokens = budget.inputOf(request);
  const left = budget.leftAfter(inputTokens);
  if (left !== undefined && left < LEAST_REPLY)
    throw run.stopped("budget", "The budget allows no further request", RAISE);
  run.tell({ kind: "model-asked", estimatedInputTokens: inputTokens });

  const started = performance.now();
  const reply = await unlessCancelled(signal, () =>
    adapter.generate({ ...request, maxOutputTokens: left, signal, onText }),
  ).catch((error: unknown) => {
    throw isPdError(error) ? error : failed(adapter.name, error);
  });
  const milliseconds = performance.now() - started;
  const { usage, estimated } = budget.spend(inputTokens, reply);
  const { text, stop, toolCalls, native } = reply;
  run.tell({ kind: "model-replied", milliseconds, usage, estimated, stop, toolCalls: toolCalls.length });

  run.text = text;
  // A turn without any content is none that a format would take back.
  if (text !== "" || toolCalls.length > 0) run.messages.push({ role: "assistant", text, toolCalls, native });
  const cutByBudget = stop === "length" && left !== undefined && usage.outputTokens >= left;
  if (cutByBudget) throw run.stopped("budget", "The budget ended before the answer did", RAISE);
  return reply;
}

/** Servers refuse a lower limit, and a reply within it would be none. */
const LEAST_REPLY = 16;

const RAISE = { fix: "Raise budget, or show less of the prompt." };

function failed(adapter: string, cause: unknown): ModelError {
  return new ModelError(`${adapter}: the model failed`, {
    adapter,
    failure: "server",
    fix: "The cause says why.",
    cause,
  });
}
