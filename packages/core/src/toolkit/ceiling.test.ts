import { describe, expect, test } from "vitest";
import type { JsonAnswer } from "../model/answer.js";
import { o200k } from "../o200k/index.js";
import { OPERATIONS } from "../operations/index.js";
import { withBudget } from "../ports/config.js";
import type { ToolContext } from "../ports/tool.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { MAX_BUDGET } from "./ceiling.js";
import { createToolkit } from "./toolkit.js";

const body = "Ein langer Absatz über Flüsse und 河流. ".repeat(900);
const content = createMemoryContent(
  Array.from({ length: 300 }, (_, at) => ({
    id: `note:n${at}`,
    name: `Note ${at}`,
    type: `kind-${at}`,
    domain: `bereich-${at}`,
    description: `What note ${at} says of rivers, 河流 and Flüsse.`,
    body,
  })),
);
const mounts = [{ content }];
const toolkit = createToolkit({ mounts });

/** Those that the rule names; any other operation has some default below the maximum. */
const DEFAULTS: Readonly<Record<string, number>> = {
  scan: 2000,
  search: 2000,
  query: 2000,
  stats: 2000,
  node: 4000,
  traverse: 6000,
  context: 6000,
  validate: 2000,
};
const INPUTS: Readonly<Record<string, object>> = {
  scan: { limit: 1000 },
  search: { query: "rivers", limit: 300 },
  query: { query: "rivers", limit: 300, top: 100 },
  node: { nodes: "note:n1", level: 4 },
  traverse: { query: "rivers", maxNodes: 100 },
  context: { query: "rivers" },
};

describe("R2.11 no answer without a ceiling", () => {
  test.each(OPERATIONS.map(({ name }) => name))("%s has a default and keeps it, in both forms", async (name) => {
    for (const format of ["json", "text"] as const) {
      const answer = (await toolkit.call(name as string, { ...INPUTS[name], format })) as JsonAnswer;
      const delivered = [answer.text ?? answer.nodes, ...(format === "json" && answer.data ? [answer.data] : [])];
      const read = delivered.map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
      const counted = read.reduce((sum, part) => sum + o200k.count(part), 0);
      const { tokenBudget, tokensUsed } = answer.telemetry;
      expect(tokensUsed).toBe(counted);
      expect(counted).toBeLessThanOrEqual(tokenBudget ?? 0);
      if (DEFAULTS[name] === undefined) expect(tokenBudget).toBeLessThan(MAX_BUDGET);
      else expect(tokenBudget).toBe(DEFAULTS[name]);
    }
  });

  test("a library caller may ask for all of it", async () => {
    const { telemetry, nodes } = await toolkit.call("scan", { limit: 300, tokenBudget: Number.POSITIVE_INFINITY });
    expect([nodes.length, telemetry.tokenBudget]).toEqual([300, null]);
  });

  test("behind a maximum nobody gets more: not by asking, not by default, not by an infinite number in JSON", async () => {
    const bounded = createToolkit({ mounts, maxBudget: 700, operations: withBudget(OPERATIONS, { scan: 900 }) });
    for (const asked of [{}, { tokenBudget: 5000 }, JSON.parse('{"tokenBudget":1e999}')]) {
      const { telemetry } = await bounded.call("scan", { limit: 300, ...asked });
      expect(telemetry.tokenBudget).toBe(700);
      expect(telemetry.tokensUsed).toBeLessThanOrEqual(700);
    }
    const { telemetry } = await bounded.call("stats", {}, { maxBudget: Number.POSITIVE_INFINITY });
    expect(telemetry.tokenBudget).toBe(2000);
  });

  test("a tool that sets no budget has the maximum", async () => {
    const { scan } = { scan: OPERATIONS[0]! };
    const tool = {
      name: "all_notes",
      description: "",
      input: scan.input,
      readOnly: true,
      call: async (_: unknown, { disclose }: ToolContext) =>
        disclose(
          async (graph) => ({
            ...(await scan.plan({ limit: 300, tokenBudget: 1 } as never, graph, {})),
            budget: undefined,
          }),
          "json",
        ),
    };
    const bounded = createToolkit({ mounts: [{ content, tools: [tool] }], maxBudget: 900 });
    expect(((await bounded.call("all_notes", {})) as JsonAnswer).telemetry.tokenBudget).toBe(900);
  });

  test("figures are cut where their lists are too long, and say what all of them need", async () => {
    const cut = await toolkit.call("stats", { tokenBudget: 600 });
    expect(cut.telemetry.tokensUsed).toBeLessThanOrEqual(600);
    expect(cut.data?.byType.length).toBeGreaterThan(2);
    const [notice] = cut.notices ?? [];
    expect(notice?.code).toBe("figures-cut");
    const needed = Number(/tokenBudget (\d+)/.exec(notice?.message ?? "")?.[1]);
    const whole = await toolkit.call("stats", { tokenBudget: needed });
    expect(whole.notices).toBeUndefined();
    expect(whole.telemetry.tokensUsed).toBe(needed);
    await expect(toolkit.call("stats", { tokenBudget: 20 })).rejects.toMatchObject({ code: "budget-too-small" });
  });
});
