import { createMemoryFilesystem, defineTool, o200k } from "@pd/core";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { ModelMessage, ModelRequest } from "./adapters/model-adapter.js";
import { type ScriptedReply, scripted } from "./adapters/scripted.js";
import { type EvaluateOptions, evaluate } from "./evaluate.js";
import type { EvaluationEvent } from "./evaluation/event.js";
import { fileTools } from "./open/file-tools.js";
import type { BoundPrompt } from "./section/prompt-types.js";
import { markdownSection } from "./section/section.js";
import { promptTemplate } from "./section/template.js";
import { createPromptSession } from "./session/session.js";
import { SectionVisibility } from "./session/visibility.js";
import { type Calls, calculatorPrompt } from "./testing/calculator-prompt.js";

const open = (...section_keys: string[]) => ({ name: "open_sections", input: { section_keys, reason: "needed" } });
const calls = (...toolCalls: { name: string; input: unknown }[]): ScriptedReply => ({ toolCalls });

async function play(
  script: Parameters<typeof scripted>[0],
  { prompt, ...options }: EvaluateOptions & { prompt?: BoundPrompt } = {},
) {
  const adapter = scripted(script);
  const called: Calls = [];
  const events: EvaluationEvent[] = [];
  const bound = prompt ?? calculatorPrompt(called).bind();
  const onEvent = (event: EvaluationEvent) => events.push(event);
  const work = evaluate(bound, adapter, { onEvent, ...options });
  const result = await work.then(
    (value) => ({ value, error: undefined }),
    (error) => ({ value: undefined, error }),
  );
  return { ...result, adapter, called, events, kinds: events.map(({ kind }) => kind) };
}

function answersIn({ messages }: Pick<ModelRequest, "messages">) {
  return messages.flatMap((message) => (message.role === "tools" ? message.answers : []));
}

const toolNames = ({ tools }: ModelRequest) => tools.map(({ name }) => name);

