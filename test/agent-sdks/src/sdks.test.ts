import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createConversation } from "@pd/agents";
import { createToolkit, o200k } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelServer } from "./model-server.js";
import { QUESTIONS, type Question } from "./questions.js";
import { serveNotes } from "./serve-notes.js";

/** The SDKs are too heavy for every run: `npm run sdks` installs them and says where. */
const installed = process.env["PD_AGENT_SDKS"];
const docs = fileURLToPath(new URL("../../../docs", import.meta.url));
const examples = fileURLToPath(new URL("../../../examples/agents", import.meta.url));
const programs = readdirSync(examples).filter((file) => file.endsWith(".ts"));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const BUDGET = 8000;
/** `npm init -y`, `npm install …`, `npx tsx agent.ts`. */
const COMMANDS = 3;

/** Lines that somebody has to write: neither empty nor a comment. */
function codeLines(program: string): number {
  return program.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//")).length;
}

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

  /** Runs an example against a model that asks these questions, and gives back what it read. */
  async function conversationOf(program: string, where: string, questions: readonly Question[]) {
    const server = await startModelServer(questions);
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
      ["--import", tsx, join(installed ?? "", program), where, "What is a budget?"],
      options,
    ).finally(() => server.close());
    expect(stdout.trim().split("\n").at(-1)).toBe("Done.");
    return server;
  }

  test.each(programs)("%s puts the same ten texts before the model, and answers", async (program) => {
    const { told, announced } = await conversationOf(program, docs, QUESTIONS);
    expect(told).toEqual(expected);
    const tokens = told.reduce((sum, text) => sum + o200k.count(text), 0);
    expect(tokens).toBeLessThanOrEqual(BUDGET);
    const ofTools = o200k.count(JSON.stringify(announced));
    const lines = codeLines(readFileSync(join(examples, program), "utf8"));
    figures.push(
      `${program}: ${tokens} tokens in ten answers, ${ofTools} tokens of tools a turn, ${COMMANDS} commands and ${lines} lines of code from npm init`,
    );
  });

  test("over-mcp/langgraph.ts puts the text of the server before the model, and nothing else", async () => {
    const toolkit = createToolkit({ mounts: [{ content: await openVault(docs) }] });
    const questions = QUESTIONS.filter(({ tool }) => tool === "search" || tool === "context").filter(
      ({ input }) => "query" in input,
    );
    const server = await serveNotes(docs);
    try {
      const { told } = await conversationOf("over-mcp/langgraph.ts", server.url, questions);
      const texts = [];
      for (const { tool, input } of questions) {
        texts.push(((await toolkit.call(tool, { ...input, format: "text" })) as { readonly text: string }).text);
      }
      expect(told).toEqual(texts);
    } finally {
      server.close();
    }
  });
});
