import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import {
  COUNTER_TABLE,
  type CounterKind,
  type Finding,
  isPdError,
  type PdEvent,
  type StatsData,
  type ValidateData,
} from "@pd/core";
import { cacheFolder, type LoadedConfig, workingTree } from "@pd/core/files";
import { lookAtFolder, type Setting, type Vault } from "@pd/core/vault";
import type { Invocation } from "../command.js";
import { counted, thousands } from "../render/figures.js";
import { type Serving, serving } from "../serving.js";
import { shellWord } from "../terminal/safe-text.js";
import { sameVaults } from "../terminal/write-answer.js";
import { standingOf } from "./config-standing.js";
import { folderState } from "./folder-state.js";

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
  "content-unreadable",
  "file-too-large",
  "folder-unreadable",
  "ignore-unreadable",
  "link-nowhere",
  "link-outside",
  "not-a-file",
  "path-escapes-root",
  "too-deep",
]);
const NAMED = 5;
/** Of broken links: their paths may be long. */
const PLACES = 3;

export async function diagnose(invocation: Invocation): Promise<readonly Diagnosis[]> {
  const before = [nodeVersion(), cacheState(invocation)];
  try {
    return await serving({ ...invocation, look: true }, async (open) => [
      ...before,
      ...configState(open),
      ...(await vaultStates(open, invocation)),
      ...(await storedStates(open)),
      ...counterState(open.served.settings),
      ...(await embedderStates(open)),
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
    return { about: "cache", severity: "ok", message: `${snapshotsIn(folder)}; ${folder}` };
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
    const names = readdirSync(join(folder, "vaults")).filter((name) => !name.endsWith(".vectors"));
    const sizes = names.map((name) => statSync(join(folder, "vaults", name)).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return `${counted(sizes.length, "snapshot")}, ${sizeOf(bytes)}`;
  } catch {
    return "empty";
  }
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${thousands(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function configState({ served }: Serving): readonly Diagnosis[] {
  const { config } = served;
  if (config === undefined) return [{ about: "config", severity: "info", message: "none", fix: "pd init writes one." }];
  return [
    standing(config),
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

/** Whether it counts; of one that does not in part or at all, what would change that. */
function standing(config: LoadedConfig): Diagnosis {
  const { file, notice, reading } = config;
  if (notice !== undefined) return { about: "config", severity: "warning", ...notice };
  const message = `${file} (${standingOf(config)})`;
  if (reading !== "not-run") return { about: "config", severity: "ok", message };
  const fix = "Its vaults are not looked at: name them with --vault <dir>. pd tool runs it, and lists its tools.";
  return { about: "config", severity: "info", message, fix };
}

/** What an embedder is known to have done. It is not asked: looking opens no connection. */
async function embedderStates({ served }: Serving): Promise<readonly Diagnosis[]> {
  const { value } = served.settings.find(({ name }) => name === "embedder") ?? {};
  if (typeof value !== "string") return [];
  const states: Diagnosis[] = [];
  for (const vault of served.vaults) {
    const { made = 0, all = 0 } = (await vault.vectors({ wait: false })) ?? {};
    const message = `${value}: ${thousands(made)} of ${counted(all, "text")} of ${vault.id} have vectors`;
    if (made === all) states.push({ about: "embedder", severity: "ok", message });
    else {
      const fix = "Any search in a terminal makes the rest and shows how far it is; a server makes them meanwhile.";
      states.push({ about: "embedder", severity: "info", message, fix });
    }
  }
  return states;
}

async function vaultStates(open: Serving, { io, parsed }: Invocation): Promise<readonly Diagnosis[]> {
  const { served, toolkit } = open;
  const tree = workingTree(io.workingFolder).root;
  const states: Diagnosis[] = [];
  for (const vault of served.vaults) {
    const { data } = await toolkit.call("validate", { graphId: vault.id, limit: 100_000 });
    const { data: stats } = await toolkit.call("stats", { graphId: vault.id });
    const graph = served.vaults.length > 1 ? ` --graph ${shellWord(vault.id)}` : "";
    const validate = `pd validate${sameVaults(parsed)}${graph}`;
    states.push(vaultState(vault, stats, { open, validate }));
    const { exclude, gitignore, dialect } = served.config?.config ?? {};
    states.push(folderState(lookAtFolder(vault.root, { exclude, gitignore, dialect }), stats?.nodes ?? 0));
    if (relative(tree, vault.root).split(sep)[0] === "..") states.push(outside(vault));
    if (data !== undefined) states.push(...findingStates(vault.id, data, validate));
  }
  return states;
}

/** Contents that are kept on another machine: whether they can be reached and read. */
async function storedStates({ served, toolkit }: Serving): Promise<readonly Diagnosis[]> {
  const own = new Set<unknown>(served.vaults);
  const stored = served.mounts.flatMap(({ content }) =>
    content !== undefined && !own.has(content) && "ready" in content ? [content] : [],
  );
  const states: Diagnosis[] = [];
  for (const { id } of stored) {
    try {
      const { data: stats } = await toolkit.call("stats", { graphId: id });
      const message = `${id}: ${counted(stats?.nodes ?? 0, "note")}, ${counted(stats?.links ?? 0, "link")}`;
      states.push({ about: "database", severity: "ok", message });
    } catch (error) {
      if (!isPdError(error) || error.code === "cancelled") throw error;
      const fix = error.fix ?? `pd explain ${error.code} says what to do.`;
      states.push({ about: "database", severity: "error", message: `${id}: ${error.message}`, fix });
    }
  }
  return states;
}

const GRADES_TO_MEND: ReadonlySet<string> = new Set(["D", "F"]);

function vaultState(
  { id, root }: Vault,
  stats: StatsData | undefined,
  { open, validate }: { readonly open: Serving; readonly validate: string },
): Diagnosis {
  const { nodes = 0, links = 0, quality } = stats ?? {};
  const grade = quality?.grade ?? "";
  const figures = [counted(nodes, "note"), counted(links, "link"), ...(nodes === 0 ? [] : [`grade ${grade}`])];
  const message = `${id}: ${figures.join(", ")}; ${loadedFrom(open.events, id)}; ${root}`;
  const about = "vault";
  if (nodes === 0) {
    const fix = "Give the folder that holds your notes: --vault <dir>, or pd init <dir>.";
    return { about, severity: "warning", message, fix };
  }
  return GRADES_TO_MEND.has(grade)
    ? { about, severity: "warning", message, fix: `${validate} says what costs points.` }
    : { about, severity: "ok", message };
}

function outside({ id }: Vault): Diagnosis {
  return {
    about: "vault",
    severity: "info",
    message: `${id} lies outside of the working tree, so a pd.config there is not looked at`,
    fix: "None is needed to read it; start pd in that folder to have its configuration.",
  };
}

function findingStates(id: string, { findings, counts }: ValidateData, validate: string): readonly Diagnosis[] {
  // Of many findings, the answer has as many as its budget allows; all are counted.
  const all = counts.find(({ name }) => name === "broken-link")?.count ?? 0;
  const broken = findings.filter(({ code }) => code === "broken-link");
  const skipped = findings.filter(({ code }) => SKIPPED.has(code));
  return [
    ...(broken.length === 0
      ? []
      : [
          {
            about: "links",
            severity: "warning" as const,
            message: `${id}: ${counted(all, "broken link")}: ${placesOf(broken)}`,
            fix: `${validate} has each with its file, line and fix.`,
          },
        ]),
    ...skipped.slice(0, NAMED).map(
      ({ file, code, message, fix }): Diagnosis => ({
        about: "skipped",
        severity: "warning",
        message: `${file}: ${message}`,
        fix: fix ?? `pd explain ${code} says what to do.`,
      }),
    ),
    ...(skipped.length > NAMED
      ? [
          {
            about: "skipped",
            severity: "info" as const,
            message: `${counted(skipped.length - NAMED, "more file")} or folders`,
            fix: `${validate} --json --limit 100000 has all of them.`,
          },
        ]
      : []),
  ];
}

function placesOf(findings: readonly Finding[]): string {
  const named = findings.slice(0, PLACES).map(({ file, line }) => `${file}:${line}`);
  return [...named, ...(findings.length > PLACES ? ["…"] : [])].join(", ");
}

/** What was really done: a snapshot that is out of date is of little use. */
function loadedFrom(events: readonly PdEvent[], graphId: string): string {
  const loaded = events.find((event) => event.kind === "vault-loaded" && event.graphId === graphId);
  const rejected = events.find((event) => event.kind === "snapshot-rejected" && event.graphId === graphId);
  if (loaded?.kind !== "vault-loaded") return "opened";
  const { from, nodes, reread = 0, milliseconds } = loaded;
  const why = rejected?.kind === "snapshot-rejected" ? `, because the snapshot was rejected: ${rejected.reason}` : "";
  const time = milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  if (from === "files") return `from its files in ${time}${why}`;
  if (reread === 0) return `from its snapshot in ${time}`;
  const anew = `${thousands(reread)} of ${thousands(nodes)} read anew, because their files are new or have changed`;
  return `from its snapshot in ${time}, ${anew}`;
}

function counterState(settings: readonly Setting[]): readonly Diagnosis[] {
  const counter = settings.find(({ name }) => name === "counter")?.value ?? null;
  // Code that was not run says which.
  if (counter === null) return [];
  const name = String(counter);
  const flaw = new Map<string, CounterKind>(Object.entries(COUNTER_TABLE)).get(name)?.flaw;
  if (flaw === undefined) return [{ about: "tokens", severity: "ok", message: `counted by ${name}` }];
  return [
    {
      about: "tokens",
      severity: "warning",
      message: `counted by ${name}, ${flaw}`,
      fix: "Leave the counter out: the default counts exactly.",
    },
  ];
}
