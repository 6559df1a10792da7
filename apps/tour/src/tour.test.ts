import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

async function tour(...words: readonly string[]): Promise<string> {
  const { PATH = "", HOME = "" } = process.env;
  const options = { env: { PATH, HOME, NO_COLOR: "1" }, timeout: 600_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words], options);
  return stdout;
}

/** The calls it made and what the meter said after each. */
function stepsIn(said: string) {
  const calls = [...said.matchAll(/^([a-z_]+)(?: .*)?$/gm)].map(([, name]) => name);
  const meter = [...said.matchAll(/ ([\d,]+) of 4,000 tokens \(\+([\d,]+)\)/g)].map(([, spent = "", cost = ""]) => ({
    spent: figure(spent),
    cost: figure(cost),
  }));
  return { calls, meter };
}

function figure(text: string): number {
  return Number(text.replaceAll(",", ""));
}

test("goes from descriptions to text for notes, a skill and a prompt's section, and the meter adds up", async () => {
  const said = await tour();
  const { calls, meter } = stepsIn(said);
  expect(calls).toEqual(["list_skills", "skill", "search", "scan", "read_section", "context"]);
  expect(said).toMatch(/scan explain-an-idea {2}\d+ tokens to open[\s\S]*full explain-an-idea/);
  expect(said).toMatch(/scan Answers {2}\d+ tokens to open[\s\S]*Quote the sentence that answers/);
  expect(meter).toHaveLength(calls.length);
  let sum = 0;
  for (const { spent, cost } of meter) {
    sum += cost;
    expect(spent).toBe(sum);
  }
  expect(sum).toBeLessThanOrEqual(4000);
  expect(said).toMatch(/What it found\n\n {2}“.{40,}/);
});

test("the answer is quoted from the pack, and the end says what grep and reading cost until the same was read", async () => {
  const said = await tour();
  const found = said.slice(said.indexOf("What it found"), said.indexOf("What it cost"));
  expect(found).toContain("Progressive disclosure is the way between.");
  expect(found).toContain("concepts/progressive-disclosure.md, word for word");
  const cost = (name: string) => figure(new RegExp(`^  ${name} +[█░]+ +([\\d,]+) `, "m").exec(said)?.[1] ?? "");
  expect(cost("of it, the pack")).toBeLessThanOrEqual(600);
  expect(cost("pd")).toBeGreaterThan(cost("of it, the pack"));
  expect(cost("grep, then whole files")).toBeGreaterThan(0);
  expect(cost("grep, matching lines")).toBeGreaterThan(0);
  expect(said).toMatch(/grep, .* calls, (?:until the same sentences were read|and not found)/);
});

test("nothing is written down beforehand: another question goes another way", async () => {
  const [one, other] = await Promise.all([tour(), tour("How are sessions bound to a caller?")]);
  expect(stepsIn(other).calls).not.toContain("skill");
  const found = (said: string) => said.slice(said.indexOf("What it found"), said.indexOf("What it cost"));
  expect(found(one)).not.toBe(found(other));
});

test("it says how many notes there are: all of them, and not those that a budget let through", async () => {
  const files = readdirSync(new URL("../../../docs", import.meta.url), { recursive: true, encoding: "utf8" });
  const [, notes] = /docs\/, (\d+) notes/.exec(await tour()) ?? [];
  expect(Number(notes)).toBe(files.filter((file) => file.endsWith(".md")).length);
});

test("every figure from a thousand on is written alike", async () => {
  const said = await tour();
  expect(said).toMatch(/\b\d,\d{3} of 4,000 tokens/);
  // But for what pd itself says to a model, in which a comma would cost a token.
  const own = said.replaceAll(/^ *\[\d+ of \d+ tokens.*\]$/gm, "");
  expect(own).not.toMatch(/\b\d{4,5} tokens|tokenBudget: \d{4}/);
});
