import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProtocolError } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Form, o200k } from "@pd/core";
import { type Door, ENFORCEMENT_CASES, runEnforcementCase } from "@pd/core/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { clientOf, ERAS } from "../../fixtures/client.js";
import { HANDSHAKE, startProcess, toolCall } from "../../fixtures/process.js";
import { answerIn, errorIn } from "../../fixtures/tool-answers.js";

const folder = mkdtempSync(join(tmpdir(), "pd-mcp-stdio-"));
const vault = join(folder, "vault");
const cache = join(folder, "cache");
/** Enough to tell a leak from breathing; `PD_MCP_CALLS=10000` asks for more. */
const CALLS = Number(process.env["PD_MCP_CALLS"] ?? 2000);
const bin = inject("bin");
const fixture = inject("stdioServer");

beforeAll(() => {
  process.env["PD_CACHE_DIR"] = cache;
  mkdirSync(vault);
  writeFileSync(join(vault, "budgets.md"), "# Budgets\n\nA hard ceiling in tokens.\n");
  writeFileSync(join(vault, "index.md"), "# Index\n\n[[Budgets]] are kept.\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A real client on a real process. The same answers as the library's: core runs the same cases against itself. */
function doorOf(client: ReturnType<typeof clientOf>): Door {
  return async (operation, input) => {
    try {
      // Text unless a call says otherwise: the cases are of both formats.
      const asked: Readonly<Record<string, unknown>> = { format: "json", ...input };
      const result = await client.callTool({ name: operation, arguments: asked });
      if (result.isError === true) return { error: errorIn(result) };
      return { answer: answerIn(result, asked["format"] === "text" ? "text" : "json") };
    } catch (error) {
      if (error instanceof ProtocolError) return { error: error.data as { code: string } };
      throw error;
    }
  };
}

describe.each(ERAS)("over stdio, to a client of the %s era,", (era) => {
  const client = clientOf(era);
  beforeAll(() =>
    client.connect(new StdioClientTransport({ command: process.execPath, args: [fixture], stderr: "ignore" })),
  );
  afterAll(() => client.close());

  describe.each<Form>(["json", "text"])("in %s form,", (form) => {
    test.each(ENFORCEMENT_CASES)("$rule: $title", async ({ steps, ...one }) => {
      // R6.3: validate is no tool.
      const served = { ...one, steps: steps.filter(({ operation }) => operation !== "validate") };
      expect(await runEnforcementCase(served, doorOf(client), { form, counter: o200k })).toEqual([]);
    });
  });
});

describe("a process", () => {
  test("ends within two seconds when its input ends, and leaves nothing behind", async () => {
    let best = Number.POSITIVE_INFINITY;
    // Ten times at the most: a machine that does much else may make some of them late, but not all.
    for (let attempt = 0; attempt < 10 && best >= 2000; attempt += 1) {
      const server = startProcess(bin, vault);
      server.send(...HANDSHAKE, toolCall(1, "search", { query: "ceiling" }));
      await server.answer(1);
      server.child.stdin.end();
      const { code, milliseconds } = await server.ended();
      expect(code).toBe(0);
      best = Math.min(best, milliseconds);
    }
    expect(best).toBeLessThan(2000);
  });

  test("answers what was asked before its input ended", async () => {
    const server = startProcess(bin, vault);
    server.send(...HANDSHAKE, toolCall(1, "context", { query: "ceiling" }), toolCall(2, "stats"));
    server.child.stdin.end();
    await server.ended();
    expect(server.stdout()).toContain('"id":1');
    expect(server.stdout()).toContain('"id":2');
  });

  test("answers in full what is larger than a pipe holds, though its input has ended", async () => {
    const large = mkdtempSync(join(folder, "large-"));
    writeFileSync(join(large, "large.md"), `# Large\n\n${"A hard ceiling in tokens. ".repeat(4800)}\n`);
    const server = startProcess(bin, large);
    server.send(...HANDSHAKE, toolCall(1, "node", { nodes: ["Large"], level: 4, tokenBudget: 31_000 }));
    server.child.stdin.end();
    await server.ended();
    expect(server.stdout().length).toBeGreaterThan(100_000);
    expect(await server.answer(1)).toHaveProperty("result");
  });

  test("ends when its client is killed", async () => {
    const program = `
      const { spawn } = require("node:child_process");
      const server = spawn(process.execPath, ${JSON.stringify([bin, vault])}, { stdio: ["pipe", "pipe", "ignore"] });
      server.stdout.once("data", () => console.log(server.pid));
      server.stdin.write(${JSON.stringify(`${JSON.stringify(HANDSHAKE[0])}\n`)});
      setInterval(() => {}, 1000);`;
    const client = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(client.stdout, "data");
    const server = Number(String(line));
    expect(isRunning(server)).toBe(true);
    client.kill("SIGKILL");
    while (isRunning(server)) await new Promise((resolve) => void setTimeout(resolve, 50));
  });

  test("passes over what is no message, and goes on", async () => {
    const server = startProcess(bin, vault);
    const garbage = ["", "garbage", "{", '{"jsonrpc":"2.0"}', "[1,2]", "null", "\u0000\ufffd", '{"id":7,"result":1}'];
    server.send(...garbage, ...HANDSHAKE, ...garbage, toolCall(1, "stats"));
    expect(await server.answer(1)).toMatchObject({ result: { _meta: { "pd/answer": { operation: "stats" } } } });
    server.send({ jsonrpc: "2.0", id: 2, method: "nobody/knows" });
    expect(await server.answer(2)).toMatchObject({ error: { code: -32601 } });
    server.send({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: 7 } });
    expect(await server.answer(3)).toMatchObject({ error: { code: -32602 } });
    server.child.stdin.end();
    expect((await server.ended()).code).toBe(0);
    expect(server.stdout()).not.toContain('"id":7');
    // One line each: a log that nobody can read is none.
    for (const line of server.stderr().trim().split("\n")) expect(line).toMatch(/^pd-mcp: Passed over a line/);
  });

  test("answers what would have been a request with an error, so that nobody waits for it", async () => {
    const server = startProcess(bin, vault);
    const call = toolCall(4, "stats");
    server.send(
      { jsonrpc: "1.0", id: 1, method: "tools/list" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: [] },
      { jsonrpc: "2.0", id: 3, method: 7 },
      [call, { ...call, id: 5 }],
      ...HANDSHAKE,
      toolCall(6, "stats"),
    );
    for (const id of [1, 2, 3, 4, 5]) expect(await server.answer(id)).toMatchObject({ error: { code: -32600 } });
    expect(await server.answer(6)).toHaveProperty("result");
    server.child.stdin.end();
    await server.ended();
  });

  test("passes over a line that is larger than any message, and goes on", async () => {
    const server = startProcess(bin, vault);
    server.send(...HANDSHAKE, "x".repeat(11 * 2 ** 20), toolCall(1, "stats"));
    expect(await server.answer(1)).toHaveProperty("result");
    server.child.stdin.end();
    expect((await server.ended()).code).toBe(0);
    expect(server.stderr()).toContain("Passed over a line of more than");
  });

  test("has the protocol on stdout and nothing else, whatever a tool writes", async () => {
    const server = startProcess(fixture);
    server.send(...HANDSHAKE, toolCall(1, "noise"), toolCall(2, "noise"));
    await Promise.all([server.answer(1), server.answer(2)]);
    server.child.stdin.end();
    await server.ended();
    for (const line of server.stdout().split("\n").slice(0, -1))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    for (const words of ["to the console", "straight to stdout", "later"]) expect(server.stderr()).toContain(words);
  });

  test(`holds no more after ${CALLS} calls`, async () => {
    const server = startProcess("--expose-gc", fixture);
    server.send(...HANDSHAKE);
    let id = 1;
    const call = (name: string, given?: object) => {
      id += 1;
      server.send(toolCall(id, name, given));
      return id;
    };
    const held = async () => {
      const { result } = await server.answer(call("memory"));
      const [block] = (result?.["content"] ?? []) as readonly { readonly text: string }[];
      return JSON.parse(block?.text ?? "") as { heap: number; handles: number; listeners: number };
    };
    const round = async (calls: number) => {
      for (let done = 0; done < calls; done += 100) {
        for (let one = 0; one < 100; one += 1) {
          const bad = one % 10 === 0 ? { query: 7 } : { query: "alpha beta", limit: 3 };
          call("search", one % 25 === 0 ? { query: "delta", session: "new" } : bad);
        }
        await server.answer(id);
      }
    };
    // Code is compiled and the fixture's few sessions are all taken; from here on it may breathe, and not grow.
    await round(1000);
    const before = await held();
    await round(CALLS);
    const after = await held();
    server.child.stdin.end();
    await server.ended();
    expect(after.handles).toBe(before.handles);
    expect(after.listeners).toBe(before.listeners);
    // The collector leaves up to a third of this behind, however many calls there were; an answer that is kept takes a kilobyte each time.
    expect(after.heap - before.heap).toBeLessThan(2 ** 20);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
