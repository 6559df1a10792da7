#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { escapeControls, isPdError } from "@pd/core";
import { type CommandLine, HELP, parseCommandLine } from "./node/command-line.js";
import { createLogWriter } from "./node/log-writer.js";
import { start } from "./node/start.js";

const STARTED_WRONG = 1;
const CALLED_WRONG = 2;

process.stdout.on("error", () => undefined);

try {
  const command = parseCommandLine(process.argv.slice(2), process.env);
  if (command === "help") process.stdout.write(HELP);
  else if (command === "version") process.stdout.write(`${version()}\n`);
  else await run(command);
} catch (error) {
  fail(error, isPdError(error) && error.code === "input-invalid" ? CALLED_WRONG : STARTED_WRONG);
}

async function run(line: CommandLine): Promise<void> {
  const log = createLogWriter(process.stdout);
  const server = await start(line, { log });
  log.write({ time: new Date().toISOString(), level: "info", message: `listening on ${server.url}`, url: server.url });
  log.flush();
  let isClosing = false;
  const close = async () => {
    // Asked twice: whoever asks does not want to wait.
    if (isClosing) process.exit(STARTED_WRONG);
    isClosing = true;
    await server.close();
    log.write({ time: new Date().toISOString(), level: "info", message: "closed" });
    log.flush();
  };
  process.on("SIGINT", () => void close());
  process.on("SIGTERM", () => void close());
}

function fail(error: unknown, code: number): void {
  const known = isPdError(error) ? error : undefined;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`pd-http: ${escapeControls(message)}\n`);
  if (known?.fix !== undefined) process.stderr.write(`  ${escapeControls(known.fix)}\n`);
  process.exitCode = code;
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}
