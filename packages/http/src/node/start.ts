import { hostname } from "node:os";
import {
  type AddMounts,
  createToolkit,
  type OnEvent,
  type PdEvent,
  recorded,
  sessionLogLine,
  type Toolkit,
  withCallSpans,
} from "@pd/core";
import { openLineLog } from "@pd/core/files";
import {
  createGuard,
  type GuardOptions,
  isLoopback,
  LOOPBACK_HOSTS,
  type RateOptions,
  requireTokenFor,
} from "@pd/core/guard";
import { mountsFrom, type ServedMounts } from "@pd/core/vault";
import { createHttpApp, type HttpApp } from "../create-http-app.js";
import { createMetrics, type Metrics } from "../telemetry/metrics.js";
import { registeredTracing } from "../telemetry/otel.js";
import type { CommandLine } from "./command-line.js";
import type { LogWriter } from "./log-writer.js";
import { type HttpServer, serve } from "./serve.js";

export interface StartOptions {
  readonly log: LogWriter;
  /** How the program is called by whoever started it. */
  readonly name?: string;
  readonly workingFolder?: string;
  readonly addMounts?: AddMounts | undefined;
}

/** On one's own machine the limit only stops what has run wild; beyond it, it shares out. */
const OWN_RATE: RateOptions = { perSecond: 20_000 };

/** Opens what the command line names, and serves it. */
export async function start(
  line: CommandLine,
  { log, name = "pd-http", workingFolder, addMounts }: StartOptions,
): Promise<HttpServer> {
  // What is wrong with the command line is said before a large folder is read.
  requireTokenFor(line.host, createGuard({ ...accessOf(line), tokens: line.tokens }));
  const metrics = createMetrics();
  const onEvent = withCallSpans(eventsTo(log, metrics));
  const served = await mountsFrom({
    folders: line.folders,
    config: line.config,
    watchByDefault: true,
    ...(line.watch ? {} : { watch: false }),
    maxFiles: line.maxFiles,
    workingFolder,
    addMounts,
    onEvent,
    ...(line.cache ? {} : { cache: false }),
  });
  tellNotice(served, { log, name });
  try {
    const state = readiness(served);
    const app = await appOf(line, { served, metrics, log, onEvent, isReady: () => state.isReady });
    const server = await serve(app, { port: line.port, host: line.host });
    return {
      ...server,
      async close() {
        state.isReady = false;
        await server.close();
        await served.close();
      },
    };
  } catch (error) {
    await served.close();
    throw error;
  }
}

/** What of a configuration does not count, because nobody has trusted it: in the log, and to whoever started this. */
function tellNotice({ notice, config }: ServedMounts, { log, name }: { log: LogWriter; name: string }): void {
  if (notice === undefined) return;
  const time = new Date().toISOString();
  log.write({ time, level: "warn", message: "configuration-limited", file: config?.file, reason: notice });
  process.stderr.write(`${name}: ${notice}\n`);
}

interface Parts {
  readonly served: ServedMounts;
  readonly metrics: Metrics;
  readonly log: LogWriter;
  readonly onEvent: OnEvent;
  readonly isReady: () => boolean;
}

async function appOf(line: CommandLine, { served, metrics, log, onEvent, isReady }: Parts): Promise<HttpApp> {
  return createHttpApp({
    toolkit: logged(createToolkit({ ...served.toolkit, onEvent }), line.sessionLog),
    metrics,
    isReady,
    tracing: registeredTracing(),
    token: line.tokens,
    ...accessOf(line),
    limits: {
      ...(line.seconds === undefined ? {} : { callMilliseconds: 1000 * line.seconds }),
      ...(line.bodyBytes === undefined ? {} : { bodyBytes: line.bodyBytes }),
    },
    onRequest(record, cause) {
      if (line.log === false) return;
      log.write(cause === undefined ? record : { ...record, cause: String(cause) });
    },
  });
}

/** With every call and its answer in a file, where the command line names one. */
function logged(toolkit: Toolkit, file: string | undefined): Toolkit {
  if (file === undefined) return toolkit;
  const lines = openLineLog(file, {
    onError: (error) => void process.stderr.write(`--session-log: ${String(error)}\n`),
  });
  return recorded(toolkit, { onEntry: (entry) => lines.write(sessionLogLine(entry)) });
}

/** Who may ask, and how often. */
function accessOf(line: CommandLine): Omit<GuardOptions, "tokens"> {
  const { host, allowHosts, allowOrigins } = line;
  const isOwn = isLoopback(host);
  // Who listens beyond this machine is reached by names and addresses that only the network knows.
  const names = isOwn ? [host] : [hostname(), host].filter((name) => NAME.test(name));
  return {
    hosts: [...LOOPBACK_HOSTS, ...names, ...allowHosts],
    addresses: !isOwn,
    origins: allowOrigins,
    ...rateOf(line, isOwn),
  };
}

/** A machine may call itself anything; only what can be in a `Host` header is a name here. */
const NAME = /^[A-Za-z0-9._-]+$/;

function rateOf({ rate, tokens }: CommandLine, isOwn: boolean): { readonly rate?: RateOptions | false } {
  if (rate === 0) return { rate: false };
  if (rate !== undefined) return { rate: { perSecond: rate } };
  return isOwn && tokens.length === 0 ? { rate: OWN_RATE } : {};
}

/** Ready once all body text is indexed; a vault that fails to be says so in the log. */
function readiness({ vaults }: ServedMounts): { isReady: boolean } {
  const state = { isReady: vaults.length === 0 };
  void Promise.all(vaults.map((vault) => vault.ready())).then(
    () => {
      state.isReady = true;
    },
    () => undefined,
  );
  return state;
}

/** Calls are told of by the request's own line; of the rest, what a keeper of the server wants to know. */
function eventsTo(log: LogWriter, metrics: Metrics): OnEvent {
  return (event) => {
    metrics.onEvent(event);
    const level = levelOf(event);
    if (level === undefined) return;
    const { kind, at, ...more } = event;
    const cause = "cause" in more && more.cause !== undefined ? { cause: String(more.cause) } : {};
    log.write({ time: new Date(at).toISOString(), level, message: kind, ...more, ...cause });
  };
}

function levelOf({ kind }: PdEvent): "info" | "warn" | "error" | undefined {
  switch (kind) {
    case "vault-loaded":
    case "vault-indexed":
    case "vault-changed":
    case "vectors-made":
      return "info";
    case "snapshot-rejected":
    case "watch-degraded":
    case "vectors-failed":
    case "vectors-rejected":
      return "warn";
    case "vault-failed":
      return "error";
    case "call-started":
    case "call-finished":
    case "call-failed":
    case "node-disclosed":
    case "node-omitted":
    case "session-created":
    case "session-ended":
    case "vectors-progress":
      return undefined;
  }
}
