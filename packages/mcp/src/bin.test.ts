import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HANDSHAKE, startProcess, toolCall } from "../fixtures/process.js";
import { bundleBin } from "../scripts/bundle.js";

const folder = mkdtempSync(join(tmpdir(), "pd-mcp-bin-"));
const vault = join(folder, "vault");
let bin = "";

beforeAll(async () => {
  process.env["PD_CACHE_DIR"] = join(folder, "cache");
  bin = await bundleBin(folder);
  mkdirSync(vault);
  writeFileSync(join(vault, "budgets.md"), "# Budgets\n\nA hard ceiling in tokens.\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const caches = () => readdirSync(join(folder, "cache", "code")).map((name) => join(folder, "cache", "code", name));

/** The scripts of which compiled code is kept: each begins with the name of its cache. */
function kept(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".cjs"))
    .filter((name) => {
      const [, hash = "none"] = /^\/\/ (\w+)\n/.exec(readFileSync(join(folder, name), "utf8")) ?? [];
      return caches().some((file) => file.includes(hash));
    })
    .sort();
}

describe("the bin", () => {
  test("compiles from its cache the second time", async () => {
    for (let start = 0; start < 2; start += 1) {
      const server = startProcess({ cwd: vault }, bin, vault);
      server.send(...HANDSHAKE);
      await server.answer(0);
      server.child.stdin.end();
      await server.ended();
    }
    // Of what every start runs, and of what reads files; a client that asks for no more than this does not come to the rest.
    expect(kept()).toEqual(["main.cjs", "seldom.cjs"]);
  });

  test("loads the SDK where a client asks for more than tools, and compiles it from a cache of its own", async () => {
    for (let start = 0; start < 2; start += 1) {
      const server = startProcess({ cwd: vault }, bin, vault);
      server.send(...HANDSHAKE, toolCall(1, "stats"), { jsonrpc: "2.0", id: 2, method: "resources/list" });
      expect(await server.answer(1)).toMatchObject({ result: { structuredContent: { operation: "stats" } } });
      expect(await server.answer(2)).toMatchObject({ result: { resources: [{ title: "Budgets" }] } });
      server.child.stdin.end();
      await server.ended();
    }
    expect(kept()).toEqual(["apart.cjs", "main.cjs", "seldom.cjs"]);
  });

  test("runs without a cache that can be trusted", async () => {
    for (const file of caches()) writeFileSync(file, "not a cache");
    const server = startProcess(bin, "--version");
    expect((await server.ended()).code).toBe(0);
    expect(server.stdout()).toMatch(/^\d+\.\d+\.\d+/);
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

  test("has the protocol on stdout and nothing else, whatever a configuration writes while it is loaded", async () => {
    const project = mkdtempSync(join(tmpdir(), "pd-mcp-project-"));
    const noise = 'console.log("noise"); process.stdout.write("more noise\\n");';
    const vaults = `export default { vaults: [{ path: ${JSON.stringify(vault)} }] };`;
    writeFileSync(join(project, "pd.config.mjs"), `${noise}\n${vaults}`);
    const server = startProcess({ cwd: project }, bin);
    server.send(...HANDSHAKE, toolCall(1, "stats"));
    await server.answer(1);
    server.child.stdin.end();
    await server.ended();
    for (const line of server.stdout().split("\n").slice(0, -1))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(server.stderr()).toContain("noise\nmore noise\n");

    writeFileSync(join(project, "pd.config.mjs"), `${noise}\nthrow new Error("broken");`);
    const failing = startProcess({ cwd: project }, bin);
    expect((await failing.ended()).code).toBe(2);
    expect(failing.stdout()).toBe("");
    expect(failing.stderr()).toContain("broken");
    rmSync(project, { recursive: true });
  });

  test.each(["claude-code", "claude-desktop", "cursor", "vscode"])(
    "prints a configuration for %s that can be redirected into its file",
    async (client) => {
      const server = startProcess(bin, "config", "--client", client, vault);
      await server.ended();
      expect(JSON.stringify(JSON.parse(server.stdout()))).toContain(JSON.stringify(vault));
      expect(server.stderr()).toContain("Goes into");
    },
  );

  test("says that a folder in a configuration does not exist, and takes the one it is in where none is named", async () => {
    const server = startProcess({ cwd: vault }, bin, "config", "--client", "cursor", "no/such/folder");
    await server.ended();
    expect(server.stderr()).toContain("There is no folder");
    const here = startProcess({ cwd: vault }, bin, "config", "--client", "cursor");
    await here.ended();
    expect(JSON.parse(here.stdout()).mcpServers.pd.args.slice(1)).toEqual([realpathSync(vault)]);
  });

  test("prints what the tools cost", async () => {
    const server = startProcess(bin, "cost");
    await server.ended();
    expect(server.stdout()).toMatch(/scan +\d+\n(?:.*\n)*together +\d+ tokens/);
  });
});