describe("evaluate", () => {
  test("gives the model the prompt and its tools as JSON Schema, and the host its answer", async () => {
    const { value, adapter } = await play(["Four."]);
    expect(value).toMatchObject({ text: "Four.", output: "Four.", stop: "end", steps: 1, expansions: 0 });
    const [request] = adapter.requests;
    expect(request?.system).toContain("Perform calculations.");
    expect(request?.messages).toEqual([{ role: "user", text: "Follow the instructions." }]);
    expect(request?.tools.find(({ name }) => name === "add")?.inputSchema).toMatchObject({
      type: "object",
      required: ["a", "b"],
    });
  });

  test("goes on with a conversation", async () => {
    const first = await play(["Four."]);
    const messages: ModelMessage[] = [...(first.value?.messages ?? []), { role: "user", text: "And five?" }];
    const second = await play(["Nine."], { messages });
    expect(second.adapter.requests[0]?.messages).toEqual(messages);
    expect(second.value?.messages).toHaveLength(4);
  });

  test("runs tools and answers with what they give, text as it is and the rest as JSON", async () => {
    const script = [calls({ name: "add", input: { a: 1, b: 2 } }), "Three."];
    const { value, adapter, called } = await play(script);
    expect(called).toEqual(["add 1 2"]);
    expect(answersIn(adapter.requests[1]!)).toEqual([
      { id: "call_1_1", name: "add", text: '{"sum":3}', isError: false },
    ]);
    expect(value).toMatchObject({ text: "Three.", steps: 2 });
  });

  const returning = (value: unknown) =>
    defineTool({ name: "look", description: "", input: z.object({}), readOnly: true, call: async () => value });

  test.each([
    [
      { success: true, message: "2 Zeilen", rows: ["á", "b"] },
      '{"success":true,"message":"2 Zeilen","rows":["á","b"]}',
    ],
    [{ success: false, message: "没有", code: 7 }, '{"success":false,"message":"没有","code":7}'],
    [{ success: true, message: "OK" }, '{"success":true,"message":"OK"}'],
    [{ message: "OK", value: { answer: 42 }, success: true }, 'OK\n{"answer":42}'],
    [{ message: "OK", value: null, success: true }, "OK"],
    [{ message: "好", value: () => 1, success: true }, "好"],
    [{ message: "", value: 0, success: true }, "0"],
    [{ message: "", value: null, success: true }, "Done."],
  ])("what a tool gives reaches the model with all of its fields: %j", async (value, text) => {
    const { adapter } = await play([calls({ name: "look", input: {} }), "Gut."], { tools: [returning(value)] });
    expect(answersIn(adapter.requests[1]!)).toEqual([{ id: "call_1_1", name: "look", text, isError: false }]);
  });

  test("a ToolResult that says so is an error to the model, with what it carries", async () => {
    const failed = returning({ message: "Nichts gefunden", value: ["näher", "weiter"], success: false });
    const { adapter } = await play([calls({ name: "look", input: {} }), "Gut."], { tools: [failed] });
    const [answer] = answersIn(adapter.requests[1]!);
    expect(answer).toMatchObject({ text: 'Error: Nichts gefunden\n["näher","weiter"]', isError: true });
  });

  test("a refusal is told in its own words, dots in them kept", async () => {
    const filesystem = createMemoryFilesystem();
    const asked = [{ name: "read_file", input: { path: "../secret" } }, open("a..b")];
    const { adapter } = await play([calls(...asked), "Well."], { filesystem, tools: fileTools(filesystem) });
    expect(answersIn(adapter.requests[1]!).map(({ text }) => text)).toEqual([
      'Error: "../secret" has a part "..". Use a relative path such as context/notes.md.',
      "Error: Section 'a..b' does not exist in this prompt.",
    ]);
  });

  test("tells text as it arrives, and a listener that throws ends nothing", async () => {
    const heard: string[] = [];
    const onEvent = () => {
      throw new Error("listener");
    };
    const warn = console.warn;
    console.warn = () => {};
    const { value } = await play(["Four."], { onText: (delta) => heard.push(delta), onEvent });
    console.warn = warn;
    expect(value?.text).toBe("Four.");
    expect(heard).toEqual(["Four."]);
  });
});

describe("a call that cannot be run is answered", () => {
  const answerTo = async (name: string, input: unknown, more: object = {}) => {
    const { adapter, value, called, events } = await play([{ toolCalls: [{ name, input, ...more }] }, "Done."]);
    expect(value?.text).toBe("Done.");
    const [answer] = answersIn(adapter.requests[1]!);
    return { answer, called, events };
  };

  test("with the field and a fix, where an argument is wrong", async () => {
    const { answer, called } = await answerTo("add", { a: "1", b: 2 });
    expect(answer).toMatchObject({ isError: true });
    expect(answer?.text).toBe('Error: add: a should be a number, and is "1". Give a as a number.');
    expect(called).toEqual([]);
  });

  test("with the nearest name, where there is no such tool", async () => {
    const { answer } = await answerTo("ad", {});
    expect(answer?.text).toBe('Error: There is no operation or tool of that name. Did you mean "add"?');
  });

  test("where its arguments could not be read", async () => {
    const { answer, called } = await answerTo("add", undefined, { malformed: "The arguments are not valid JSON" });
    expect(answer?.text).toBe("Error: The arguments are not valid JSON. Send them again as one JSON object.");
    expect(called).toEqual([]);
  });

  test("where the tool throws: the model is not told what, and the host is", async () => {
    const script = [calls(open("verification")), calls({ name: "verify_result", input: { value: -1 } }), "Done."];
    const { adapter, value, events } = await play(script);
    expect(value?.text).toBe("Done.");
    const answer = answersIn(adapter.requests[2]!).at(-1);
    expect(answer).toMatchObject({ isError: true });
    expect(answer?.text).toBe('Error: "verify_result" failed. Try other arguments, or go on without it.');
    const told = events.find((event) => event.kind === "tool-answered" && event.tool === "verify_result");
    expect(told).toMatchObject({ ok: false, code: "tool-failed", cause: new Error("the secret is 1234") });
  });

  test("where its result is nothing that can be sent", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const odd = defineTool({
      name: "odd",
      description: "",
      input: z.strictObject({ kind: z.string() }),
      readOnly: true,
      call: async ({ kind }) => (kind === "circle" ? circle : undefined),
    });
    const asked = ["circle", "nothing"].map((kind) => ({ name: "odd", input: { kind } }));
    const { adapter } = await play([calls(...asked), "Done."], { tools: [odd] });
    const [first, second] = answersIn(adapter.requests[1]!);
    expect(first).toMatchObject({ isError: true });
    expect(second).toMatchObject({ isError: false, text: "Done." });
  });

  test("where the reply was cut off: half a call is not run", async () => {
    const cut: ScriptedReply = { toolCalls: [{ name: "add", input: { a: 1, b: 2 } }], stop: "length" };
    const { adapter, called } = await play([cut, "Done."]);
    expect(called).toEqual([]);
    expect(answersIn(adapter.requests[1]!)[0]?.text).toContain("cut off");
  });

  test("with the seed's words, where a section does not exist or is open", async () => {
    const script = [calls(open("nowhere"), open("instructions"), open()), "Done."];
    const { adapter } = await play(script);
    expect(answersIn(adapter.requests[1]!).map(({ text }) => text)).toEqual([
      "Error: Section 'nowhere' does not exist in this prompt.",
      "Error: Section 'instructions' is already expanded.",
      "Error: At least one section key must be provided.",
    ]);
  });
});

