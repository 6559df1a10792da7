import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createConversation } from "@pd/agents";
import { createToolkit, o200k } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelServer } from "./model-server.js";
import { QUESTIONS } from "./questions.js";

/** The SDKs are too heavy for every run: `npm run sdks` installs them and says where. */
const installed = process.env["PD_AGENT_SDKS"];
const docs = fileURLToPath(new URL("../../../docs", import.meta.url));
const examples = fileURLToPath(new URL("../../../examples/agents", import.meta.url));
const programs = readdirSync(examples).filter((file) => file.endsWith(".ts"));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const BUDGET = 8000;

test("there is an example for each SDK", () => {
  const names = ["ai-sdk", "anthropic", "langchain", "mastra", "openai-agents", "openai-chat", "openai-responses"];
  expect(programs).toEqual(names.map((name) => `${name}.ts`));
});

/** What the neutral form tells a model, call by call. */
async function expectedTexts(): Promise<readonly string[]> {
  const toolkit = createToolkit({ mounts: [{ content: await openVault(docs) }] });
  const conversation = createConversation(toolkit, { tokenBudget: BUDGET });
  const texts: string[] = [];
  for (const { tool, input } of QUESTIONS) texts.push((await conversation.call(tool, input)).text);
  return texts;
}

const figures: string[] = [];
afterAll(() => void (figures.length > 0 && process.stdout.write(`${figures.join("\n")}\n`)));

describe.skipIf(installed === undefined)("with the real SDK and a scripted model", () => {
  let expected: readonly string[];
  beforeAll(async () => {
    await o200k.load();
    expected = await expectedTexts();
  });

  test("the list asks for what matters", () => {
    expect(expected).toHaveLength(10);
    expect(expected[5]).toContain("seen");
    expect(expected[7]).toMatch(/^node-unknown/u);
    expect(expected[8]).toMatch(/^input-invalid/u);
    for (const text of expected) expect(text).toMatch(/\[\d+ of 8000 tokens left\]$/u);
  });

  test.each(programs)("%s puts the same ten texts before the model, and answers", async (program) => {
    const server = await startModelServer(QUESTIONS);
    const { PATH = "", HOME = "" } = process.env;
    const env = {
      PATH,
      HOME,
      OPENAI_API_KEY: "none",
      ANTHROPIC_API_KEY: "none",
      OPENAI_BASE_URL: `${server.url}/v1`,
      ANTHROPIC_BASE_URL: server.url,
      // Nothing of a test is to be told to anybody.
      OPENAI_AGENTS_DISABLE_TRACING: "1",
      MASTRA_TELEMETRY_DISABLED: "1",
    };
    const options = { cwd: installed, env, timeout: 120_000 };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", tsx, join(installed ?? "", program), docs, "What is a budget?"],
      options,
    ).finally(() => server.close());
    expect(stdout.trim().split("\n").at(-1)).toBe("Done.");
    expect(server.told).toEqual(expected);
    const tokens = server.told.reduce((sum, text) => sum + o200k.count(text), 0);
    expect(tokens).toBeLessThanOrEqual(BUDGET);
    const announced = o200k.count(JSON.stringify(server.announced));
    figures.push(`${program}: ${tokens} tokens in ten answers, ${announced} tokens of tools a turn`);
  });
});
