import { type TokenCounter, tokens } from "@pd/core";
import type { ModelMessage, ModelReply, ModelRequest, ModelUsage } from "../adapters/model-adapter.js";

/** One budget over all requests of an evaluation (R4.7): what goes in and what comes out. */
export interface EvaluationBudget {
  readonly usage: ModelUsage;
  /** What asking this would cost in input, as far as it can be known before. */
  inputOf(request: Pick<ModelRequest, "system" | "messages" | "tools">): number;
  /** What the reply may cost; `undefined` without a budget, below 0 where not even the question fits. */
  leftAfter(inputTokens: number): number | undefined;
  /** Adds what was used: as the adapter reports it, else as it is counted here. */
  spend(inputTokens: number, reply: ModelReply): { readonly usage: ModelUsage; readonly estimated: boolean };
}

export function createEvaluationBudget(budget: number | undefined, counter: TokenCounter): EvaluationBudget {
  const most = budget === undefined ? undefined : tokens(budget);
  // A conversation only grows: what was counted once is not counted again.
  const counted = new WeakMap<object, number>();
  const countOnce = (part: object, text: () => string): number => {
    const known = counted.get(part) ?? counter.count(text());
    counted.set(part, known);
    return known;
  };
  let used: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  return {
    get usage() {
      return used;
    },
    inputOf({ system, messages, tools }) {
      const counts = messages.map((message) => countOnce(message, () => textIn(message)));
      return counts.reduce(
        (sum, count) => sum + count,
        counter.count(system) + countOnce(tools, () => JSON.stringify(tools)),
      );
    },
    leftAfter: (inputTokens) =>
      most === undefined ? undefined : most - used.inputTokens - used.outputTokens - inputTokens,
    spend(inputTokens, reply) {
      const estimated = !isUsage(reply.usage);
      const usage = isUsage(reply.usage)
        ? reply.usage
        : { inputTokens, outputTokens: counter.count(textOfReply(reply)) };
      used = {
        inputTokens: used.inputTokens + usage.inputTokens,
        outputTokens: used.outputTokens + usage.outputTokens,
      };
      return { usage, estimated };
    },
  };
}

/** A figure that cannot be one would make the budget endless. */
function isUsage(usage: ModelUsage | undefined): usage is ModelUsage {
  const { inputTokens, outputTokens } = usage ?? {};
  return [inputTokens, outputTokens].every((count) => Number.isFinite(count) && Number(count) >= 0);
}

function textIn(message: ModelMessage): string {
  switch (message.role) {
    case "user":
      return message.text;
    case "assistant":
      return textOfReply(message);
    case "tools":
      return message.answers.map(({ id, text }) => `${id} ${text}`).join("\n");
  }
}

function textOfReply({ text, toolCalls }: Pick<ModelReply, "text" | "toolCalls">): string {
  return toolCalls.length === 0 ? text : `${text} ${JSON.stringify(toolCalls)}`;
}
