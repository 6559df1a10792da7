import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const require = createRequire(import.meta.url);
const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));
const running: ChildProcess[] = [];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pd-http-bin-"));
  writeFileSync(join(folder, "Budgets.md"), "# Budgets\n\nA budget is a ceiling. See [[Levels]].\n");
  writeFileSync(join(folder, "Levels.md"), "# Levels\n\nThere are five.\n");
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly child: ChildProcess;
  readonly output: { text: string; errors: string };
  readonly ended: Promise<number | null>;
}

function run(...args: readonly string[]): Run {
  const child = spawn(process.execPath, ["--import", require.resolve("tsx"), "--conditions=@pd/source", bin, ...args], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    env: { ...process.env, PD_TOKEN: "" },
  });
  running.push(child);
  const output = { text: "", errors: "" };
  child.stdout.on("data", (data: Buffer) => {
    output.text += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => {
    output.errors += data.toString();
  });
  return { child, output, ended: new Promise((resolve) => child.on("close", resolve)) };
}

async function addressOf({ output, ended }: Run): Promise<string> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const url = /"url":"([^"]+)"/.exec(output.text)?.[1];
    if (url !== undefined) return url;
    if (isOver) throw new Error(output.errors);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("pd-http", () => {
  test("R6.7 serves a folder until it is asked to end, and logs lines of JSON", async () => {
    const one = run(folder, "--port", "0", "--no-config", "--no-cache");
    const url = await addressOf(one);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const search = await fetch(`${url}/api/skillgraph/search`, {
      method: "POST",
      body: '{"query":"SECRET ceiling"}',
      headers: { "content-type": "application/json" },
    });
    expect(await search.json()).toMatchObject({ nodes: [{ name: "Budgets" }, {}] });
    while ((await fetch(`${url}/ready`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/pd_vault_nodes\{graph="[^"]+"\} 2/);
    one.child.kill("SIGTERM");
    expect(await one.ended).toBe(0);
    const lines = one.output.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({ message: "request", route: "/api/skillgraph/search", status: 200 }),
    );
    expect(lines.at(-1)).toMatchObject({ message: "closed" });
    expect(one.output.text).not.toContain("SECRET");
  });

  test("says what is wrong and what would work, with an exit code", async () => {
    const wrong = run(folder, "--port", "many");
    const missing = run(join(folder, "missing"), "--port", "0", "--no-config");
    expect([await wrong.ended, wrong.output.errors]).toEqual([2, expect.stringContaining("--port is a whole number")]);
    expect([await missing.ended, missing.output.errors]).toEqual([1, expect.stringContaining("does not exist")]);
    expect(missing.output.errors).not.toMatch(/\n\s+at /);
  });
});
