import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finding, isPdError, type PdEvent, type ValidateData } from "@pd/core";
import { cacheFolder, workingTree } from "@pd/core/node";
import type { Setting } from "@pd/core/vault";
import type { Invocation } from "./command.js";
import { counted } from "./render/figures.js";
import { kebab } from "./schema-options.js";
import { type Serving, serving } from "./serving.js";

/** One thing that was looked at. */
export interface Diagnosis {
  readonly about: string;
  readonly severity: "ok" | "info" | "warning" | "error";
  readonly message: string;
  readonly fix?: string;
}

const OLDEST_NODE = [20, 19] as const;
/** Findings of a vault that mean a file or folder was left out. */
const SKIPPED: ReadonlySet<string> = new Set([
  ..."file-too-large content-unreadable path-escapes-root folder-unreadable link-outside too-deep".split(" "),
]);
const NAMED = 5;

export async function diagnose(invocation: Invocation): Promise<readonly Diagnosis[]> {
  const before = [nodeVersion(), cacheState(invocation)];
  try {
    return await serving(invocation, async (open) => [
      ...before,
      ...configState(open),
      ...(await vaultStates(open, invocation)),
      ...toolStates(open),
      counterState(open.served.settings),
    ]);
  } catch (error) {
    // What keeps anything from being opened is a finding like the others.
    if (!isPdError(error) || error.code === "cancelled") throw error;
    const about = error.code === "configuration-invalid" ? "config" : "vault";
    const message = error.where === undefined ? error.message : `${error.message} (${error.where})`;
    return [...before, { about, severity: "error", message, ...(error.fix === undefined ? {} : { fix: error.fix }) }];
  }
}

function nodeVersion(): Diagnosis {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  const message = `${process.versions.node} on ${process.platform} ${process.arch}`;
  return isNew
    ? { about: "node", severity: "ok", message }
    : { about: "node", severity: "error", message, fix: `Install Node ${OLDEST_NODE.join(".")} or later.` };
}

function cacheState({ io }: Invocation): Diagnosis {
  const folder = cacheFolder(io.environment);
  try {
    accessSync(nearestFolder(folder), constants.W_OK);
    return { about: "cache", severity: "ok", message: `${folder}, ${snapshotsIn(folder)}` };
  } catch {
    return {
      about: "cache",
      severity: "warning",
      message: `${folder} cannot be written: every start reads all notes`,
      fix: "Set PD_CACHE_DIR to a folder that you may write to.",
    };
  }
}

function nearestFolder(path: string): string {
  const parent = dirname(path);
  return parent === path || statSync(path, { throwIfNoEntry: false }) !== undefined ? path : nearestFolder(parent);
}

function snapshotsIn(folder: string): string {
  try {
    const sizes = readdirSync(join(folder, "vaults")).map((name) => statSync(join(folder, "vaults", name)).size);
    const kilobytes = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024);
    return `${counted(sizes.length, "snapshot")}, ${kilobytes} KB`;
  } catch {
    return "empty";
  }
}

function configState({ served }: Serving): readonly Diagnosis[] {
  const { config } = served;
  if (config === undefined) return [{ about: "config", severity: "info", message: "none", fix: "pd init writes one." }];
  const ran = config.form === "code" ? "code, which was run" : "JSON";
  return [
    { about: "config", severity: "ok", message: `${config.file} (${ran})` },
    ...config.shadowed.map(
      (file): Diagnosis => ({
        about: "config",
        severity: "warning",
        message: `${file} is not used`,
        fix: `Delete it, or ${config.file}.`,
      }),
    ),
  ];
}

async function vaultStates({ served, toolkit, events }: Serving, { io }: Invocation): Promise<readonly Diagnosis[]> {
  const tree = workingTree(io.workingFolder).root;
  const states: Diagnosis[] = [];
  for (const vault of served.vaults) {
    const { data } = await toolkit.call("validate", { graphId: vault.id, limit: 100_000 });
    const { data: stats } = await toolkit.call("stats", { graphId: vault.id });
    const about = "vault";
    const nodes = stats?.nodes ?? 0;
    states.push({
      about,
      severity: nodes === 0 ? "warning" : "ok",
      message: `${vault.id}: ${counted(nodes, "note")}, ${counted(stats?.links ?? 0, "link")}, grade ${stats?.quality.grade}; ${loadedFrom(events, vault.id)}; ${vault.root}`,
      ...(nodes === 0 ? { fix: "Give the folder that holds your notes: --vault <dir>, or pd init <dir>." } : {}),
    });
    if (!vault.root.startsWith(tree))
      states.push({ about, severity: "info", message: `${vault.id} lies outside of the working tree` });
    if (data !== undefined) states.push(...findingStates(vault.id, data));
  }
  return states;
}

function findingStates(id: string, { findings }: ValidateData): readonly Diagnosis[] {
  const broken = findings.filter(({ code }) => code === "broken-link");
  const skipped = findings.filter(({ code }) => SKIPPED.has(code));
  return [
    ...(broken.length === 0
      ? []
      : [
          {
            about: "links",
            severity: "warning" as const,
            message: `${id}: ${counted(broken.length, "broken link")}: ${placesOf(broken)}`,
            fix: "pd validate has each with its file, line and fix.",
          },
        ]),
    ...skipped.slice(0, NAMED).map(
      ({ file, code, message, fix }): Diagnosis => ({
        about: "skipped",
        severity: "warning",
        message: `${file}: ${message}`,
        fix: fix ?? `pd explain ${code}`,
      }),
    ),
    ...(skipped.length > NAMED
      ? [
          {
            about: "skipped",
            severity: "info" as const,
            message: `${skipped.length - NAMED} more`,
            fix: "pd validate --json",
          },
        ]
      : []),
  ];
}

function placesOf(findings: readonly Finding[]): string {
  const named = findings.slice(0, NAMED).map(({ file, line }) => `${file}:${line}`);
  return [...named, ...(findings.length > NAMED ? ["…"] : [])].join(", ");
}

function loadedFrom(events: readonly PdEvent[], graphId: string): string {
  const loaded = events.find((event) => event.kind === "vault-loaded" && event.graphId === graphId);
  const rejected = events.find((event) => event.kind === "snapshot-rejected" && event.graphId === graphId);
  if (loaded?.kind !== "vault-loaded") return "opened";
  const from = loaded.from === "snapshot" ? "from its snapshot" : "from its files";
  const why = rejected?.kind === "snapshot-rejected" ? `, because the snapshot was rejected: ${rejected.reason}` : "";
  return `${from} in ${Math.round(loaded.milliseconds)} ms${why}`;
}

function toolStates({ toolkit }: Serving): readonly Diagnosis[] {
  const tools = toolkit.tools.filter(({ kind }) => kind === "tool").map(({ name }) => kebab(name));
  return tools.length === 0 ? [] : [{ about: "tools", severity: "ok", message: tools.join(", ") }];
}

function counterState(settings: readonly Setting[]): Diagnosis {
  const counter = settings.find(({ name }) => name === "counter")?.value;
  return counter === "words"
    ? {
        about: "tokens",
        severity: "warning",
        message: "counted by words, which sees too few tokens and none in Chinese",
        fix: 'Use the counter "estimate" or "o200k".',
      }
    : { about: "tokens", severity: "ok", message: `counted by ${String(counter)}` };
}
