import { defineTool, type Tool } from "@pd/core";
import * as z from "zod/mini";

/** A tool that waits until it is let go, and says when it was asked to stop. */
export function waitingTool(): {
  readonly tool: Tool;
  release(): void;
  readonly seen: { started: number; aborted: number };
} {
  const seen = { started: 0, aborted: 0 };
  const waiting: (() => void)[] = [];
  const tool = defineTool({
    name: "wait",
    description: "Waits.",
    input: z.strictObject({ heeds: z._default(z.boolean(), true) }),
    readOnly: true,
    call: ({ heeds }, { signal }) =>
      new Promise((resolve, reject) => {
        seen.started += 1;
        waiting.push(() => resolve({ done: true }));
        signal?.addEventListener("abort", () => {
          seen.aborted += 1;
          if (heeds) reject(signal.reason);
        });
      }),
  });
  function release(): void {
    for (const letGo of waiting.splice(0)) letGo();
  }
  return { tool, seen, release };
}

/** One that fails in its own words, which must not get out. */
export const failingTool = defineTool({
  name: "fail",
  description: "Fails.",
  input: z.strictObject({}),
  readOnly: true,
  async call() {
    throw new Error("SECRET from the inside");
  },
});

export const echoTool = defineTool({
  name: "echo",
  description: "Gives back what it is given.",
  input: z.looseObject({ text: z.optional(z.string()) }),
  output: z.looseObject({}),
  readOnly: true,
  call: async (input) => input,
});

/** One whose answer no system keeps for a client that does not take it. */
export const largeTool = defineTool({
  name: "large",
  description: "Says much.",
  input: z.strictObject({}),
  readOnly: true,
  call: async () => "a".repeat(2 ** 20),
});
