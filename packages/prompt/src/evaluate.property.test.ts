import { isPdError, o200k } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import type { ModelRequest } from "./adapters/model-adapter.js";
import { type ScriptedReply, scripted } from "./adapters/scripted.js";
import { evaluate } from "./evaluate.js";
import { calculatorPrompt } from "./testing/calculator-prompt.js";

const key = fc.constantFrom("verification", "rounding", "units", "instructions", "nowhere", "");
const call = fc.oneof(
  fc.record({
    name: fc.constant("open_sections"),
    input: fc.record({ section_keys: fc.array(key, { maxLength: 3 }), reason: fc.string() }),
  }),
  fc.record({ name: fc.constant("read_section"), input: fc.record({ section_key: key }) }),
  fc.record({
    name: fc.constant("add"),
    input: fc.record({ a: fc.integer(), b: fc.oneof(fc.integer(), fc.string()) }),
  }),
  fc.record({ name: fc.constant("verify_result"), input: fc.record({ value: fc.integer() }) }),
  fc.record({ name: fc.constantFrom("constructor", "__proto__", "", "Add", "open sections"), input: fc.jsonValue() }),
  fc.record({
    name: fc.constant("add"),
    input: fc.constant(undefined),
    malformed: fc.constant("The arguments are not valid JSON"),
  }),
);
const reply: fc.Arbitrary<Exclude<ScriptedReply, string>> = fc.record({
  text: fc.string(),
  toolCalls: fc.array(call, { maxLength: 4 }),
  stop: fc.constantFrom("end", "tools", "length", "refused"),
});
const script = fc.record({
  replies: fc.array(reply, { maxLength: 8 }),
  budget: fc.integer({ min: 0, max: 12_000 }),
  maxExpansions: fc.integer({ min: 0, max: 3 }),
  delivery: fc.constantFrom("inline", "rerender", "files"),
  stable: fc.boolean(),
});

/** What every format demands: each call is answered once, in the next turn, in order. */
function checkPairing({ messages, tools }: ModelRequest): void {
  for (const [index, message] of messages.entries()) {
    if (message.role !== "assistant" || message.toolCalls.length === 0) continue;
    const next = messages[index + 1];
    const answers = next?.role === "tools" ? next.answers : [];
    expect(answers.map(({ id }) => id)).toEqual(message.toolCalls.map(({ id }) => id));
    expect(answers.every(({ text }) => text !== "")).toBe(true);
    expect(tools.length).toBeGreaterThan(0);
  }
}

test("R4.7 whatever a model says, it is answered, limits hold, and the end is a result or a typed error", async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ replies, budget, maxExpansions, delivery, stable }) => {
      // A model that keeps to the limit it is given, as servers make it.
      const adapter = scripted((request, step): ScriptedReply => {
        checkPairing(request);
        const said = replies[step] ?? { text: "Done." };
        const most = request.maxOutputTokens ?? 0;
        const fits = o200k.count(`${said.text} ${JSON.stringify(said.toolCalls ?? [])}`) + 100 <= most;
        const cut = { text: "", stop: "length", usage: { inputTokens: 1, outputTokens: most } } as const;
        return fits ? said : cut;
      });
      const bound = calculatorPrompt().bind();
      const prompt = stable ? bound.stable() : bound;
      const work = evaluate(prompt, adapter, { budget, maxExpansions, delivery });
      const { usage, expansions } = await work.catch((error: unknown) => {
        expect(isPdError(error)).toBe(true);
        expect(error).toMatchObject({ name: "PromptEvaluationError" });
        return error as Pick<Awaited<typeof work>, "usage" | "expansions">;
      });
      expect(usage.inputTokens + usage.outputTokens).toBeLessThanOrEqual(budget);
      expect(expansions).toBeLessThanOrEqual(maxExpansions);
    }),
    { numRuns: propertyRuns(0.1) },
  );
});
