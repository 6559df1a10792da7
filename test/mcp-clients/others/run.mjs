import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Measures what heavier frameworks show a model, `npm run others`. They are installed into a folder that is removed again: 300 MB that no other
// test needs.

const DEPENDENCIES = {
  "@ai-sdk/mcp": "2.0.97",
  "@llamaindex/tools": "0.2.1",
  "@mastra/core": "1.71.0",
  "@mastra/mcp": "2.0.0",
  "@openai/agents": "0.20.0",
  ai: "7.0.170",
  llamaindex: "0.12.1",
  zod: "4.6.7",
};

const folder = mkdtempSync(join(tmpdir(), "pd-mcp-others-"));
try {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: DEPENDENCIES }));
  copyFileSync(new URL("clients.mjs", import.meta.url), join(folder, "clients.mjs"));
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
  run("npx", ["vitest", "run", "src/others.test.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, PD_MCP_OTHERS: join(folder, "clients.mjs") },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, args, options) {
  const { status } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (status !== 0) {
    process.exitCode = 1;
    throw new Error(`${command} ${args.join(" ")} failed`);
  }
}