describe("R4.7 an expansion", () => {
  test("renders the prompt again with the section and its tools, and the conversation goes on", async () => {
    const script = [calls(open("verification")), calls({ name: "verify_result", input: { value: 4 } }), "It is right."];
    const { value, adapter, called, kinds } = await play(script);
    const [before, after] = adapter.requests;
    expect(toolNames(before!)).not.toContain("verify_result");
    expect(toolNames(after!)).toContain("verify_result");
    expect(before?.system).toContain("Verification tools available.");
    expect(after?.system).toContain("Use verify_result to check your work.");
    expect(answersIn(after!)[0]?.text).toBe(
      "Section 'verification' is open now. The instructions now show it in full. New tools: verify_result.",
    );
    expect(called).toEqual(["verify 4"]);
    expect(value).toMatchObject({ text: "It is right.", steps: 3, expansions: 1 });
    expect(value?.session.select().get("verification")).toBe(SectionVisibility.FULL);
    expect(kinds).toEqual([
      ...["prompt-rendered", "model-asked", "model-replied", "prompt-rendered", "sections-opened"],
      ...["model-asked", "model-replied", "tool-answered", "model-asked", "model-replied", "evaluation-finished"],
    ]);
  });

  test.each([false, true])(
    "beyond the prompt's tokenBudget is answered as such, and nothing has changed; stable: %s",
    async (stable) => {
      const large = markdownSection({
        title: "Large",
        key: "large",
        template: "word ".repeat(500),
        summary: "short",
        visibility: SectionVisibility.SUMMARY,
        tools: [
          defineTool({ name: "extra", description: "", input: z.object({}), readOnly: true, call: async () => 1 }),
        ],
      });
      const bound = promptTemplate({ ns: "t", key: "t", sections: [large] }).bind();
      const session = createPromptSession();
      const { value, adapter, kinds } = await play([calls(open("large")), "Without, then."], {
        prompt: stable ? bound.stable() : bound,
        session,
        tokenBudget: 200,
      });
      expect(value).toMatchObject({ text: "Without, then.", expansions: 0 });
      expect(answersIn(adapter.requests[1]!)).toMatchObject([
        { isError: true, text: expect.stringMatching(/^Error: There is no room to open 'large'\. .* budget is 200\./) },
      ]);
      expect(adapter.requests[1]?.system).toBe(adapter.requests[0]?.system);
      expect([...session.select()]).toEqual([]);
      expect(kinds).not.toContain("sections-opened");
    },
  );

  test("that cannot be rendered ends the evaluation, and the session is as it was", async () => {
    const lacking = markdownSection({
      title: "Lacking",
      key: "lacking",
      template: "${name}",
      params: z.object({ name: z.string() }),
      summary: "short",
      visibility: SectionVisibility.SUMMARY,
    });
    const session = createPromptSession();
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [lacking] }).bind({} as never);
    const { error } = await play([calls(open("lacking"))], { prompt, session, delivery: "rerender" });
    expect(error).toMatchObject({ name: "PromptRenderError", placeholder: "name" });
    expect([...session.select()]).toEqual([]);
  });

  test("holds in the session it was given, and not in another", async () => {
    const session = createPromptSession();
    await play([calls(open("verification")), "Done."], { session });
    const again = await play(["Done."], { session });
    expect(again.adapter.requests[0]?.system).toContain("Use verify_result");
    const other = await play(["Done."]);
    expect(other.adapter.requests[0]?.system).not.toContain("Use verify_result");
  });

  test("of parallel calls the first counts and the others are answered, each under its own id", async () => {
    const script = [
      calls({ name: "add", input: { a: 1, b: 1 } }, open("verification"), open("rounding"), {
        name: "verify_result",
        input: { value: 2 },
      }),
      "Done.",
    ];
    const { adapter, value, called } = await play(script);
    const answers = answersIn(adapter.requests[1]!);
    expect(answers.map(({ id }) => id)).toEqual(["call_1_1", "call_1_2", "call_1_3", "call_1_4"]);
    expect(answers[0]?.text).toBe('{"sum":2}');
    expect(answers[1]).toMatchObject({ isError: false });
    expect(answers[2]).toMatchObject({ isError: true });
    expect(answers[2]?.text).toContain("another call of this turn opened 'verification' first");
    // It was not there when the model called it.
    expect(answers[3]).toMatchObject({ isError: true });
    expect(called).toEqual(["add 1 1"]);
    expect(value).toMatchObject({ expansions: 1 });
    expect(value?.session.select().get("rounding")).toBeUndefined();
  });

  test.each([0, 1, 2])("at most %i: one more is a PromptEvaluationError", async (maxExpansions) => {
    const keys = ["verification", "rounding", "units"];
    const script = keys.map((key) => calls(open(key)));
    const { error, events } = await play(script, { maxExpansions, delivery: "rerender" });
    expect(error).toMatchObject({
      name: "PromptEvaluationError",
      code: "prompt-not-evaluated",
      limit: "expansions",
      expansions: maxExpansions,
      steps: maxExpansions + 1,
    });
    expect(events.at(-1)).toMatchObject({ kind: "evaluation-failed", code: "prompt-not-evaluated" });
  });

  test("ten are allowed unless told otherwise", async () => {
    const sections = Array.from({ length: 11 }, (_, index) =>
      markdownSection({
        title: "A",
        key: `s${index}`,
        template: "Whole.",
        summary: "Short.",
        visibility: SectionVisibility.SUMMARY,
      }),
    );
    const prompt = promptTemplate({ ns: "a", key: "b", sections }).bind();
    const { error, adapter } = await play((_, step) => calls(open(`s${step}`)), { prompt, delivery: "rerender" });
    expect(error).toMatchObject({ limit: "expansions", expansions: 10 });
    expect(adapter.requests).toHaveLength(11);
  });

  test("of the last section leaves a conversation that a server accepts: it has calls, so it has tools", async () => {
    const sections = [
      markdownSection({ title: "A", key: "a", template: "W.", summary: "S.", visibility: SectionVisibility.SUMMARY }),
    ];
    const prompt = promptTemplate({ ns: "a", key: "b", sections }).bind();
    const script = [calls(open("a")), calls(open("a")), "Done."];
    const { adapter, value } = await play(script, { prompt, delivery: "rerender" });
    expect(adapter.requests.map(toolNames)).toEqual([["open_sections"], ["open_sections"], ["open_sections"]]);
    expect(answersIn(adapter.requests[2]!)[1]).toMatchObject({
      isError: true,
      text: "Error: No section is closed: the instructions show all of them in full. Go on without this tool.",
    });
    expect(value?.text).toBe("Done.");
  });
});

