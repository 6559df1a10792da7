import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { combine } from "../combine.js";
import { type PdConfig, withBudget } from "../config.js";
import type { Content } from "../content.js";
import { bytes, estimate, words } from "../counters.js";
import { isPdError, PdError } from "../errors.js";
import { escapeControls } from "../escape-controls.js";
import type { OnEvent } from "../event.js";
import { checkMounts, type Mount } from "../mount.js";
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from "../node/load-config.js";
import type { TokenCounter } from "../tokens.js";
import { OPERATIONS, type ToolkitOptions } from "../toolkit.js";
import { idOf, openVault, type Vault } from "./open-vault.js";
import { type Origin, type VaultPlace, vaultPlaces } from "./vault-places.js";

export interface MountsOptions {
  /** Folders of notes that the caller names: they stand in place of the configuration's. */
  readonly folders?: readonly string[] | undefined;
  /** `false`: none is looked for. A path: that file. Otherwise the nearest one upward. */
  readonly config?: string | false | undefined;
  readonly workingFolder?: string | undefined;
  /** Stands above the configuration's, as do the four below. */
  readonly budget?: number | undefined;
  readonly counter?: PdConfig["counter"];
  readonly cache?: string | false | undefined;
  readonly watch?: boolean | undefined;
  /** The id under which all vaults together are one more content; none if it is not given. */
  readonly combined?: string | undefined;
  /** How many notes have been read of how many, while a vault loads. */
  readonly onProgress?: ((folder: string, read: number, all: number) => void) | undefined;
  readonly onIndexing?: ((folder: string, indexed: number, all: number) => void) | undefined;
  readonly onEvent?: OnEvent | undefined;
}

/** A setting, what it is, and who says so. */
export interface Setting {
  readonly name: "vaults" | "mounts" | "budget" | "counter" | "cache" | "watch";
  /** As one would write it: a mount or a counter of its own by its name. */
  readonly value: unknown;
  readonly origin: Origin;
}

export interface ServedMounts {
  /** Hand these to `createToolkit`, with whatever else the door has. */
  readonly toolkit: Pick<ToolkitOptions, "mounts" | "operations" | "counter">;
  readonly mounts: readonly Mount[];
  readonly vaults: readonly Vault[];
  /** The configuration that was loaded, if there is one. */
  readonly config: LoadedConfig | undefined;
  /** What is in force and who says so. */
  readonly settings: readonly Setting[];
  /** Closes everything that was opened for this; snapshots are written. */
  close(): Promise<void>;
}

/**
 * What a door serves, from folders that it is given and the configuration that it finds: vaults opened, mounts made.
 * Without any of them: the nearest folder upward that looks like a vault, else the working folder.
 */
