import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { NOTICES } from "pd-tooling/notices";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { HANDSHAKE, startProcess, toolCall } from "../fixtures/process.js";

const folder = mkdtempSync(join(tmpdir(), "pd-mcp-bin-"));
const vault = join(folder, "vault");
const bin = inject("bin");

beforeAll(() => {
  process.env["PD_CACHE_DIR"] = join(folder, "cache");
  process.env["PD_STATE_DIR"] = join(folder, "state");
  mkdirSync(vault);
  writeFileSync(join(vault, "budgets.md"), "# Budgets\n\nA hard ceiling in tokens.\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the bin", () => {
  test("R3.1 says at its start that rules of exclusion cannot be read, and serves nothing", async () => {
    const closed = join(folder, "closed");
    mkdirSync(join(closed, ".pdignore"), { recursive: true });
    writeFileSync(join(closed, "geheim.md"), "# Größe\n\nSECRET\n");
    const server = startProcess({ cwd: closed }, bin, closed);
    server.send(...HANDSHAKE, toolCall(1, "scan"), { jsonrpc: "2.0", id: 2, method: "resources/list" });
    expect(JSON.stringify(await server.answer(1))).toContain(".pdignore");
    expect(await server.answer(2)).toMatchObject({ error: { data: { code: "vault-unreadable" } } });
    server.child.stdin.end();
    await server.ended();
    expect(server.stderr()).toContain('pd-mcp: closed: ".pdignore" is not a regular file');
    expect(server.stdout()).not.toContain("Größe");
  });

  test("says its version", async () => {
    const server = startProcess(bin, "--version");
    expect((await server.ended()).code).toBe(0);
    expect(server.stdout()).toMatch(/^\d+\.\d+\.\d+/);
  });

  test.runIf(process.platform !== "win32")("a reader that stops is no failure", () => {
    const command = `'${process.execPath}' '${bin}' cost '${vault}' --no-config | true; echo "$\{PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", command], { encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["0\n", ""]);
  });

  test("sentences end where they end in the sources, in every script, and katakana words are whole", async () => {
    const texts = join(folder, "texts");
    mkdirSync(texts);
    writeFileSync(join(texts, "cidade.md"), "# Cidade\n\nA cidade de São Paulo é a maior do Brasil. Tem um rio.\n");
    writeFileSync(join(texts, "database.md"), "# データベース\n\nサーバーのデータベースを読む。次の文。\n");
    const server = startProcess(bin, texts, "--no-config");
    server.send(...HANDSHAKE, toolCall(1, "scan"), toolCall(2, "search", { query: "データベース" }));
    const { result: scanned } = await server.answer(1);
    const text = JSON.stringify(scanned?.["content"]);
    expect(text).toContain("A cidade de São Paulo é a maior do Brasil.\\n");
    expect(text).toContain("サーバーのデータベースを読む。");
    expect(text).not.toContain("次の文");
    expect(JSON.stringify(await server.answer(2))).toContain("データベース");
    server.child.stdin.end();
    await server.ended();
  });

  test.runIf(existsSync("/proc/self"))("a home in which nothing can be made is no reason to wait", async () => {
    for (const environment of [{ HOME: "/proc" }, { HOME: folder, XDG_CACHE_HOME: "/proc/x" }]) {
      const env = { PATH: process.env["PATH"] ?? "", ...environment };
      const server = startProcess({ cwd: vault, env }, bin, vault, "--no-config");
      server.send(...HANDSHAKE, toolCall(1, "stats"));
      expect(await server.answer(1)).toMatchObject({ result: { _meta: { "pd/answer": { operation: "stats" } } } });
      server.child.stdin.end();
      expect((await server.ended()).code).toBe(0);
      expect((await startProcess({ cwd: vault, env }, bin, "cost").ended()).code).toBe(0);
    }
  });

  test("the licence of every package that is bundled lies beside the bundle", () => {
    const notices = readFileSync(join(dirname(bin), NOTICES), "utf8");
    const named = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+ \(\S+\)$/gmu)].map(([, name]) => name);
    const expected = ["@modelcontextprotocol/server", "lru-cache", "micromark", "yaml", "zod"];
    expect(named).toEqual(expect.arrayContaining(expected));
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
  ])("serves what a configuration in %s says", async (ending, begin) => {
    const project = mkdtempSync(join(tmpdir(), "pd-mcp-project-"));
    writeFileSync(
      join(project, `pd.config.${ending}`),
      `${begin} { vaults: [{ path: ${JSON.stringify(vault)}, id: "mine" }] };`,
    );
    for (let start = 0; start < 2; start += 1) {
      const server = startProcess({ cwd: project }, bin, "--config", `pd.config.${ending}`);
      server.send(...HANDSHAKE, toolCall(1, "stats"));
      expect(await server.answer(1)).toMatchObject({ result: { _meta: { "pd/answer": { graphId: "mine" } } } });
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
    const server = startProcess({ cwd: project }, bin, "--config", "pd.config.mjs");
    server.send(...HANDSHAKE, toolCall(1, "stats"));
    await server.answer(1);
    server.child.stdin.end();
    await server.ended();
    for (const line of server.stdout().split("\n").slice(0, -1))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(server.stderr()).toContain("noise\nmore noise\n");

    writeFileSync(join(project, "pd.config.mjs"), `${noise}\nthrow new Error("broken");`);
    const failing = startProcess({ cwd: project }, bin, "--config", "pd.config.mjs");
    expect((await failing.ended()).code).toBe(2);
    expect(failing.stdout()).toBe("");
    expect(failing.stderr()).toContain("broken");
    rmSync(project, { recursive: true });
  });

  test.each([
    ["pd.config.mjs", "it was not run"],
    ["pd.config.ts", "it was not run"],
    ["pd.config.json", "left out what lies outside its folder"],
  ])("R6.4a H1 H7 a clone with a hostile %s runs nothing, mounts nothing outside, and answers", async (name, said) => {
    const project = join(realpathSync(mkdtempSync(join(tmpdir(), "pd-mcp-clone-"))), "clone");
    mkdirSync(project);
    mkdirSync(join(project, "../particular"));
    writeFileSync(join(project, "../particular/segredo.md"), "# Segredo\n\nNão.\n");
    writeFileSync(join(project, "nota.md"), "# Nota\n\nDo clone.\n");
    const ran = join(project, "ran");
    const code = `process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(ran)}, ""); export default {};`;
    writeFileSync(join(project, name), name.endsWith("json") ? '{"vaults": ["../particular"]}' : code);
    const server = startProcess({ cwd: project }, bin, "--no-cache");
    server.send(...HANDSHAKE, toolCall(1, "scan"));
    expect(JSON.stringify(await server.answer(1))).toMatch(/nota/u);
    server.child.stdin.end();
    await server.ended();
    expect(server.stdout()).not.toContain("Segredo");
    expect(existsSync(ran)).toBe(false);
    const notices = server
      .stderr()
      .split("\n")
      .filter((line) => line.includes(name));
    expect(notices).toEqual([expect.stringContaining(said)]);
    rmSync(join(project, ".."), { recursive: true });
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

  test("prints what the tools and the instructions that it would serve cost: of two vaults a model has to choose", async () => {
    const costOf = async (...given: readonly string[]) => {
      const server = startProcess({ cwd: folder }, bin, "cost", ...given);
      expect([(await server.ended()).code, server.stderr()]).toEqual([0, ""]);
      const [, sum] = /\ntogether +(\d+) tokens on every turn\n$/.exec(server.stdout()) ?? [];
      return { text: server.stdout(), sum: Number(sum) };
    };
    const plain = await costOf(vault, "--no-config");
    expect(plain.text).toMatch(/^scan +\d+\n/);
    expect(plain.text).toMatch(/\ninstructions +\d+\ntogether/);
    const figures = [...plain.text.matchAll(/^(?!together)\S+ +(\d+)$/gm)].map(([, tokens]) => Number(tokens));
    expect(figures.reduce((sum, tokens) => sum + tokens, 0)).toBe(plain.sum);
    expect((await costOf(vault, "--no-config", "--structured")).sum).toBe(plain.sum);
    const two = await costOf(vault, folder, "--no-config");
    expect(two.sum).toBeGreaterThan(plain.sum);
  });

  test("R2.7 over stdio a session has nine digits, which a model can copy", async () => {
    const server = startProcess(bin, vault, "--no-config");
    server.send(...HANDSHAKE, toolCall(1, "scan", { session: "new" }));
    const { result } = await server.answer(1);
    expect(JSON.stringify(result)).toMatch(/\[session pds_\d{9}\]/);
    server.child.stdin.end();
    await server.ended();
  });

  test.runIf(existsSync("/usr/bin/script"))("in a terminal it says what it waits for, and how to connect", async () => {
    const line = [process.execPath, bin, vault, "--no-config"].map((word) => `'${word}'`).join(" ");
    const terminal = spawn("/usr/bin/script", ["-qec", line, "/dev/null"], { stdio: ["pipe", "pipe", "ignore"] });
    let said = "";
    for await (const chunk of terminal.stdout) {
      said += String(chunk);
      if (said.includes("--http")) break;
    }
    terminal.kill();
    expect(said).toContain("Waiting for an MCP client");
    expect(said).toContain("pd-mcp config --client");
  });
});
