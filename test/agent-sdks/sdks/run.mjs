import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Runs the examples of @pd/agents against their SDKs, `npm run sdks`. These are installed into a folder that is removed again: 400 MB that no
// other test needs. PD_AGENT_SDKS names such a folder that is there already.

const DEPENDENCIES = {
  "@ai-sdk/openai": "4.0.115",
  "@anthropic-ai/sdk": "1.9.0",
  "@langchain/core": "1.2.13",
  "@langchain/langgraph": "1.4.18",
  "@langchain/mcp-adapters": "1.1.4",
  "@langchain/openai": "1.5.8",
  "@mastra/core": "1.71.0",
  "@openai/agents": "0.20.0",
  ai: "7.0.170",
  langchain: "1.5.14",
  openai: "7.55.0",
  zod: "4.6.7",
};
// One copy of each, of versions that are all to be had.
const OVERRIDES = {
  "@langchain/core": "1.2.13",
  "@langchain/langgraph": "1.4.18",
  "@langchain/langgraph-checkpoint": "1.1.5",
  "@langchain/langgraph-sdk": "1.12.0",
  "@langchain/protocol": "0.0.19",
};

const here = import.meta.dirname;
const root = join(here, "../../..");
const manifestOf = (name) => JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));

const given = process.env.PD_AGENT_SDKS;
const folder = given ?? mkdtempSync(join(tmpdir(), "pd-agent-sdks-"));
try {
  if (given === undefined) installSdks();
  // As a stranger has them: what is packed, and no source.
  for (const name of ["core", "agents"]) installOwn(name);
  cpSync(join(root, "examples/agents"), folder, { recursive: true });
  checkTypes();
  run("npx", ["vitest", "run", "src/sdks.test.ts"], {
    cwd: join(here, ".."),
    env: { ...process.env, PD_AGENT_SDKS: folder },
  });
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
}

function installSdks() {
  const { dependencies } = manifestOf("core");
  const manifest = {
    private: true,
    type: "module",
    dependencies: { ...dependencies, ...DEPENDENCIES },
    overrides: OVERRIDES,
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"], { cwd: folder });
}

function installOwn(name) {
  const target = join(folder, "node_modules/@pd", name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const manifest = manifestOf(name);
  for (const entry of Object.values(manifest.exports)) if (typeof entry === "object") delete entry["@pd/source"];
  writeFileSync(join(target, "package.json"), JSON.stringify(manifest));
  cpSync(join(root, "packages", name, "dist"), join(target, "dist"), { recursive: true });
}

/** The tools have the types that each SDK asks for. */
function checkTypes() {
  const compilerOptions = {
    target: "ES2023",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    typeRoots: [join(here, "../node_modules/@types")],
    types: ["node"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts", "over-mcp/*.ts"] }));
  run(join(here, "../node_modules/.bin/tsc"), ["-p", folder], { cwd: folder });
}

function run(command, args, options) {
  const { status } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (status !== 0) {
    process.exitCode = 1;
    throw new Error(`${command} ${args.join(" ")} failed`);
  }
}
