import { execFileSync } from "node:child_process";
import { createToolkit } from "@pd/core";
import { openApi } from "@pd/http";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { type Callable, callablesIn } from "./callable.js";
import { cliCommand } from "./cli-command.js";
import { curlCommand } from "./curl-command.js";
import { mcpCall } from "./mcp-call.js";
import { formOf } from "./schema-form.js";
import { shellWord } from "./shell-word.js";

const callables = callablesIn(openApi(createToolkit({ mounts: [] }).tools, { title: "pd", hasToken: true }));
const operation = (name: string) => callables.find((each) => each.name === name) as Callable;
const words = (command: string) =>
  execFileSync("sh", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

describe("a word for a shell", () => {
  test("comes out as it went in, whatever is in it", () => {
    const text = fc.string({ unit: "binary" }).filter((word) => !word.includes("\0"));
    const nasty = fc.constantFrom("$(id)", "`id`", "a'b", "a\nb", "!!", "~", "*", "", "-x", "a=b", '"', "\\");
    fc.assert(
      fc.property(fc.array(fc.oneof(text, nasty), { minLength: 1, maxLength: 20 }), (list) => {
        const clean = list.map((word) => Buffer.from(word).toString());
        expect(words(clean.map(shellWord).join(" "))).toEqual(clean);
      }),
      { numRuns: Math.min(25, propertyRuns()) },
    );
  });
});

describe("the same call in a terminal", () => {
  test("words are words, fields are options", () => {
    expect(cliCommand(operation("search"), { query: "token budget", limit: 5 })).toBe(
      "pd search 'token budget' --limit 5",
    );
    expect(cliCommand(operation("node"), { nodes: ["note:a", "b c"], level: 4, tokenBudget: 900 })).toBe(
      "pd node note:a 'b c' --level 4 --token-budget 900",
    );
    expect(cliCommand(operation("context"), { query: "x", nodes: ["a", "b"] })).toBe(
      "pd context x --nodes a --nodes b",
    );
    expect(cliCommand(operation("stats"), {})).toBe("pd stats");
    expect(cliCommand(operation("search"), { query: "ä", graphId: "docs" }, "/my notes/ü")).toBe(
      "pd search 'ä' --vault '/my notes/ü'",
    );
  });

  test("what is on by default is only ever turned off", () => {
    expect(cliCommand(operation("search"), { query: "x", repeat: false })).toBe("pd search x --no-repeat");
    expect(cliCommand(operation("search"), { query: "x", repeat: true })).toBe("pd search x");
  });

  test("a session is a file there, not an id", () => {
    expect(cliCommand(operation("search"), { query: "x", session: "new" })).toBe("pd search x --session session.json");
  });

  test("what begins with a dash is not taken for an option", () => {
    expect(cliCommand(operation("search"), { query: "-v" })).toBe("pd search -- -v");
    expect(cliCommand(operation("search"), { query: "x", tag: "-t" })).toBe("pd search x --tag=-t");
  });

  test("a tool is called by its name, with inner objects as JSON", () => {
    const form = formOf(
      { type: "object", properties: { section_keys: { type: "array", items: { type: "string" } } } },
      {},
    );
    const tool: Callable = { ...operation("scan"), name: "read_skill_file", kind: "tool", form };
    expect(cliCommand(tool, { section_keys: ["a", "b"], more: { x: 1 } })).toBe(
      `pd tool read-skill-file --section-keys a --section-keys b --more '{"x":1}'`,
    );
  });
});

describe("the same call by HTTP", () => {
  test("the token is a variable, never the token", () => {
    const command = curlCommand(operation("search"), { query: "it's $HOME" }, "http://127.0.0.1:1");
    expect(command).toContain('-H "Authorization: Bearer $PD_TOKEN"');
    expect(words(command.replace(/^curl /, "").replace(/-H "[^"]*"/, ""))).toEqual([
      "http://127.0.0.1:1/api/skillgraph/search",
      "--json",
      `{"query":"it's $HOME"}`,
    ]);
  });

  test("what is asked for by address has its fields there", () => {
    expect(curlCommand(operation("validate"), { threshold: 80, graphId: "a b" }, "http://h")).toBe(
      `curl 'http://h/api/skillgraph/validate?threshold=80&graphId=a+b' -H "Authorization: Bearer $PD_TOKEN"`,
    );
  });
});

describe("the same call over MCP", () => {
  test("is tools/call with the arguments as they are", () => {
    expect(JSON.parse(mcpCall(operation("node"), { nodes: "a", level: 4 }) ?? "")).toEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "node", arguments: { nodes: "a", level: 4 } },
    });
  });

  test("R6.3: validate is no tool there", () => {
    expect(mcpCall(operation("validate"), {})).toBeUndefined();
  });
});
