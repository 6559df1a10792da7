import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { OPERATIONS } from "../operations/index.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { createToolkit } from "../toolkit/toolkit.js";
import { type ConfigForm, configSchema, defineConfig, parseConfig, withBudget } from "./config.js";

const parse = (value: unknown, form: ConfigForm = "json") =>
  parseConfig(value, { form, where: (path) => `file:${path.map(String).join(".")}` });

test("what is defined is given back as it is", () => {
  const config = { vaults: ["docs"], budget: 2000 };
  expect(defineConfig(config)).toBe(config);
  expect(parse(config)).toEqual(config);
  expect(parse({})).toEqual({});
});

test("the JSON schema that editors read says what the one that checks says", () => {
  const file = new URL("../../schema/pd.config.v1.json", import.meta.url);
  const made = { ...z.toJSONSchema(configSchema, { io: "input" }), title: "pd.config.json, version 1" };
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(made);
});

describe("a wrong setting is named, with its place and what would be right", () => {
  test.each([
    [{ budgett: 1 }, /no setting "budgett"/, "file:budgett", /Did you mean "budget"/],
    [{ budget: 0 }, /budget should be a whole number/, "file:budget", /from 1/],
    [{ budget: "2000" }, /budget should be/, "file:budget", /from 1/],
    [{ vaults: "docs" }, /vaults should be a list/, "file:vaults", /docs/],
    [{ vaults: ["docs", { path: "" }] }, /vaults\.1/, /^file:vaults\.1/, /docs/],
    [{ vaults: [{ path: "docs", name: "x" }] }, /./, /^file:vaults\.0/, /./],
    [{ counter: "gpt" }, /counter should be "o200k"/, "file:counter", /o200k/],
    [{ counter: "estimate" }, /"estimate" does not exist/, "file:counter", /Leave it out: the default counts exactly/],
    [{ version: 2 }, /has version 2, and this pd reads version 1/, "file:version", /Update pd/],
    [{ größe: 1, version: 2 }, /has version 2/, "file:version", /Update pd/],
    [{ version: "1" }, /version should be 1/, "file:version", /1/],
    [{ mounts: [] }, /Mounts are code/, "file:mounts", /pd\.config\.mjs/],
    [[], /not an object/, "file:", /vaults/],
    [null, /not an object/, "file:", /vaults/],
    ["docs", /not an object/, "file:", /vaults/],
  ])("%j", (value, message, where, fix) => {
    expect(() => parse(value)).toThrow(
      expect.objectContaining({
        code: "configuration-invalid",
        message: expect.stringMatching(message),
        where: typeof where === "string" ? where : expect.stringMatching(where),
        fix: expect.stringMatching(fix),
      }),
    );
  });

  test("a key that steers a terminal is shown, not sent", () => {
    expect(() => parse({ "\u001b]52;c;x\u0007": 1 })).toThrow(/\\u001b\]52/);
  });
});

test("code may hand over mounts, a function that makes them, or a counter of its own", () => {
  const counter = { name: "own", count: () => 1 };
  expect(parse({ mounts: [], counter }, "code")).toEqual({ mounts: [], counter });
  expect(parse({ mounts: () => [] }, "code").mounts).toBeTypeOf("function");
  expect(() => parse({ mounts: "docs" }, "code")).toThrow(/mounts should be a list of mounts/);
  expect(() => parse({ counter: { count: 1 } }, "code")).toThrow(/counter should be/);
});

describe("withBudget", () => {
  const content = createMemoryContent([{ id: "note:a", name: "A", description: "First.", body: "One. ".repeat(400) }]);

  test("requests that give none have it, and those that give one keep theirs", async () => {
    const toolkit = createToolkit({ mounts: [{ content }], operations: withBudget(OPERATIONS, 300) });
    const budgets = await Promise.all([
      toolkit.call("context", { query: "one" }),
      toolkit.call("query", { query: "one" }),
      toolkit.call("node", { nodes: "note:a" }),
      toolkit.call("query", { query: "one", tokenBudget: 900 }),
      toolkit.call("scan", {}),
    ]);
    expect(budgets.map(({ telemetry }) => telemetry.tokenBudget)).toEqual([300, 300, 300, 900, 300]);
    expect(budgets[0].telemetry.tokensUsed).toBeLessThanOrEqual(300);
  });

  test("the schema that a door announces says so, and is as strict as before", async () => {
    const toolkit = createToolkit({ mounts: [{ content }], operations: withBudget(OPERATIONS, 300) });
    const properties = toolkit.tools.find(({ name }) => name === "query")?.inputSchema["properties"];
    expect(properties).toMatchObject({ tokenBudget: { default: 300 } });
    await expect(toolkit.call("query", { query: "one", budget: 1 } as never)).rejects.toThrow(/no field "budget"/);
  });

  test("what is no budget is refused", () => {
    for (const wrong of [0, -1, 1.5, Number.NaN])
      expect(() => withBudget(OPERATIONS, wrong)).toThrow(/not a token budget/);
  });
});
