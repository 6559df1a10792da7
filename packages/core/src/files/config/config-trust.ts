import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { isPdError } from "../../model/errors.js";
import type { PdConfig } from "../../ports/config.js";
import { escapeControls } from "../../text/escape-controls.js";
import { readSmallFileSync } from "../small-file.js";
import { isWithin } from "../working-tree.js";
import { type TrustedFile, trustedAs } from "./trust-store.js";

/**
 * Why a configuration may do what it says, or may not. `unneeded`: it asks for nothing that needs trust; `changed`: it is not what its person
 * trusted; `refused`: other users could have written it, or it lies elsewhere, so that nothing of it counts.
 */
export type ConfigStanding = "named" | "trusted" | "unneeded" | "untrusted" | "changed" | "refused";

/** What each setting may do without trust. A new setting must be given its place here. */
const WITHOUT_TRUST: Readonly<Record<keyof PdConfig, "all" | "own folder" | "nothing">> = {
  $schema: "all",
  version: "all",
  budget: "all",
  maxBudget: "all",
  counter: "all",
  exclude: "all",
  gitignore: "all",
  dialect: "all",
  cache: "all",
  watch: "all",
  structured: "all",
  vaults: "own folder",
  skills: "own folder",
  prompts: "own folder",
  embedder: "nothing",
  mounts: "nothing",
  databases: "nothing",
};

export interface Untrusted {
  /** What is left of it. */
  readonly config: PdConfig;
  /** What lies outside of its own folder, as it names it: folders and databases. */
  readonly outside: readonly string[];
  readonly connection: ConfigConnection | undefined;
}

/** Where a configuration would send the text of notes, and the environment variable whose content it would send along. */
export interface ConfigConnection {
  readonly url: string;
  readonly variable: string | undefined;
}

/** What a configuration in this folder may say while nobody trusts it. */
export function withoutTrust(config: PdConfig, folder: string): Untrusted {
  const outside: string[] = [];
  const inside = <Folder extends string | { readonly path: string }>(folders: readonly Folder[] | undefined) => {
    const left = folders?.filter((one) => {
      const path = typeof one === "string" ? one : one.path;
      const isInside = liesInside(folder, path);
      if (!isInside) outside.push(path);
      return isInside;
    });
    // Where nothing is left of them, it is as if it had named none: its own folder is served.
    return left?.length === 0 && folders?.length !== 0 ? undefined : left;
  };
  const limited = { vaults: inside(config.vaults), skills: inside(config.skills), prompts: inside(config.prompts) };
  for (const { graph } of config.databases ?? []) outside.push(`the database of ${graph}`);
  const all = Object.entries(config).filter(([name]) => WITHOUT_TRUST[name as keyof PdConfig] === "all");
  const kept = Object.entries(limited).filter(([, folders]) => folders !== undefined);
  return {
    config: Object.fromEntries([...all, ...kept]),
    outside: [...new Set(outside)],
    connection: connectionOf(config),
  };
}

function connectionOf({ embedder }: PdConfig): ConfigConnection | undefined {
  if (embedder === undefined || !("url" in embedder)) return undefined;
  return { url: embedder.url, variable: embedder.key?.env };
}

/** By its words first: to follow a path that leads elsewhere may reach another machine. Then by where its links lead. */
function liesInside(folder: string, path: string): boolean {
  const full = resolve(folder, path);
  if (!isWithin(folder, full)) return false;
  try {
    return isWithin(folder, realpathSync.native(full));
  } catch {
    // There is nothing to mount: opening it says so.
    return true;
  }
}

export interface Recorded {
  readonly standing: "trusted" | "untrusted" | "changed";
  /** What kept the record from being read. */
  readonly problem?: string;
}

/** What this user has decided about a file with this content. */
export function recordedTrust(file: string, sha256: string): Recorded {
  try {
    const entry = trustedAs(file);
    if (entry === undefined) return { standing: "untrusted" };
    return { standing: entry.sha256 === sha256 ? "trusted" : "changed" };
  } catch (error) {
    return { standing: "untrusted", problem: isPdError(error) ? error.message : "It cannot be read" };
  }
}

/** Whether a file is still what was trusted. */
export function stateOf({ file, sha256 }: TrustedFile): "trusted" | "changed" | "missing" {
  try {
    const { bytes } = readSmallFileSync(file, { maxBytes: MOST_BYTES, shown: escapeControls(file) });
    return sha256Of(bytes) === sha256 ? "trusted" : "changed";
  } catch {
    return existsSync(file) ? "changed" : "missing";
  }
}

/** Code may be bundled into one file. */
export const MOST_BYTES = 4 * 2 ** 20;

export function sha256Of(bytes: Uint8Array): string {
  // Loaded here: most configurations ask for nothing that needs trust, and every start would pay for it.
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}

const NAMED = 3;
const NAME_LENGTH = 60;

/** What was left out of a configuration, and what would change that. */
export interface ConfigNotice {
  readonly message: string;
  readonly fix: string;
}

export function trustNotice(
  shown: string,
  {
    form,
    standing,
    outside,
    connection,
    problem,
  }: Recorded & {
    readonly form: "json" | "code";
    readonly outside: readonly string[];
    readonly connection?: ConfigConnection | undefined;
  },
): ConfigNotice {
  const names = outside.slice(0, NAMED).map((path) => `"${escapeControls(path.slice(0, NAME_LENGTH))}"`);
  const more = outside.length > NAMED ? ` and ${outside.length - NAMED} more` : "";
  const parts = [
    ...(names.length === 0 ? [] : [`what lies outside its folder: ${names.join(", ")}${more}`]),
    ...(connection === undefined ? [] : [`its embedder at ${escapeControls(connection.url.slice(0, NAME_LENGTH))}`]),
  ];
  const left = form === "code" ? "it was not run" : `left out ${parts.join("; and ")}`;
  const why = standing === "changed" ? "changed since you trusted it" : "was found here, and you have not trusted it";
  const allows =
    form === "code" ? "lets it run as you" : connection === undefined ? "lets it serve them" : "lets it do so";
  const reason = problem === undefined ? "" : ` (${problem})`;
  return { message: `${shown} ${why}${reason}: ${left}`, fix: `pd trust shows what it may do, and ${allows}.` };
}
