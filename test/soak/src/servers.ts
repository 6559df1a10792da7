import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const binOf = (name: string) => join(dirname(require.resolve(`${name}/package.json`)), "dist", "bin.js");
export const mcpBin = binOf("@pd/mcp");

/** A server in a process of its own. */
export interface Served {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** `--rate 0`: fifty clients of one machine are no attack. */
export function serveHttp(folder: string, tokens: readonly string[]): Promise<Served> {
  const asked = tokens.flatMap((token) => ["--token", token]);
  const options = ["--port", "0", "--no-config", "--no-cache", "--log", "json", "--rate", "0"];
  return started("pd-http", [binOf("@pd/http"), folder, ...options, ...asked], {});
}

export function serveMcp(folder: string, tokens: readonly string[]): Promise<Served> {
  const program = join(import.meta.dirname, "..", "children", "serve-mcp.mjs");
  return started("pd-mcp over HTTP", [program, folder], { PD_TOKENS: tokens.join(" ") });
}

async function started(name: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Served> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const url = await urlIn(child, name);
  const pid = child.pid ?? 0;
  return {
    name,
    url,
    pid,
    async stop() {
      if (child.exitCode !== null) throw new Error(`${name} had ended by itself, with ${child.exitCode}`);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function urlIn(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer) => {
      // Read to the end of its life, as a collector of logs would.
      if (said.length < 10_000) said += chunk.toString();
      const [, url] = /listening on (http:\/\/[^\s"]+)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}: ${said}`)));
  });
}

/** What a process holds, as Linux tells it. */
export interface Held {
  readonly megabytes: number;
  readonly descriptors: number;
  /** Those of them that are connections. */
  readonly connections: number;
}

export function heldBy(pid: number): Held {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const folder = `/proc/${pid}/fd`;
  const descriptors = readdirSync(folder);
  return {
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000,
    descriptors: descriptors.length,
    connections: descriptors.filter((name) => isSocket(`${folder}/${name}`)).length,
  };
}

function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(descriptor).startsWith("socket:");
  } catch {
    // Closed since it was listed.
    return false;
  }
}
