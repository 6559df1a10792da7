import { createPromptSession, type EvaluationEvent, evaluate, type ModelAdapter, type ModelMessage } from "@pd/prompt";
import { aiSdk } from "@pd/prompt/ai-sdk";
import type { LanguageModel } from "ai";
import type { Account } from "./account.js";
import type { Assistant } from "./compose.js";

export interface ConversationOptions {
  readonly assistant: Assistant;
  readonly model: LanguageModel;
  readonly onText: (delta: string) => void;
  readonly onEvent?: (event: EvaluationEvent) => void;
}

/** What the model itself read and wrote, all requests together. */
export interface ModelFigures {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Conversation {
  readonly figures: ModelFigures;
  /** The answer. Ends with an error where there is none; what was read until then stays in the conversation. */
  ask(question: string, signal: AbortSignal): Promise<string>;
  /** Something for the model to read with the next question. */
  hand(text: string): void;
}

const MOST_STEPS = 24;

export function createConversation({ assistant, model, onText, onEvent }: ConversationOptions): Conversation {
  const { prompt, tools, account, unsent } = assistant;
  // What the model opens stays open in the questions after.
  const session = createPromptSession();
  let messages: readonly ModelMessage[] = [];
  let figures: ModelFigures = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const adapter = remembering(concludingInTime(model, account), (sent) => {
    messages = sent;
    unsent.length = 0;
  });

  function listen(event: EvaluationEvent): void {
    if (event.kind === "model-replied") {
      const { inputTokens, outputTokens } = event.usage;
      figures = {
        requests: figures.requests + 1,
        inputTokens: figures.inputTokens + inputTokens,
        outputTokens: figures.outputTokens + outputTokens,
      };
    }
    onEvent?.(event);
  }

  function hand(text: string): void {
    messages = [...messages, { role: "user", text }];
  }

  return {
    get figures() {
      return figures;
    },
    async ask(question, signal) {
      const asked: ModelMessage = { role: "user", text: question };
      const result = await evaluate(prompt, adapter, {
        session,
        tools,
        messages: [...messages, asked],
        maxSteps: MOST_STEPS,
        signal,
        onText,
        onEvent: listen,
      }).catch((error: unknown) => {
        // It was paid for, and the session will not show it again.
        if (unsent.length > 0) hand(`Read before the answer broke off:\n${unsent.splice(0).join("\n")}`);
        throw error;
      });
      messages = result.messages;
      return result.text;
    },
    hand,
  };
}

/** A request holds the whole conversation: where an answer fails, it is what the next question goes on from. */
function remembering(adapter: ModelAdapter, keep: (messages: readonly ModelMessage[]) => void): ModelAdapter {
  return {
    ...adapter,
    generate(request) {
      keep(request.messages);
      return adapter.generate(request);
    },
  };
}

/** Once the budget is used up the model may call nothing more; where it does all the same, its words are the answer. */
function concludingInTime(model: LanguageModel, account: Account): ModelAdapter {
  const reading = aiSdk(model);
  const concluding = aiSdk(model, { toolChoice: "none" });
  return {
    ...reading,
    async generate(request) {
      if (!account.isUsedUp) return reading.generate(request);
      let said = "";
      function onText(delta: string): void {
        said += delta;
        request.onText?.(delta);
      }
      try {
        return await concluding.generate({ ...request, onText });
      } catch (error) {
        if (!isForbiddenCall(error)) throw error;
        return { text: said, toolCalls: [], stop: "end" };
      }
    },
  };
}

/** The AI SDK does not let a call through that was not allowed. By name, as its errors are meant to be told apart. */
function isForbiddenCall(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.name === "AI_ToolChoiceViolationError";
}
