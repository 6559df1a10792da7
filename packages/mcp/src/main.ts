import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { estimate, isPdError, type PdEvent } from "@pd/core";
import { loadConfig } from "@pd/core/node";
import { mountsFrom } from "@pd/core/vault";
import { type Configure, parseArguments, type Serve } from "./arguments.js";
import { clientConfig } from "./client-config.js";
import { createMcpServer, type PdMcpServer } from "./create-mcp-server.js";
import { HELP } from "./help.js";
import type { Loading } from "./progress.js";
import { type Output, takeStdout } from "./pure-stdout.js";
import { toolCosts } from "./tool-list.js";
import { VERSION } from "./version.js";

export interface Program {
  /** Where the bin lies, for configurations that start it. */
  readonly bin: string;
  /** Hears of each call that is answered. */
  readonly onCall?: () => void;
}

/** What `pd-mcp` does. Gives back the exit code. */
export async function main(given: readonly string[], program: Program): Promise<number> {
  try {
    return await run(given, program);
  } catch (error) {
    process.stderr.write(`pd-mcp: ${worded(error)}\n`);
    return 2;
  }
}

async function run(given: readonly string[], { bin, onCall }: Program): Promise<number> {
  const command = parseArguments(given);
  switch (command.command) {
    case "help":
      process.stdout.write(HELP);
      return 0;
    case "version":
      process.stdout.write(`${VERSION}\n`);
      return 0;
    case "cost":
      return printCost();
    case "config":
      return printConfig(command, bin);
    case "serve":
      return serve(command, onCall);
  }
}

async function serve({ folders, watch, cache, config, ...command }: Serve, onCall: Program["onCall"]): Promise<number> {
  // Before anything of the user's is loaded: a configuration is code, and may write where only the protocol belongs.
  const wire = command.http ? undefined : takeStdout();
  let server: PdMcpServer | undefined;
  const reads = new Map<string, Loading>();
  const served = await mountsFrom({
    folders,
    watch: watch && (await watchSetting(config)) !== false,
    onEvent(event) {
      report(event);
      server?.onEvent(event);
    },
    onProgress: (folder, read, all) => void reads.set(folder, { read, all }),
    ...(config === undefined ? {} : { config }),
    ...(cache ? {} : { cache: false as const }),
  });
  server = createMcpServer({
    ...served.toolkit,
    onEvent(event) {
      report(event);
      if (event.kind === "call-finished") onCall?.();
    },
    onError: (error) => log(error.message),
    loading: () => [...reads.values()].find(({ read, all }) => read < all),
  });
  try {
    const ids = served.mounts.flatMap(({ content }) => content?.id ?? []);
    await (wire === undefined ? overHttp(server, command, ids) : overStdio(server, wire));
    return 0;
  } finally {
    await served.close();
  }
}

/** A server keeps up with its files unless it is told not to, by its command or by its configuration. */
async function watchSetting(config: Serve["config"]): Promise<boolean | undefined> {
  if (config === false) return undefined;
  const loaded = await loadConfig({ file: config });
  return loaded?.config.watch;
}

// Each way is loaded only where it is taken: a client that starts this over stdio does not wait for a web server.

async function overStdio(server: PdMcpServer, wire: Output): Promise<void> {
  const { serveStdio } = await import("./serve-stdio.js");
  await serveStdio(server, wire);
}

/** Until it is told to stop. */
async function overHttp(server: PdMcpServer, { port, host }: Pick<Serve, "port" | "host">, ids: readonly string[]) {
  const { serveHttp } = await import("./serve-http.js");
  const token = process.env["PD_TOKEN"];
  const service = await serveHttp(server, { port, host, ...(token ? { tokens: [token] } : {}) });
  log(`${ids.join(", ")} at ${service.url}`);
  await new Promise<void>((stop) => {
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
  await service.close();
}

/** What goes into the file is on stdout and nothing else, so that it can be redirected there. */
function printConfig({ client, folders }: Configure, bin: string): number {
  const served = (folders.length === 0 ? ["."] : folders).map((folder) => resolve(folder));
  const { place, text, command } = clientConfig(client, { command: process.execPath, args: [bin, ...served] });
  for (const folder of served) {
    if (!existsSync(folder)) process.stderr.write(`There is no folder ${folder} yet.\n`);
  }
  process.stderr.write(`${command === undefined ? "" : `Run: ${command}\nOr: `}Goes into ${place}:\n`);
  process.stdout.write(`${text}\n`);
  return 0;
}

/** By core's own estimate, which leans to the safe side. */
function printCost(): number {
  const { tools } = createMcpServer({ mounts: [] });
  const costs = toolCosts(tools, estimate);
  for (const { name, tokens } of costs) process.stdout.write(`${name.padEnd(10)} ${String(tokens).padStart(5)}\n`);
  const sum = costs.reduce((total, { tokens }) => total + tokens, 0);
  process.stdout.write(`${"together".padEnd(10)} ${String(sum).padStart(5)} tokens on every turn\n`);
  return 0;
}

/** Failures that no client hears of go to stderr; everything else is the client's business. */
function report(event: PdEvent): void {
  switch (event.kind) {
    case "vault-failed":
    case "snapshot-rejected":
    case "module-abandoned":
    case "watch-degraded":
      log(`${event.graphId}: ${"message" in event ? event.message : event.reason}`);
      return;
    case "call-failed":
      if (event.cause !== undefined && event.code === "tool-failed") log(`${event.operation}: ${String(event.cause)}`);
      return;
    default:
      return;
  }
}

function log(message: string): void {
  process.stderr.write(`pd-mcp: ${message}\n`);
}

function worded(error: unknown): string {
  if (!isPdError(error)) return error instanceof Error ? error.message : String(error);
  const place = error.where === undefined || error.message.includes(error.where) ? "" : ` (${error.where})`;
  return `${error.message}${place}${error.fix === undefined ? "" : `\n${error.fix}`}`;
}
