import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MCP } from "./cases/mcp.js";
import { cpuOf } from "./drivers/server.js";
import { builtBin, makeHostilePlace } from "./place.js";
import { expectHarmless, withinCeiling } from "./promises.js";

const place = makeHostilePlace();
let child: ChildProcessWithoutNullStreams;
let lines: string[] = [];
let errors = "";
let asked = 100;

function start(): ChildProcessWithoutNullStreams {
  const args = [builtBin("@pd/mcp"), place.vault, "--no-config", "--no-watch", "--no-cache"];
  const started = spawn(process.execPath, args, { stdio: "pipe" });
  createInterface({ input: started.stdout }).on("line", (line) => void lines.push(line));
  started.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  started.stdin.on("error", () => undefined);
  return started;
}

const send = (line: string | Uint8Array) => {
  child.stdin.write(line);
  child.stdin.write("\n");
};

/** Asks for something good, and waits for its answer: what was sent before has been read by then. */
async function good(): Promise<string> {
  asked += 1;
  send(
    JSON.stringify({
      jsonrpc: "2.0",
      id: asked,
      method: "tools/call",
      params: { name: "node", arguments: { nodes: "Alpha", level: 1 } },
    }),
  );
  const isAnswer = (line: string) => line.includes(`"id":${asked},`) || line.includes(`"id":${asked}}`);
  while (!lines.some(isAnswer)) {
    expect(child.exitCode).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return lines.find(isAnswer) ?? "";
}

beforeAll(async () => {
  child = start();
  const clientInfo = { name: "hostile", version: "1" };
  send(
    JSON.stringify({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    }),
  );
  send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  await good();
});
afterAll(() => {
  child.kill();
  place.remove();
});

test.each(MCP)("%s", async (_, line, expected) => {
  await withinCeiling(
    async () => {
      lines = [];
      send(line);
      expect(await good()).toContain("note:alpha");
    },
    () => cpuOf(child.pid ?? 0),
  );
  // Answers may come in any order: one that needs longer is waited for.
  while (expected !== "nothing" && !lines.some(isSeventh)) {
    expect(child.exitCode).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const answer = lines.find(isSeventh);
  for (const one of lines) expect(() => JSON.parse(one)).not.toThrow();
  expectHarmless(lines.join("\n") + errors);
  switch (expected) {
    case "nothing":
      expect(answer === undefined || answer.includes('"error"')).toBe(true);
      break;
    case "error":
      expect(answer).toMatch(/"error":|"isError":true/u);
      break;
    case "result":
      expect(answer).toMatch(/"result":/u);
      break;
  }
});

function isSeventh(line: string): boolean {
  return line.includes('"id":7,') || line.includes('"id":7}');
}

test("stdin that closes ends the process, and says nothing more", async () => {
  const own = start();
  lines = [];
  own.stdin.write('{"jsonrpc":"2.0","id":1,"meth');
  own.stdin.end();
  const [code] = await once(own, "exit");
  expect(code).toBe(0);
  expectHarmless(lines.join("\n"));
});
