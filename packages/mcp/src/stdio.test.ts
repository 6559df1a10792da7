import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ProtocolError } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { estimate, type Form } from "@pd/core";
import { type Door, ENFORCEMENT_CASES, runEnforcementCase } from "@pd/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientOf, ERAS } from "../fixtures/client.js";
import { HANDSHAKE, startProcess, toolCall } from "../fixtures/process.js";
import { bundleBin, bundleFixture } from "../scripts/bundle.js";

const folder = mkdtempSync(join(tmpdir(), "pd-mcp-stdio-"));
const vault = join(folder, "vault");
const cache = join(folder, "cache");
let bin = "";
let fixture = "";

beforeAll(async () => {
  process.env["PD_CACHE_DIR"] = cache;
  bin = await bundleBin(folder);
  fixture = await bundleFixture(fileURLToPath(new URL("../fixtures/stdio-server.ts", import.meta.url)), folder);
  mkdirSync(vault);
  writeFileSync(join(vault, "budgets.md"), "# Budgets\n\nA hard ceiling in tokens.\n");
  writeFileSync(join(vault, "index.md"), "# Index\n\n[[Budgets]] are kept.\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A real client on a real process. The same answers as the library's: core runs the same cases against itself. */
function doorOf(client: ReturnType<typeof clientOf>): Door {
  return async (operation, input) => {
    try {
      const result = await client.callTool({ name: operation, arguments: { ...input } });
      if (result.isError !== true) return { answer: result.structuredContent };
      const [block] = result.content as readonly { readonly text?: string }[];
      return { error: JSON.parse(block?.text ?? "") };
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
      expect(await runEnforcementCase(served, doorOf(client), { form, counter: estimate })).toEqual([]);
    });
  });
});

describe("a process", () => {
  test("ends within two seconds when its input ends, and leaves nothing behind", async () => {
    const server = startProcess(bin, vault);
    server.send(...HANDSHAKE, toolCall(1, "search", { query: "ceiling" }));
    await server.answer(1);
    server.child.stdin.end();
    const { code, milliseconds } = await server.ended();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(2000);
  });

  test("answers what was asked before its input ended", async () => {
    const server = startProcess(bin, vault);
    server.send(...HANDSHAKE, toolCall(1, "context", { query: "ceiling" }), toolCall(2, "stats"));
    server.child.stdin.end();
    await server.ended();
    expect(server.stdout()).toContain('"id":1');
    expect(server.stdout()).toContain('"id":2');
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
    const deadline = performance.now() + 5000;
    while (isRunning(server) && performance.now() < deadline)
      await new Promise((resolve) => void setTimeout(resolve, 50));
    expect(isRunning(server)).toBe(false);
  });

  test("passes over what is no message, and goes on", async () => {
    const server = startProcess(bin, vault);
    const garbage = [
      "",
      "garbage",
      "{",
      '{"jsonrpc":"2.0"}',
      "[1,2]",
      "null",
      "\u0000\ufffd",
      '{"jsonrpc":"1.0","id":9,"method":"x"}',
    ];
    server.send(...garbage, ...HANDSHAKE, ...garbage, toolCall(1, "stats"));
    expect(await server.answer(1)).toMatchObject({ result: { structuredContent: { operation: "stats" } } });
    server.send({ jsonrpc: "2.0", id: 2, method: "nobody/knows" });
    expect(await server.answer(2)).toMatchObject({ error: { code: -32601 } });
    server.send({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: 7 } });
    expect(await server.answer(3)).toMatchObject({ error: { code: -32602 } });
    server.child.stdin.end();
    expect((await server.ended()).code).toBe(0);
  });

  test("ends where a message is larger than any, and does not swallow the memory", async () => {
    const server = startProcess(bin, vault);
    server.child.stdin.write("x".repeat(11 * 2 ** 20));
    expect((await server.ended()).code).toBe(0);
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

  test("holds no more after ten thousand calls", async () => {
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
    await round(2000);
    const before = await held();
    await round(10_000);
    const after = await held();
    server.child.stdin.end();
    await server.ended();
    expect(after.handles).toBe(before.handles);
    expect(after.listeners).toBe(before.listeners);
    expect((after.heap - before.heap) / 10_000).toBeLessThan(100);
  });
});

describe("the bin", () => {
  test("compiles from its cache the second time", async () => {
    for (let start = 0; start < 2; start += 1) {
      const server = startProcess(bin, vault);
      server.send(...HANDSHAKE);
      await server.answer(0);
      server.child.stdin.end();
      await server.ended();
    }
    expect(readdirSync(folder).filter((name) => name.endsWith(".cache"))).toHaveLength(1);
  });

  test("runs without a cache that can be trusted or written", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "pd-mcp-bin-"));
    for (const name of ["bin.js", "main.cjs", "import-config.js", "package.json"])
      copyFileSync(join(folder, name), join(elsewhere, name));
    writeFileSync(join(elsewhere, `main.cjs.${process.version}-${process.arch}.cache`), "not a cache");
    const server = startProcess(join(elsewhere, "bin.js"), "--version");
    expect((await server.ended()).code).toBe(0);
    expect(server.stdout()).toMatch(/^\d+\.\d+\.\d+/);
    rmSync(elsewhere, { recursive: true });
  });

  test.each([
    [["--nonsense"], "--help"],
    [["no/such/folder"], "Give the path of a folder"],
    [["docs", "--http", "--port", "x"], "--port 3000"],
    [["docs", "--host", "0.0.0.0"], "--http"],
    [["config", "--client", "emacs"], "claude-code, claude-desktop, cursor, vscode, codex"],
  ])("says on stderr what is wrong and what would work, and exits with 2: %j", async (given, fix) => {
    const server = startProcess(bin, ...given);
    expect((await server.ended()).code).toBe(2);
    expect(server.stderr()).toContain(fix);
    expect(server.stdout()).toBe("");
  });

  test("listens beyond this machine only with a token", async () => {
    const server = startProcess(bin, vault, "--http", "--port", "0", "--host", "0.0.0.0");
    expect((await server.ended()).code).toBe(2);
    expect(server.stderr()).toContain("PD_TOKEN");
  });

  test.each([
    ["mjs", "export default"],
    ["ts", "const mounts: unknown[] = []; export default"],
  ])("serves what a configuration in %s says, from its cache as well", async (ending, begin) => {
    const project = mkdtempSync(join(tmpdir(), "pd-mcp-project-"));
    writeFileSync(
      join(project, `pd.config.${ending}`),
      `${begin} { vaults: [{ path: ${JSON.stringify(vault)}, id: "mine" }] };`,
    );
    for (let start = 0; start < 2; start += 1) {
      const server = startProcess({ cwd: project }, bin);
      server.send(...HANDSHAKE, toolCall(1, "stats"));
      expect(await server.answer(1)).toMatchObject({ result: { structuredContent: { graphId: "mine" } } });
      server.child.stdin.end();
      await server.ended();
    }
    rmSync(project, { recursive: true });
  });

  test("prints what the tools cost", async () => {
    const server = startProcess(bin, "cost");
    await server.ended();
    expect(server.stdout()).toMatch(/scan +\d+\n(?:.*\n)*together +\d+ tokens/);
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
