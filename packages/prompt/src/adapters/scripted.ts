import { PdError, throwIfCancelled } from "@pd/core";
import type { ModelAdapter, ModelReply, ModelRequest, ModelToolCall } from "./model-adapter.js";

/** A reply in short: a text, or any part of a full one. Calls without an id get one. */
export type ScriptedReply =
  | string
  | (Partial<Omit<ModelReply, "toolCalls">> & {
      readonly toolCalls?: readonly (Pick<ModelToolCall, "name" | "input"> & Partial<ModelToolCall>)[];
    });

/** What a model would say to this request. `step` counts from 0. */
export type Script = (request: ModelRequest, step: number) => ScriptedReply | Promise<ScriptedReply>;

export interface ScriptedAdapter extends ModelAdapter {
  /** All that it was asked, in order. */
  readonly requests: readonly ModelRequest[];
}

/** A model that says what it is told to: for tests, examples and dry runs. An error in the list is thrown. */
export function scripted(script: readonly (ScriptedReply | Error)[] | Script): ScriptedAdapter {
  const requests: ModelRequest[] = [];
  return {
    name: "scripted",
    requests,
    async generate(request) {
      throwIfCancelled(request.signal);
      const step = requests.push(request) - 1;
      const reply = typeof script === "function" ? await script(request, step) : script[step];
      if (reply === undefined) throw finished(step);
      if (reply instanceof Error) throw reply;
      const whole = complete(reply, step);
      if (whole.text !== "") request.onText?.(whole.text);
      return whole;
    },
  };
}

function complete(reply: ScriptedReply, step: number): ModelReply {
  const { text = "", toolCalls = [], ...rest } = typeof reply === "string" ? { text: reply } : reply;
  const calls = toolCalls.map((call, index) => ({ id: `call_${step + 1}_${index + 1}`, ...call }));
  return { text, toolCalls: calls, stop: calls.length > 0 ? "tools" : "end", ...rest };
}

function finished(step: number): PdError {
  return new PdError("input-invalid", `The script has no reply number ${step + 1}`, {
    where: "script",
    fix: "Add a reply to the list, or end the conversation earlier.",
  });
}
