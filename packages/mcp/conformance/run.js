/**
 * Runs the official conformance suite against a server on this package's own handler and guard, and MCP Inspector's command line against the
 * bin. Both want Node 22, which npm brings: so it needs the network, and is a command of its own.
 *
 *     npm run conformance
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "pd-tooling/bundled-bin";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const NODE = "node@22";
const REVISION = "2026-07-28";
/** Extensions are on no revision's list, so each is asked for by name. */
const SKILLS = ["sep-2640-skills-enumeration", "sep-2640-skills-manifest", "sep-2640-skills-directory"];

const folder = mkdtempSync(join(tmpdir(), "pd-conformance-"));
const failures = fileURLToPath(new URL("expected-failures.yml", import.meta.url));
// Inside the package: what is not bundled is found from there.
const built = fileURLToPath(new URL("../node_modules/.pd-conformance", import.meta.url));
await bundle({ bin: "src/bin.ts", fixture: "conformance/fixture.ts" }, built);
const server = spawn(process.execPath, [join(built, "fixture.js")], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const url = await firstLine(server.stdout);
  const suite = [SUITE, "conformance", "server", "--url", url];
  const inspector = [INSPECTOR, "mcp-inspector", "--cli"];
  const overStdio = [process.execPath, join(built, "bin.js"), madeVault(folder)];
  const runs = [
    [...suite, "--requirements", REVISION, "--expected-failures", failures],
    ...SKILLS.map((scenario) => [...suite, "--scenario", scenario, "--spec-version", REVISION, "--force"]),
    ...[overStdio, [url]].flatMap((target) => [
      [...inspector, ...target, "--method", "tools/list", "--strict"],
      [...inspector, ...target, "--method", "tools/call", "--tool-name", "search", "--tool-arg", "query=budgets"],
      [...inspector, ...target, "--method", "resources/list"],
      [...inspector, ...target, "--method", "prompts/list"],
    ]),
    [...inspector, url, "--method", "skills/list", "--verify"],
  ];
  const failed = runs.filter((run) => !passes(run));
  for (const run of failed) console.error(`Failed: ${run.join(" ")}`);
  console.log(`${runs.length - failed.length} of ${runs.length} runs as they should be`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  server.kill();
  for (const made of [folder, built]) rmSync(made, { recursive: true, force: true });
}

/** @param {readonly string[]} run a package, its command and what stands behind it */
function passes([name = "", ...command]) {
  const { status } = spawnSync("npx", ["-y", "-p", NODE, "-p", name, ...command], {
    stdio: "inherit",
    cwd: folder,
    timeout: 600_000,
  });
  return status === 0;
}

/** @param {string} within */
function madeVault(within) {
  const vault = join(within, "vault");
  mkdirSync(vault);
  writeFileSync(join(vault, "budgets.md"), "# Budgets\n\nA hard ceiling in tokens.\n");
  writeFileSync(join(vault, "index.md"), "# Index\n\n[[Budgets]] are kept.\n");
  return vault;
}

/**
 * @param {import("node:stream").Readable} stream
 * @returns {Promise<string>}
 */
async function firstLine(stream) {
  let text = "";
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
  }
  throw new Error("The fixture server ended before it said where it is");
}
