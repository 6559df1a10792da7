// A model of the AI SDK that calls one tool and then says one thing, for those examples that run without a key.
import { MockLanguageModelV3 } from "ai/test";

export function mockModel(call: { tool: string; input: object }, answer: string): MockLanguageModelV3 {
  const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
  const rest = { usage: { inputTokens: none, outputTokens: none }, warnings: [] };
  const toolCall = { toolCallId: "1", toolName: call.tool, input: JSON.stringify(call.input) };
  return new MockLanguageModelV3({
    doGenerate: [
      {
        content: [{ type: "tool-call", ...toolCall }],
        finishReason: { unified: "tool-calls", raw: undefined },
        ...rest,
      },
      { content: [{ type: "text", text: answer }], finishReason: { unified: "stop", raw: undefined }, ...rest },
    ],
  });
}
