import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import { o200k } from "@pd/core";
import { decide, type Exchange, type Move, type Sight } from "./scripted-decision.js";

/** Stands in for a model where there is no key: the same interface, the same loop, and rules where a model would think. */
export function scriptedModel(): LanguageModelV3 {
  let calls = 0;
  function move(options: LanguageModelV3CallOptions) {
    const decided = decide(sightOf(options));
    calls += 1;
    return { decided, id: `call_${calls}`, usage: usageOf(options, decided) };
  }
  return {
    specificationVersion: "v3",
    provider: "pd",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate(options) {
      const { decided, id, usage } = move(options);
      const content = "say" in decided ? { type: "text" as const, text: decided.say } : toolCall(decided, id);
      return { content: [content], finishReason: finishReason(decided), usage, warnings: [] };
    },
    async doStream(options) {
      const { decided, id, usage } = move(options);
      const parts: readonly LanguageModelV3StreamPart[] = [
        { type: "stream-start", warnings: [] },
        ...("say" in decided ? spoken(decided.say) : [toolCall(decided, id)]),
        { type: "finish", finishReason: finishReason(decided), usage },
      ];
      return { stream: ReadableStream.from<LanguageModelV3StreamPart>(parts) };
    },
  };
}

function toolCall({ tool, input }: Extract<Move, { tool: string }>, id: string) {
  return { type: "tool-call" as const, toolCallId: id, toolName: tool, input: JSON.stringify(input) };
}

/** Word by word, as a model would. */
function spoken(text: string): readonly LanguageModelV3StreamPart[] {
  const words = text.match(/\S+\s*|\s+/g) ?? [];
  return [
    { type: "text-start", id: "0" },
    ...words.map((delta) => ({ type: "text-delta" as const, id: "0", delta })),
    { type: "text-end", id: "0" },
  ];
}

function finishReason(decided: Move) {
  const unified = "say" in decided ? ("stop" as const) : ("tool-calls" as const);
  return { unified, raw: undefined };
}

function usageOf({ prompt, tools }: LanguageModelV3CallOptions, decided: Move): LanguageModelV3Usage {
  const input = o200k.count(JSON.stringify(prompt)) + o200k.count(JSON.stringify(tools ?? []));
  const output = o200k.count(JSON.stringify(decided));
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

/** The prompt as the rules look at it. */
function sightOf({ prompt, tools = [], toolChoice }: LanguageModelV3CallOptions): Sight {
  let system = "";
  let question = "";
  let since = 0;
  const exchanges: Exchange[] = [];
  const inputs = inputsOf(prompt);
  for (const { role, content } of prompt) {
    if (role === "system") system = content;
    if (role === "user") {
      question = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      since = exchanges.length;
    }
    if (role !== "tool") continue;
    for (const part of content) {
      if (part.type !== "tool-result") continue;
      const { toolName: tool, toolCallId, output } = part;
      const text = output.type === "text" || output.type === "error-text" ? output.value : "";
      exchanges.push({ tool, input: inputs.get(toolCallId) ?? {}, text });
    }
  }
  const names = toolChoice?.type === "none" ? [] : tools.map(({ name }) => name);
  return { system, question, exchanges, since, tools: new Set(names) };
}

function inputsOf(prompt: LanguageModelV3Prompt): ReadonlyMap<string, Exchange["input"]> {
  const calls = prompt.flatMap(({ role, content }) => (role === "assistant" ? content : []));
  return new Map(
    calls.flatMap((part) =>
      part.type === "tool-call" ? [[part.toolCallId, part.input as Exchange["input"]] as const] : [],
    ),
  );
}
