import { resolve } from "node:path";
import {
  createMemorySessionStore,
  type PdEvent,
  registeredOpenTelemetry,
  type SessionLogEntry,
  sessionLogLine,
} from "@pd/core";
import { asCalled, programName } from "../program/name.js";
import type { Serve } from "../tools/arguments.js";
import type { Loading } from "../tools/progress.js";
import { takeStdout } from "../transport/pure-stdout.js";
import { serveStdio } from "../transport/serve-stdio.js";
import { createMcpServer, type PdMcpServer } from "./create-mcp-server.js";
import { type Mounting, servedMounts } from "./served-mounts.js";

/** Serves until the client goes, over HTTP until it is told to stop. Gives back the exit code. */
export async function serve(line: Serve, { addMounts, mountSkills }: Mounting = {}): Promise<number> {
  const { folders, watch, cache, config, maxFiles, structured, ...command } = line;
  // Before anything of the user's is loaded: a configuration is code, and may write where only the protocol belongs.
  const wire = command.http ? undefined : takeStdout();
  let server: PdMcpServer | undefined;
  const reads = new Map<string, Loading>();
  const openTelemetry = registeredOpenTelemetry();
  const served = await servedMounts({
    skills: command.skills && { folders: folders.map((folder) => resolve(folder)), watch, cache, log },
    mountSkills,
    folders,
    maxFiles,
    addMounts,
    // A server keeps up with its files unless it is told not to, by its command or by its configuration.
    watchByDefault: true,
    ...(watch ? {} : { watch: false }),
    onEvent(event) {
      report(event);
      server?.onEvent(event);
    },
    onProgress: (folder, read, all) => void reads.set(folder, { read, all }),
    structured,
    ...(config === undefined ? {} : { config }),
    ...(cache ? {} : { cache: false as const }),
  });
  if (served.notice !== undefined) log(served.notice);
  server = createMcpServer({
    ...served.toolkit,
    // Over stdio nobody else can ask, so that an id may be as short as a model likes it.
    ...(wire === undefined ? {} : { sessions: createMemorySessionStore({ idDigits: 9 }) }),
    structured: served.structured,
    meta: command.meta,
    ...(served.instructions === undefined ? {} : { instructions: served.instructions }),
    operationTools: served.operationTools ?? true,
    onEvent(event) {
      report(event);
      served.onEvent?.(event);
    },
    ...(command.log === undefined ? {} : { onEntry: await entryWriter(command.log) }),
    ...(openTelemetry === undefined ? {} : { openTelemetry }),
    onError: (error) => log(error.message),
    loading: () => [...reads.values()].find(({ read, all }) => read < all),
  });
  try {
    const ids = served.mounts.flatMap(({ content }) => content?.id ?? []);
    if (wire !== undefined && process.stdin.isTTY) log(waiting(ids));
    await (wire === undefined ? overHttp(server, command, ids) : serveStdio(server, wire));
    return 0;
  } finally {
    await served.close();
  }
}

/** Loaded where somebody wants it. */
async function entryWriter(file: string): Promise<(entry: SessionLogEntry) => void> {
  const { openLineLog } = await import("@pd/core/files");
  const lines = openLineLog(file, { onError: (error) => log(`--log: ${String(error)}`) });
  return (entry) => lines.write(sessionLogLine(entry));
}

/** Until it is told to stop. */
async function overHttp(server: PdMcpServer, { port, host }: Pick<Serve, "port" | "host">, ids: readonly string[]) {
  // A client that starts this over stdio does not wait for a web server to be loaded.
  const { serveHttp } = await import("../transport/serve-http.js");
  const token = process.env["PD_TOKEN"];
  const service = await serveHttp(server, { port, host, ...(token ? { tokens: [token] } : {}) });
  log(`${ids.join(", ")} at ${service.url}`);
  await new Promise<void>((stop) => {
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
  await service.close();
}

/** Failures that no client hears of go to stderr; everything else is the client's business. */
function report(event: PdEvent): void {
  switch (event.kind) {
    case "vault-failed":
    case "snapshot-rejected":
    case "watch-degraded":
    case "vectors-failed":
    case "vectors-rejected":
      log(`${event.graphId}: ${"message" in event ? event.message : event.reason}`);
      return;
    case "call-failed":
      if (event.cause !== undefined && event.code === "tool-failed") log(`${event.operation}: ${String(event.cause)}`);
      return;
    default:
      return;
  }
}

/** For a person who starts this by hand, and would otherwise look at a program that says nothing. */
function waiting(ids: readonly string[]): string {
  return `serving ${ids.join(", ")}. Waiting for an MCP client to write JSON-RPC on stdin; Ctrl-C ends this.
A client starts pd-mcp itself. Its configuration: pd-mcp config --client claude-code <folder>
Or serve over HTTP: pd-mcp <folder> --http`;
}

function log(message: string): void {
  process.stderr.write(`${programName()}: ${asCalled(message)}\n`);
}
