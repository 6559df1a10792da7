// `npm run mcpb -- [file]`: pd.mcpb, the bundle that desktop clients install by a double click, whose dialog asks for the folders.
// It is checked and packed by the official tool, unpacked again into an empty folder, and asked a question there.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { root, run } from "./run.mjs";

const TOOL = ["-y", "@anthropic-ai/mcpb@2.1.2"];

function mcpb(...args) {
  const { code, output } = run("npx", [...TOOL, ...args], { show: false });
  if (code !== 0) throw new Error(`mcpb ${args[0]}:\n${output}`);
}

function stage(folder) {
  const program = join(root, "apps/pd");
  const { version } = JSON.parse(readFileSync(join(program, "package.json"), "utf8"));
  const manifest = JSON.parse(readFileSync(join(root, "distribution/mcpb/manifest.json"), "utf8"));
  cpSync(join(program, "dist"), join(folder, "server"), { recursive: true });
  // The program is ES modules, which Node takes from the manifest beside it.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", version }));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}

/** Starts what the manifest says, with a folder that somebody chose in the dialog, and gives back the answer to one search. */
async function ask(bundle, notes) {
  const { server } = JSON.parse(readFileSync(join(bundle, "manifest.json"), "utf8"));
  const { command, args } = server.mcp_config;
  const given = args.map((arg) => arg.replace("${__dirname}", bundle).replace("${user_config.folders}", notes));
  const child = spawn(command, given, { cwd: notes, env: { PATH: process.env.PATH, HOME: notes }, stdio: "pipe" });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "mcpb", version: "1" };
  send({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  send({ method: "notifications/initialized" });
  send({ id: 1, method: "tools/call", params: { name: "search", arguments: { query: "ceiling" } } });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line);
      if (message.id === 1) return message.result.content[0].text;
    }
    throw new Error("the server ended without an answer");
  } finally {
    child.kill();
  }
}

const out = resolve(process.argv[2] ?? join(root, "pd.mcpb"));
const scratch = mkdtempSync(join(tmpdir(), "pd-mcpb-"));
try {
  const [folder, unpacked, notes] = ["staged", "unpacked", "notes"].map((name) => join(scratch, name));
  for (const made of [folder, notes]) mkdirSync(made);
  stage(folder);
  mcpb("validate", join(folder, "manifest.json"));
  mcpb("pack", folder, out);
  mcpb("unpack", out, unpacked);
  writeFileSync(join(notes, "grenze.md"), "# Budgets\n\nA token budget is a ceiling, 上限.\n");
  const text = await ask(unpacked, notes);
  if (!text.includes("grenze.md")) throw new Error(`search found no note:\n${text}`);
  console.log(`${out}: ${(statSync(out).size / 1e6).toFixed(1)} MB, valid, answers from a folder`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
