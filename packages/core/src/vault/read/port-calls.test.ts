import { expect, test } from "vitest";
import type { Content } from "../../ports/content.js";
import { createToolkit } from "../../toolkit/toolkit.js";
import { temporaryVault } from "../testing/temporary-vault.js";

/** What an answer may cost a content on another machine, in calls. */
const MOST_CALLS = 12;

/** The same content, which writes down every call of its ports. */
function counting(content: Content): { readonly content: Content; readonly calls: string[] } {
  const calls: string[] = [];
  const noting = <Port extends object>(port: Port): Port =>
    Object.fromEntries(
      Object.entries(port).map(([name, part]: [string, unknown]) => [
        name,
        typeof part !== "function"
          ? part
          : (...given: readonly unknown[]) => {
              calls.push(name);
              return Reflect.apply(part, port, given) as unknown;
            },
      ]),
    ) as Port;
  const open: Content["open"] = async (options) => {
    calls.push("open");
    const reading = await content.open(options);
    return { ...reading, version: reading.version, graph: noting(reading.graph), source: noting(reading.source) };
  };
  return { calls, content: { id: content.id, open } };
}

const COUNT = 60;

/** Notes about harbours that link to each other, half of them long, one language beside another. */
function harbours() {
  const vault = temporaryVault();
  for (let at = 0; at < COUNT; at += 1) {
    const links = [1, 2, 3, 5, 8].map((step) => `See [[Hafen ${(at + step) % COUNT}]] for the tide.`).join("\n\n");
    const parts = Array.from({ length: at % 2 === 0 ? 12 : 2 }, (_, part) => {
      return `## Part ${part}\n\nThe harbour ${at} has a pier number ${part}, 港口 and ships. ${"Ropes and tide tables. ".repeat(6)}`;
    });
    vault.write(
      `ports/hafen-${at}.md`,
      `# Hafen ${at}\n\nA harbour by the sea.\n\n${links}\n\n${parts.join("\n\n")}\n`,
    );
  }
  return vault;
}

const QUESTIONS = [
  { query: "harbour pier ships", format: "text", tokenBudget: 2000 },
  { query: "harbour pier ships", format: "json", tokenBudget: 6000 },
  { query: "港口", format: "json", tokenBudget: 6000 },
  { query: "tide", nodes: ["Hafen 3", "Hafen 4", "[[Hafen 6#Part 2]]"], format: "json", tokenBudget: 6000 },
  { query: "", format: "json", tokenBudget: 6000 },
  { query: "", format: "text", tokenBudget: 2000 },
  { nodes: Array.from({ length: 20 }, (_, at) => `Hafen ${at}`), format: "json", tokenBudget: 3000 },
] as const;

test.each(QUESTIONS)("R3.5 context asks a content at most twelve times, whatever it packs: %o", async (question) => {
  const { vault } = await harbours().open();
  const { content, calls } = counting(vault);
  const toolkit = createToolkit({ mounts: [{ content }] });
  const alone = createToolkit({ mounts: [{ content: vault }] });
  const answer = await toolkit.call("context", question);
  expect(answer).toEqual(await alone.call("context", question));
  expect(answer.nodes.length).toBeGreaterThan(2);
  expect(calls.length, calls.join(" ")).toBeLessThanOrEqual(MOST_CALLS);
});

test.each([
  ["node", { nodes: Array.from({ length: 12 }, (_, at) => `Hafen ${at}`), level: 2 }],
  ["node", { nodes: Array.from({ length: 12 }, (_, at) => `Hafen ${at}`), level: 3 }],
  ["query", { query: "harbour", top: 3 }],
  ["search", { query: "harbour" }],
] as const)("R3.5 %s asks no more for many nodes than for some", async (name, input) => {
  const { vault } = await harbours().open();
  const { content, calls } = counting(vault);
  await createToolkit({ mounts: [{ content }] }).call(name, input);
  expect(calls.length, calls.join(" ")).toBeLessThanOrEqual(MOST_CALLS);
});