describe("R4.5 content that needs no rendering again", () => {
  test("comes inline by read_section, and no expansion is counted", async () => {
    const script = [calls({ name: "read_section", input: { section_key: "units" } }), "Done."];
    const { adapter, value } = await play(script);
    expect(answersIn(adapter.requests[1]!)[0]?.text).toContain("Everything is in metres.");
    expect(value?.expansions).toBe(0);
    expect(adapter.requests[1]?.system).toBe(adapter.requests[0]?.system);
  });

  test("is written to files, which the file tools read", async () => {
    const filesystem = createMemoryFilesystem();
    const script = [
      calls(open("units")),
      calls({ name: "read_file", input: { path: "context/units.md" } }),
      "In metres.",
    ];
    const { adapter, value } = await play(script, { filesystem, tools: fileTools(filesystem) });
    const [written, read] = answersIn(adapter.requests[2]!);
    expect(written).toMatchObject({ isError: false });
    expect(written?.text).toContain("Section content written to: context/units.md.");
    expect(read?.text).toContain("Everything is in metres.");
    expect(value?.expansions).toBe(0);
  });

  test("is an error for the model, not for the host, where no file system is given", async () => {
    const script = [calls(open("units")), "Done."];
    const { adapter } = await play(script, { delivery: "files" });
    expect(answersIn(adapter.requests[1]!)[0]).toMatchObject({
      isError: true,
      text: "Error: Cannot write context files: no filesystem available.",
    });
  });
});

