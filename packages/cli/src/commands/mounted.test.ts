import { type CommandContext, defineCommand, type Mount } from "@pd/core";
import { createMemoryContent } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Program } from "../program.js";
import { NOTES, temporaryPlace } from "../testing/temporary-place.js";

let seen: CommandContext | undefined;
const ESCAPE = "\u001b[31m";

const greet = defineCommand({
  name: "moon greet",
  summary: "Say hello to somebody",
  input: z.strictObject({
    name: z.string().check(z.describe("Who is greeted")),
    times: z._default(z.int().check(z.minimum(1), z.describe("How often")), 1),
    tokenBudget: z.optional(z.int().check(z.describe("Token budget"))),
    loudly: z.optional(z.boolean().check(z.describe("In capitals"))),
  }),
  words: ["name"],
  examples: ["pd moon greet Größe"],
  async run({ name, times, loudly = false }, context) {
    seen = context;
    context.write(`greeting ${ESCAPE}`);
    return {
      exitCode: times > 1 ? 1 : 0,
      data: { name, times, loudly },
      items: Array.from({ length: times }, () => name),
      text: [
        { kind: "line", text: `hello ${name} ${ESCAPE}`, tone: "good" },
        { kind: "rows", rows: [["who", name]] },
      ],
      next: ["pd moon phase"],
    };
  },
});

const phase = defineCommand({
  name: "moon phase",
  summary: "What the moon looks like",
  input: z.strictObject({}),
  async run(_, context) {
    const answer = await context.ask(createMemoryContent([], "moon"), "scan", {});
    return { exitCode: answer.nodes.length > 0 ? 0 : 1, answer };
  },
});

const codes: Mount["codes"] = {
  findings: { "moon-dim": { severity: "info", what: "The moon is dim.", fix: "Wait." } },
};
let loaded = 0;
const program: Program = {
  parts: [
    {
      name: "moon",
      heading: "Check",
      summary: "The moon: greet, phase",
      mount: async () => {
        loaded += 1;
        return { commands: [greet, phase], codes };
      },
    },
    { name: "orbit", heading: "Serve", summary: "Go round", start: async (args) => (args.length === 2 ? 0 : 2) },
  ],
};

describe("R6.4 the commands of a mount, which the command line does not know", () => {
  const pd = (args: readonly string[], terminal?: number) =>
    temporaryPlace(NOTES).pd(args, { program, ...(terminal === undefined ? {} : { terminal }) });

  test("a folder as its last word is the one to read, unless it takes folders itself", async () => {
    const { code, stdout } = await pd(["moon", "greet", "Größe", "./docs", "--json"]);
    expect([code, JSON.parse(stdout).data.name]).toEqual([0, "Größe"]);
    expect(seen?.configuration).toMatchObject({ origin: "given", folders: [expect.stringMatching(/docs$/u)] });
    expect((await pd(["moon", "greet", "Größe", "docs"])).stderr).toContain("--vault . keeps the word");
    expect((await pd(["moon", "greet", "docs", "--json"])).stdout).toContain('"docs"');
  });

  test("its words and options come parsed, its document and exit code go out", async () => {
    const { code, stdout, stderr } = await pd(["moon", "greet", "Größe", "--json", "--loudly"]);
    expect([code, stderr]).toEqual([0, "greeting \\u001b[31m\n"]);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      operation: "moon_greet",
      data: { name: "Größe", times: 1, loudly: true },
    });
    expect((await pd(["moon", "greet", "x", "--times", "2", "--jsonl"])).stdout).toBe('"x"\n"x"\n');
    expect((await pd(["moon", "greet", "x", "--times", "2"])).code).toBe(1);
  });

  test("to a person it is text, in which nothing steers the terminal", async () => {
    const { stdout } = await pd(["moon", "greet", "Größe"]);
    expect(stdout).toBe("hello Größe \\u001b[31m\n  who  Größe\n");
    expect((await pd(["moon", "greet", "x"], 80)).stderr).toContain("pd moon phase");
  });

  test("it is told the folders in force and who says so", async () => {
    await pd(["moon", "greet", "x", "--vault", "docs"]);
    expect(seen?.configuration).toMatchObject({ origin: "given", folders: [expect.stringMatching(/docs$/u)] });
    await pd(["moon", "greet", "x"]);
    expect(seen?.configuration).toMatchObject({ origin: "default", folders: [seen?.workingFolder] });
  });

  test.each([
    [["moon", "greet"], "pd moon greet needs <name>"],
    [["moon", "greet", "x", "--tims", "2"], "Did you mean --times?"],
    [["moon", "greet", "x", "--times", "0"], "--times should be a number of at least 1"],
    [["moon", "gret", "x"], "Did you mean pd moon greet?"],
    [["moon", "zzzz"], "pd moon has greet, phase"],
    [["moon"], "pd moon needs a word that says what to do"],
    [["mon", "greet"], "Did you mean pd moon?"],
    [["moon", "phase", "extra"], '"extra" is one word too many'],
  ])("%j: %s", async (args, message) => {
    const { code, stderr } = await pd(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("help lists them, and loads nothing for the list of all", async () => {
    loaded = 0;
    const all = await pd(["--help"]);
    expect(all.stdout).toMatch(/moon +The moon: greet, phase/u);
    expect(all.stdout).toMatch(/Serve\n +orbit +Go round/u);
    expect(loaded).toBe(0);
    expect((await pd(["moon", "--help"])).stdout).toContain("pd moon <greet|phase>");
    const own = await pd(["moon", "greet", "--help"]);
    expect(own.stdout).toContain("pd moon greet <name>");
    expect(own.stdout).toMatch(/--budget, --token-budget <n> +Token budget/u);
  });

  test("they are completed", async () => {
    expect((await pd(["__complete", "mo"])).stdout).toBe("moon\n");
    expect((await pd(["__complete", "moon", ""])).stdout).toBe("greet\nphase\n");
    expect((await pd(["__complete", "moon", "greet", "--lo"])).stdout).toBe("--loudly\n");
  });

  test("what their codes mean is explained", async () => {
    expect((await pd(["explain", "moon-dim"])).stdout).toContain("The moon is dim.");
  });

  test("an answer of the gate is printed like any other", async () => {
    const { code, stdout } = await pd(["moon", "phase", "--json"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { operation: "scan", graphId: "moon" }]);
  });

  test("a part that is a program of its own gets its arguments as they are", async () => {
    expect((await pd(["orbit", "--speed", "3"])).code).toBe(0);
    expect((await pd(["--speed", "3", "orbit"])).code).toBe(0);
  });
});

test("a configuration that mounts commands brings them too", async () => {
  const schema = `{ _zod: { def: { type: "object" }, run: (payload) => payload, toJSONSchema: () => ({ type: "object", properties: {} }) } }`;
  const command = `{ name: "moon rise", summary: "Rises.", input: ${schema}, run: async () => ({ exitCode: 1, data: { up: true }, text: [] }) }`;
  const place = temporaryPlace({
    ...NOTES,
    "pd.config.mjs": `export default { mounts: [{ commands: [${command}] }] };`,
  });
  await place.pd(["trust", "--yes"]);
  const { code, stdout } = await place.pd(["moon", "rise", "--json"]);
  expect([code, JSON.parse(stdout)]).toEqual([1, { version: 1, operation: "moon_rise", data: { up: true } }]);
  expect((await place.pd(["moon", "rsie"])).stderr).toContain("Did you mean pd moon rise?");
});
