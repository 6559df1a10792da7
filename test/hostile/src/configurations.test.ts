import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CONFIGURATIONS, type ConfigCase } from "./cases/configurations.js";
import { startServer } from "./drivers/server.js";
import { builtBin } from "./place.js";
import { expectHarmless, OUTSIDE } from "./promises.js";

const top = realpathSync(mkdtempSync(join(tmpdir(), "pd-hostile-clone-")));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let clones = 0;

interface Clone {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  ran(): boolean;
}

/** A repository as it was cloned, beside a folder that is somebody's own. */
function cloned({ files, links = {}, modes = {}, owners = {} }: ConfigCase): Clone {
  clones += 1;
  const root = join(top, String(clones));
  const folder = join(root, "clone");
  const outside = join(root, "particular");
  const mark = join(root, "ran");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write(".git/HEAD", "");
  write("notes/alpha.md", "---\ndescription: The first\n---\n\n# Alpha\n\nShort.\n");
  write("../particular/segredo.md", `# Segredo\n\n${OUTSIDE}\n`);
  write("../particular/pd.config.json", '{"vaults":["."]}');
  for (const [path, text] of Object.entries(files))
    write(path, text.replaceAll("MARK", mark).replaceAll("OUTSIDE", outside));
  for (const [path, target] of Object.entries(links))
    symlinkSync(target.replace("OUTSIDE", outside), join(folder, path));
  for (const [path, mode] of Object.entries(modes)) chmodSync(join(folder, path), mode);
  for (const [path, owner] of Object.entries(owners)) chownSync(join(folder, path), owner, owner);
  const own = { PD_CACHE_DIR: join(root, "cache"), PD_STATE_DIR: join(root, "state"), HOME: join(root, "home") };
  return { folder, environment: own, ran: () => existsSync(mark) };
}

const runs = process.platform === "win32" ? [] : CONFIGURATIONS;
const cases = runs.filter(({ owners }) => owners === undefined || process.getuid?.() === 0);

/** What a bin says until it ends; lines given to it first. */
function said(bin: string, args: readonly string[], { folder, environment }: Clone, lines: readonly object[] = []) {
  const child = spawn(process.execPath, [builtBin(bin), ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
      // The last line is the one that is waited for.
      if (lines.length > 0 && written.stdout.includes('"id":9')) child.stdin.end();
    });
  for (const line of lines) child.stdin.write(`${JSON.stringify(line)}\n`);
  if (lines.length === 0) child.stdin.end();
  return new Promise<typeof written & { readonly code: number | null }>((resolve) =>
    child.on("close", (code) => resolve({ ...written, code })),
  );
}

const HELLO = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "hostile", version: "1" } };
const ASKED = [
  { jsonrpc: "2.0", id: 1, method: "initialize", params: HELLO },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "scan", arguments: {} } },
];

describe.each(cases.map((one) => [one.name, one] as const))(
  "R6.4a a clone with %s runs nothing, leaks nothing and is answered",
  (_, one) => {
    const expectHeld = (clone: Clone, output: string, notices: string) => {
      expect(clone.ran()).toBe(false);
      expectHarmless(output);
      expect(output).not.toContain("Segredo");
      expect(notices.split("\n").filter((line) => line.includes(one.told))).toHaveLength(1);
    };

    test("by pd scan", async () => {
      const clone = cloned(one);
      const { code, stdout, stderr } = await said("@pd/cli", ["scan"], clone);
      expect([code, stdout.length > 0]).toEqual([0, true]);
      expectHeld(clone, stdout + stderr, stderr);
    });

    test("by pd config and pd doctor", async () => {
      const clone = cloned(one);
      for (const command of ["config", "doctor"]) {
        const { code, stdout, stderr } = await said("@pd/cli", [command, "--json"], clone);
        expect(code).toBe(0);
        expectHeld(clone, stdout + stderr, stdout);
      }
    });

    test("by pd-mcp", async () => {
      const clone = cloned(one);
      const { code, stdout, stderr } = await said("@pd/mcp", [], clone, ASKED);
      expect([code, stdout.includes("nodesVisited")]).toEqual([0, true]);
      expectHeld(clone, stdout + stderr, stderr);
    });

    test("by pd-http", async () => {
      const clone = cloned(one);
      const server = await startServer([builtBin("@pd/http"), "--port", "0"], clone.environment, clone.folder);
      const answer = await fetch(`${server.url}/api/skillgraph/scan`, {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      });
      const body = await answer.text();
      await server.close();
      expect(answer.status).toBe(200);
      const notices = server
        .said()
        .split("\n")
        .filter((line) => line.startsWith("pd-http:"));
      expectHeld(clone, body + server.said(), notices.join("\n"));
    });
  },
);

test.skipIf(process.platform === "win32")("H14 a planted cache of compiled configurations is not run", async () => {
  const clone = cloned({
    name: "",
    files: { "pd.config.ts": 'const x: string = "é"; export default { vaults: ["notes"] };' },
    told: "",
  });
  const named = ["scan", "--config", "pd.config.ts"];
  // What is kept there is found out in a cache of one's own, then put into one that everybody can write.
  expect((await said("@pd/cli", named, clone)).code).toBe(0);
  const cache = join(clone.environment["PD_CACHE_DIR"] ?? "", "jiti");
  const kept = readdirSync(cache);
  expect(kept.length).toBeGreaterThan(0);
  const act = `require("node:fs").writeFileSync(${JSON.stringify(join(clone.folder, "../ran"))}, "ran");`;
  for (const name of kept) {
    const text = readFileSync(join(cache, name), "utf8");
    // The digest of the source stands at the end: whoever plants one knows it.
    writeFileSync(join(cache, name), `${act} ${text}`);
  }
  chmodSync(cache, 0o777);
  expect((await said("@pd/cli", named, clone)).code).toBe(0);
  expect(clone.ran()).toBe(false);
});