describe("R4.8 in stable mode", () => {
  test("no byte that was sent changes: what is opened comes in the answer, and the tools are all there", async () => {
    const script = [
      calls({ name: "verify_result", input: { value: 4 } }),
      calls(open("verification")),
      calls({ name: "verify_result", input: { value: 4 } }, open("rounding")),
      "Done.",
    ];
    const called: Calls = [];
    const { adapter, value, events } = await play(script, { prompt: calculatorPrompt(called).bind().stable() });
    const bytes = adapter.requests.map(({ system, tools, messages }) => JSON.stringify([system, tools, messages]));
    for (const [index, sent] of bytes.slice(1).entries()) {
      // All but the two closing brackets of the lists.
      expect(sent.startsWith(bytes[index]!.slice(0, -2))).toBe(true);
    }
    const answers = answersIn(adapter.requests[3]!);
    expect(answers[0]?.text).toContain("Open section 'verification' first.");
    expect(answers[1]?.text).toContain("Section 'verification' is open now.");
    expect(answers[1]?.text).toContain("Use verify_result to check your work.");
    expect(answers[1]?.text).not.toContain("Perform calculations.");
    expect(answers[2]?.text).toBe("4 is right.");
    expect(answers[3]?.text).toContain("Round half to even.");
    expect(answers[3]?.text).not.toContain("Use verify_result");
    expect(called).toEqual(["verify 4"]);
    expect(value?.expansions).toBe(2);
    expect(events.filter((event) => event.kind === "prompt-rendered").map(({ appended }) => appended)).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe("the budget", () => {
  const reported = (inputTokens: number, outputTokens: number) => ({ usage: { inputTokens, outputTokens } });

  test("is one over all requests, retries and expansions, as the adapter reports it", async () => {
    const script = [
      { ...(calls(open("verification")) as object), ...reported(100, 700) },
      { ...(calls(open("rounding")) as object), ...reported(100, 900) },
      { text: "Never asked for." },
    ];
    const { error, adapter } = await play(script, { budget: 2000 });
    expect(error).toMatchObject({ name: "PromptEvaluationError", limit: "budget", steps: 3, expansions: 2 });
    expect(error.usage).toEqual({ inputTokens: 200, outputTokens: 1600 });
    expect(adapter.requests).toHaveLength(2);
  });

  test("counts what a tool has said before it is sent", async () => {
    const long = "word ".repeat(3000);
    const talk = { name: "talk", description: "", input: z.object({}), readOnly: true, call: async () => long };
    const script = [{ ...(calls({ name: "talk", input: {} }) as object), ...reported(100, 10) }, "Never asked for."];
    const { error } = await play(script, { budget: 3000, tools: [talk] });
    expect(error).toMatchObject({ limit: "budget", steps: 2 });
  });

  test("leaves to a reply what is left after the question", async () => {
    const { adapter, value, events } = await play([{ text: "Four.", ...reported(100, 5) }], { budget: 5000 });
    const asked = events.find((event) => event.kind === "model-asked");
    expect(asked?.estimatedInputTokens).toBeGreaterThan(100);
    expect(adapter.requests[0]?.maxOutputTokens).toBe(5000 - asked!.estimatedInputTokens);
    expect(value?.usage).toEqual({ inputTokens: 100, outputTokens: 5 });
  });

  test("is estimated where the adapter does not say, or says what cannot be", async () => {
    const replies = [{}, reported(Number.NaN, 1), reported(-5, 1), reported(Number.POSITIVE_INFINITY, 1)];
    for (const usage of replies) {
      const { value, events } = await play([{ text: "A few words of answer.", ...usage }], { budget: 5000 });
      expect(value?.usage.inputTokens).toBeGreaterThan(50);
      expect(value?.usage.outputTokens).toBeGreaterThan(2);
      expect(events.find((event) => event.kind === "model-replied")).toMatchObject({ estimated: true });
    }
  });

  test("that leaves less than any server would take as a limit asks nothing", async () => {
    const { events } = await play(["Four."], { budget: 5000 });
    const input = events.find((event) => event.kind === "model-asked")!.estimatedInputTokens;
    expect((await play(["Four."], { budget: input + 15 })).error).toMatchObject({ limit: "budget" });
    expect((await play(["Four."], { budget: input + 16 })).value?.text).toBe("Four.");
  });

  test("counts the tools that are told of, beside the text and the conversation", async () => {
    const asked = async (tools: EvaluateOptions["tools"]) => {
      const { events, adapter } = await play(["Four."], { tools });
      const event = events.find((one) => one.kind === "model-asked");
      return { input: event?.estimatedInputTokens ?? 0, request: adapter.requests[0]! };
    };
    const description = "Says many words. ".repeat(100);
    const talk = defineTool({ name: "talk", description, input: z.object({}), readOnly: true, call: async () => 1 });
    const [without, beside] = [await asked([]), await asked([talk])];
    expect(beside.input - without.input).toBeGreaterThan(o200k.count(description) * 0.9);
    expect(without.input).toBeGreaterThan(o200k.count(without.request.system));
  });

  test("that does not hold the prompt asks nothing", async () => {
    const { error, adapter } = await play(["Four."], { budget: 10 });
    expect(error).toMatchObject({ limit: "budget", steps: 1 });
    expect(adapter.requests).toHaveLength(0);
  });

  test("that cuts an answer off is an error with what there is of it", async () => {
    const cut = (request: ModelRequest): ScriptedReply => ({
      text: "And then",
      stop: "length",
      usage: { inputTokens: 300, outputTokens: request.maxOutputTokens ?? 0 },
    });
    const { error } = await play(cut, { budget: 1000 });
    expect(error).toMatchObject({ limit: "budget", text: "And then" });
  });

  test("is not what cut an answer off that ended for another reason", async () => {
    const { value } = await play([{ text: "And then", stop: "length", ...reported(10, 20) }], { budget: 5000 });
    expect(value).toMatchObject({ text: "And then", stop: "length" });
  });
});

describe("limits and ends", () => {
  test("a model that never stops calling is stopped after maxSteps", async () => {
    const { error, called } = await play(() => calls({ name: "add", input: { a: 1, b: 1 } }), { maxSteps: 5 });
    expect(error).toMatchObject({ name: "PromptEvaluationError", limit: "steps", steps: 5 });
    expect(called).toHaveLength(5);
  });

  test.each([{ maxSteps: -1 }, { maxExpansions: 1.5 }, { maxCorrections: Number.NaN }, { budget: -1 }])(
    "%j is refused",
    async (options) => {
      await expect(evaluate(calculatorPrompt().bind(), scripted([]), options)).rejects.toMatchObject({
        code: "input-invalid",
      });
    },
  );

  test("an adapter's own error passes as it is, a foreign one becomes model-failed with its cause", async () => {
    const { error } = await play([new Error("boom")]);
    expect(error).toMatchObject({ name: "ModelError", code: "model-failed", cause: new Error("boom") });
    expect((await play([])).error).toMatchObject({ code: "input-invalid", where: "script" });
  });

  test("cancelling ends a request, also of an adapter that does not listen", async () => {
    const controller = new AbortController();
    const deaf = { name: "deaf", generate: () => new Promise<never>(() => {}) };
    const work = evaluate(calculatorPrompt().bind(), deaf, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 10);
    await expect(work).rejects.toMatchObject({ code: "cancelled", cause: new Error("enough") });
  });

  test("cancelling ends a tool, also one that does not listen, and the tool is given the signal", async () => {
    const controller = new AbortController();
    const given: (AbortSignal | undefined)[] = [];
    const endless = defineTool({
      name: "endless",
      description: "",
      input: z.strictObject({}),
      readOnly: false,
      call(_, { signal }) {
        given.push(signal);
        setTimeout(() => controller.abort(), 10);
        return new Promise<never>(() => {});
      },
    });
    const script = [calls({ name: "endless", input: {} }), "Never."];
    const { error } = await play(script, { tools: [endless], signal: controller.signal });
    expect(error).toMatchObject({ code: "cancelled" });
    expect(given).toEqual([controller.signal]);
  });

  test("a signal that is aborted already asks nothing", async () => {
    const { error, adapter } = await play(["Four."], { signal: AbortSignal.abort() });
    expect(error).toMatchObject({ code: "cancelled" });
    expect(adapter.requests).toHaveLength(0);
  });

  test("calls that only read run side by side, others one after the other", async () => {
    const order: string[] = [];
    const tool = (name: string, readOnly: boolean) =>
      defineTool({
        name,
        description: "",
        input: z.strictObject({ id: z.number() }),
        readOnly,
        async call({ id }) {
          order.push(`begin ${id}`);
          await new Promise((resolve) => setTimeout(resolve, 5));
          order.push(`end ${id}`);
        },
      });
    const ask = (name: string) => calls({ name, input: { id: 1 } }, { name, input: { id: 2 } });
    const tools = [tool("look", true), tool("change", false)];
    await play([ask("look"), "Done."], { tools });
    expect(order.splice(0)).toEqual(["begin 1", "begin 2", "end 1", "end 2"]);
    await play([ask("change"), "Done."], { tools });
    expect(order).toEqual(["begin 1", "end 1", "begin 2", "end 2"]);
  });

  test("a tool that shares its name with one of the prompt's is refused before anything is asked", async () => {
    const add = defineTool({ name: "add", description: "", input: z.object({}), readOnly: true, call: async () => 1 });
    const { error, adapter } = await play(["Four."], { tools: [add] });
    expect(error).toMatchObject({ code: "mount-invalid" });
    expect(adapter.requests).toHaveLength(0);
  });

  test.each(["closed", "below a closed one"])("R6.5 also where the section that brings it is %s", async (how) => {
    const look = defineTool({
      name: "look",
      description: "",
      input: z.object({}),
      readOnly: true,
      call: async () => 1,
    });
    const closed = { template: "W.", summary: "S.", visibility: SectionVisibility.SUMMARY };
    const bringer = markdownSection({ title: "Näheres", key: "b", ...closed, tools: [look] });
    const above = markdownSection({ title: "Oben", key: "a", ...closed, children: [bringer] });
    const prompt = promptTemplate({ ns: "a", key: "p", sections: [how === "closed" ? bringer : above] }).bind();
    const { error, adapter } = await play([calls(open("a")), "Done."], { prompt, tools: [look] });
    expect(error).toMatchObject({ code: "mount-invalid", message: 'Two tools are called "look"' });
    expect(adapter.requests).toHaveLength(0);
  });

  test("a section that does not exist brings no tool that could clash", async () => {
    const look = defineTool({
      name: "look",
      description: "",
      input: z.object({}),
      readOnly: true,
      call: async () => 1,
    });
    const section = markdownSection({ title: "A", key: "a", template: "W.", enabled: () => false, tools: [look] });
    const other = markdownSection({ title: "B", key: "b", template: "W." });
    const prompt = promptTemplate({ ns: "a", key: "p", sections: [section, other] }).bind();
    const { value } = await play(["Done."], { prompt, tools: [look] });
    expect(value?.text).toBe("Done.");
  });
});

describe("output", () => {
  const sections = [markdownSection({ title: "Task", key: "task", template: "Find the answer." })];
  const schema = z.strictObject({ total: z.number(), unit: z.optional(z.string()) });
  const prompt = promptTemplate({ ns: "a", key: "b", sections, output: schema }).bind();

  test("the model is told the schema, and the answer is typed", async () => {
    const adapter = scripted(['{"total": 4}']);
    const { output, text } = await evaluate(prompt, adapter);
    const total: number = output.total;
    // @ts-expect-error a total is a number
    const wrong: string = output.total;
    expect([total, wrong]).toEqual([4, 4]);
    expect(text).toBe('{"total": 4}');
    expect(adapter.requests[0]?.system).toContain('"total":{"type":"number"}');
  });

  test.each([
    ["in a fence", 'Here:\n```json\n{"total": 4}\n```\nThat is all.'],
    ["in the last of two fences", '```\n{"total": 1}\n```\nNo:\n```\n{"total": 4}\n```'],
    ["with space around", ' \n{"total": 4}\n'],
  ])("JSON %s is found", async (_, text) => {
    expect((await evaluate(prompt, scripted([text]))).output).toEqual({ total: 4 });
  });

  test("a text is enough where a text is asked for", async () => {
    const { output } = await evaluate(
      promptTemplate({ ns: "a", key: "b", sections, output: z.string() }).bind(),
      scripted(["Paris"]),
    );
    expect(output).toBe("Paris");
  });

  test("a wrong answer is corrected once, with the field that is wrong", async () => {
    const { value, adapter, kinds } = await play(['{"total": "four"}', '{"total": 4}'], { prompt });
    expect(value?.output).toEqual({ total: 4 });
    expect(adapter.requests[1]?.messages.at(-1)).toMatchObject({
      role: "user",
      text: expect.stringContaining('total should be a number, and is "four"'),
    });
    expect(kinds).toContain("output-rejected");
  });

  test("an answer that stays wrong, or was cut off, is a PromptEvaluationError", async () => {
    const { error } = await play(["Four.", "Four!"], { prompt });
    expect(error).toMatchObject({ name: "PromptEvaluationError", limit: "output", steps: 2, text: "Four!" });
    const cut = await play([{ text: '{"total": ', stop: "length" }], { prompt });
    expect(cut.error).toMatchObject({ limit: "output", steps: 1, message: expect.stringContaining("cut off") });
  });

  test("an empty answer is asked for again, and not sent back as a turn", async () => {
    const { adapter } = await play(["", '{"total": 4}'], { prompt });
    expect(adapter.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "user"]);
  });
});