export async function mountsFrom(options: MountsOptions = {}): Promise<ServedMounts> {
  const workingFolder = resolve(options.workingFolder ?? process.cwd());
  const config = options.config === false ? undefined : await loadConfig(configOptions(options, workingFolder));
  const watch = pick(options.watch, config?.config.watch, false);
  const closing: (() => void | Promise<void>)[] = [];
  async function close(): Promise<void> {
    const failed: unknown[] = [];
    // The last one opened first: it may lean on those before it. One that fails must not keep the others open.
    for (const step of closing.splice(0).reverse()) {
      await Promise.resolve()
        .then(step)
        .catch((error: unknown) => failed.push(error));
    }
    if (failed.length > 0) throw failed[0];
  }
  try {
    const made = await makeMounts(config, { watch: watch.value, onEvent: options.onEvent, closing });
    const hasContent = made.some(({ content }) => content !== undefined);
    const places = vaultPlaces({ folders: options.folders ?? [], config, hasContent, workingFolder });
    const vaults = await openAll(places.value, { options, config, watch: watch.value, made, closing });
    const mounts = [...vaults.map((content) => ({ content })), ...made, ...together(vaults, options.combined)];
    const budget = pick(options.budget, config?.config.budget, undefined);
    const counter = pick(options.counter, config?.config.counter, "estimate" as const);
    const operations = budget.value === undefined ? OPERATIONS : withBudget(OPERATIONS, budget.value);
    return {
      toolkit: { mounts, operations, counter: await counterOf(counter.value ?? "estimate") },
      mounts,
      vaults,
      config,
      settings: [
        { name: "vaults", value: vaults.map(({ root }) => root), origin: places.origin },
        { name: "mounts", value: made.map(nameOf), origin: made.length === 0 ? "default" : "config" },
        { name: "budget", value: budget.value ?? null, origin: budget.origin },
        { name: "counter", value: counterName(counter.value), origin: counter.origin },
        { name: "cache", ...pick(options.cache, config?.config.cache, true) },
        { name: "watch", ...watch },
      ],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function configOptions({ config }: MountsOptions, workingFolder: string): LoadConfigOptions {
  return { workingFolder, file: config === false ? undefined : config };
}

function pick<Given, Configured, Fallback>(
  given: Given | undefined,
  configured: Configured | undefined,
  fallback: Fallback,
): { readonly value: Given | Configured | Fallback; readonly origin: Origin } {
  if (given !== undefined) return { value: given, origin: "given" };
  return configured === undefined ? { value: fallback, origin: "default" } : { value: configured, origin: "config" };
}

interface Making {
  readonly watch: boolean;
  readonly onEvent: OnEvent | undefined;
  readonly closing: (() => void | Promise<void>)[];
}

async function makeMounts(
  config: LoadedConfig | undefined,
  { watch, onEvent, closing }: Making,
): Promise<readonly Mount[]> {
  const mounts = config?.config.mounts;
  if (config === undefined || mounts === undefined) return [];
  try {
    const context = { folder: config.folder, watch, onEvent, onClose: (step: () => void) => void closing.push(step) };
    const made = typeof mounts === "function" ? await mounts(context) : mounts;
    checkMounts(made);
    for (const { content } of made) if (canClose(content)) closing.push(() => content.close());
    return made;
  } catch (cause) {
    const [why = ""] = cause instanceof Error ? cause.message.split("\n", 1) : [];
    const said = why === "" ? "" : `: ${escapeControls(why.slice(0, 300))}`;
    throw new PdError("configuration-invalid", `The mounts of the configuration could not be made${said}`, {
      where: escapeControls(config.file),
      fix: (isPdError(cause) ? cause.fix : undefined) ?? "Mend that, or use --no-config.",
      cause,
    });
  }
}

/** A vault that a configuration opens is closed with the rest, so that its snapshot is written. */
function canClose(content: Content | undefined): content is Content & { close(): Promise<void> } {
  return content !== undefined && "close" in content && typeof content.close === "function";
}

interface Opening {
  readonly options: MountsOptions;
  readonly config: LoadedConfig | undefined;
  readonly watch: boolean;
  readonly made: readonly Mount[];
  readonly closing: (() => void | Promise<void>)[];
}

/** One after the other: two at once would not be faster, and progress would jump. */
async function openAll(places: readonly VaultPlace[], opening: Opening): Promise<readonly Vault[]> {
  const { options, config, watch, made, closing } = opening;
  const taken = new Set(made.map(({ content }) => content?.id));
  if (options.combined !== undefined) taken.add(options.combined);
  const cache = options.cache ?? (config?.config.cache === false ? false : undefined);
  const vaults: Vault[] = [];
  for (const { folder, id = freeId(folder, taken) } of places) {
    const vault = await openVault(folder, {
      id,
      watch,
      ...(cache === undefined ? {} : { cache }),
      ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
      onProgress: (read, all) => options.onProgress?.(folder, read, all),
      onIndexing: (indexed, all) => options.onIndexing?.(folder, indexed, all),
    });
    closing.push(() => vault.close());
    taken.add(vault.id);
    vaults.push(vault);
  }
  return vaults;
}

/** The folder's name; a number behind it where another has that name already. */
function freeId(folder: string, taken: ReadonlySet<string | undefined>): string {
  const name = idOf(realOf(folder));
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name.slice(0, 60)}-${number}`;
  return id;
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // Opening it says what is wrong.
    return folder;
  }
}

function together(vaults: readonly Vault[], id: string | undefined): readonly Mount[] {
  return id === undefined || vaults.length < 2 ? [] : [{ content: combine(id, vaults) }];
}

async function counterOf(counter: NonNullable<PdConfig["counter"]>): Promise<TokenCounter> {
  switch (counter) {
    case "estimate":
      return estimate;
    case "words":
      return words;
    case "bytes":
      return bytes;
    case "o200k": {
      const { loadO200k } = await import("../o200k.js");
      return loadO200k();
    }
    default:
      return counter;
  }
}

function counterName(counter: PdConfig["counter"]): string {
  return typeof counter === "object" ? counter.name : (counter ?? "estimate");
}

/** A mount by what it brings. */
function nameOf({ content, tools = [], skills, prompts }: Mount): string {
  const parts = [
    ...(content === undefined ? [] : [`content ${content.id}`]),
    ...(tools.length === 0 ? [] : [`tools ${tools.map(({ name }) => name).join(", ")}`]),
    ...(skills === undefined ? [] : ["skills"]),
    ...(prompts === undefined ? [] : ["prompts"]),
  ];
  return parts.join("; ");
}
