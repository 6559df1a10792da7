import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ALL_GRAPHS } from "../content/all-contents.js";
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from "../files/config/load-config.js";
import { workingFolder as currentFolder } from "../files/working-folder.js";
import { DEFAULT_COUNTER } from "../model/counter-table.js";
import type { OnEvent } from "../model/event.js";
import type { TokenCounter } from "../model/tokens.js";
import { OPERATIONS } from "../operations/index.js";
import { type BudgetSetting, type PdConfig, withBudget } from "../ports/config.js";
import type { AddMounts, NamedFolder } from "../ports/make-mounts.js";
import type { Mount } from "../ports/mount.js";
import { MAX_BUDGET } from "../toolkit/ceiling.js";
import { counterOf } from "../toolkit/counters.js";
import type { ToolkitOptions } from "../toolkit/toolkit.js";
import { refuseWholeDisk } from "./load/vault-size.js";
import { embedderOf } from "./made-embedder.js";
import { addedMounts, foldersNamed, freeId, mountsOfConfig, notServed } from "./made-mounts.js";
import { idOf, openVault, type Vault } from "./open-vault.js";
import { type Origin, vaultPlaces } from "./read/vault-places.js";
import { counterName, embedderName, leftOpen, mountName, pick, type Setting } from "./settings.js";

export interface MountsOptions {
  /** Folders of notes that the caller names: they stand in place of the configuration's. */
  readonly folders?: readonly string[] | undefined;
  /** `false`: none is looked for. A path: that file. Otherwise the nearest one upward. */
  readonly config?: string | false | undefined;
  /** The caller vouches for the configuration that is found; otherwise its person must have trusted it. */
  readonly trustFound?: boolean | undefined;
  /** Runs no code of a configuration: what it would set is left open. */
  readonly look?: boolean | undefined;
  readonly workingFolder?: string | undefined;
  /** Stands above the configuration's, as do the five below. */
  readonly budget?: BudgetSetting | undefined;
  readonly maxBudget?: number | undefined;
  readonly counter?: PdConfig["counter"];
  readonly cache?: string | false | undefined;
  readonly watch?: boolean | undefined;
  readonly structured?: boolean | undefined;
  /** Files and folders that each vault may have; 200,000 if it is not given, and then a whole disk is refused. */
  readonly maxFiles?: number | undefined;
  /** Where neither the caller nor the configuration says it. */
  readonly watchByDefault?: boolean | undefined;
  /** What the composition root adds: mounts of packages that core does not know. */
  readonly addMounts?: AddMounts | undefined;
  /** How many notes have been read of how many, while a vault loads. */
  readonly onProgress?: ((folder: string, read: number, all: number) => void) | undefined;
  readonly onIndexing?: ((folder: string, indexed: number, all: number) => void) | undefined;
  readonly onEvent?: OnEvent | undefined;
}

export interface ServedMounts {
  /** Hand these to `createToolkit`, with whatever else the door has. */
  readonly toolkit: Pick<ToolkitOptions, "mounts" | "operations" | "counter" | "maxBudget">;
  readonly mounts: readonly Mount[];
  readonly vaults: readonly Vault[];
  /** The configuration that was loaded, if there is one. */
  readonly config: LoadedConfig | undefined;
  /** Whether an MCP door answers with `structuredContent`. */
  readonly structured: boolean;
  /** One line on what of it was left out: nobody has trusted it, or this program cannot serve it. Show it to the user. */
  readonly notice: string | undefined;
  /** The effective settings, and where each comes from. */
  readonly settings: readonly Setting[];
  /** Closes everything that was opened for this; snapshots are written. */
  close(): Promise<void>;
}

/** Where notes are, without a look at them. */
export interface ServedFolders extends Pick<ServedMounts, "config" | "notice"> {
  /** Absolute. */
  readonly folders: readonly string[];
  readonly origin: Origin;
  /** The folders of skills that the configuration names; `undefined` where it says nothing of skills. */
  readonly skills: readonly string[] | undefined;
  readonly counter: TokenCounter;
}

/**
 * What a door serves, from folders that it is given and the configuration that it finds: vaults opened, mounts made.
 * Without any of them: the nearest folder upward that looks like a vault, else the working folder.
 */
export async function mountsFrom(options: MountsOptions = {}): Promise<ServedMounts> {
  const { workingFolder, loaded, config } = await configFor(options);
  const watch = pick(options.watch, config?.config.watch, options.watchByDefault === true);
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
    const context = {
      folder: config?.folder ?? workingFolder,
      watch: watch.value,
      onEvent: options.onEvent,
      onClose: (step: () => void | Promise<void>) => void closing.push(step),
    };
    const made = await mountsOfConfig(config, context);
    const hasContent = made.some(({ content }) => content !== undefined) || hasDatabases(config);
    const places = vaultPlaces({ folders: options.folders ?? [], config, hasContent, workingFolder });
    if (options.maxFiles === undefined)
      for (const { folder } of places.value) refuseWholeDisk(folder, NAMED.has(places.origin));
    const vaults = await openAll(places.value, { options, config, watch: watch.value, made, closing });
    const budget = pick(options.budget, config?.config.budget, undefined);
    const maxBudget = pick(options.maxBudget, maximumIn(config), MAX_BUDGET);
    const first = [...vaults.map((content) => ({ content })), ...made];
    const folders = places.value.map(({ folder }) => folder);
    const adding = { ...context, folders, mounts: first };
    const added = await addedMounts(options.addMounts, config, adding);
    const mounts = [...[...first, ...added].map((mount) => underBudget(mount, budget.value))];
    const counter = pick(options.counter, config?.config.counter, DEFAULT_COUNTER);
    const structured = pick(options.structured, config?.config.structured, false);
    const operations = budget.value === undefined ? OPERATIONS : withBudget(OPERATIONS, budget.value);
    return {
      toolkit: {
        mounts,
        operations,
        counter: counterOf(counter.value ?? DEFAULT_COUNTER),
        maxBudget: maxBudget.value ?? MAX_BUDGET,
      },
      mounts,
      vaults,
      config: loaded,
      structured: structured.value,
      notice: [noticeOf(loaded, options), notServed(config, options.addMounts)].filter(Boolean).join(" ") || undefined,
      settings: leftOpen(config, {
        vaults: { value: vaults.map(({ root }) => root), origin: places.origin },
        skills: pick(undefined, foldersNamed(config).skills, null),
        prompts: pick(
          undefined,
          config?.config.prompts && foldersNamed(config).prompts.map(({ folder }) => folder),
          [],
        ),
        databases: pick(
          undefined,
          config?.config.databases?.map(({ graph }) => graph),
          [],
        ),
        mounts: { value: made.map(mountName), origin: made.length === 0 ? "default" : "config" },
        budget: { value: budget.value ?? null, origin: budget.origin },
        maxBudget,
        counter: { value: counterName(counter.value), origin: counter.origin },
        exclude: pick(undefined, config?.config.exclude, []),
        embedder: pick(undefined, embedderName(config?.config.embedder), null),
        gitignore: pick(undefined, config?.config.gitignore, true),
        dialect: pick(undefined, config?.config.dialect, null),
        cache: pick(options.cache, config?.config.cache, true),
        watch,
        structured,
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The folders that would be served, and by which counter: nothing is opened, and no mount is made. */
export async function foldersFrom(options: MountsOptions = {}): Promise<ServedFolders> {
  const { workingFolder, loaded, config } = await configFor(options);
  const places = vaultPlaces({
    folders: options.folders ?? [],
    config,
    hasContent: hasDatabases(config),
    workingFolder,
  });
  return {
    folders: places.value.map(({ folder }) => folder),
    origin: places.origin,
    skills: foldersNamed(config).skills,
    config: loaded,
    notice: noticeOf(loaded, options),
    counter: counterOf(options.counter ?? config?.config.counter ?? DEFAULT_COUNTER),
  };
}

async function configFor(options: MountsOptions) {
  const workingFolder = resolve(options.workingFolder ?? currentFolder());
  const loaded = options.config === false ? undefined : await loadConfig(configOptions(options, workingFolder));
  return { workingFolder, loaded, config: loaded?.reading === "left-out" ? undefined : loaded };
}

function configOptions({ config, trustFound, look }: MountsOptions, workingFolder: string): LoadConfigOptions {
  return { workingFolder, trustFound, look, file: config === false ? undefined : config };
}

function hasDatabases(config: LoadedConfig | undefined): boolean {
  return (config?.config.databases ?? []).length > 0;
}

/** Its vaults are beside the point where the caller names others. */
function noticeOf(loaded: LoadedConfig | undefined, { folders = [] }: MountsOptions): string | undefined {
  const isBeside = loaded?.reading === "used" && folders.length > 0;
  if (loaded?.notice === undefined || isBeside) return undefined;
  return `${loaded.notice.message}. ${loaded.notice.fix}`;
}

/** A configuration that was only found may lower what an agent can ask for, and not raise it (R2.11). */
function maximumIn(loaded: LoadedConfig | undefined): number | undefined {
  const maximum = loaded?.config.maxBudget;
  if (maximum === undefined || loaded?.standing === "named" || loaded?.standing === "trusted") return maximum;
  return Math.min(maximum, MAX_BUDGET);
}

/** The configuration's budget holds for its tools as for the operations. */
function underBudget(mount: Mount, budget: BudgetSetting | undefined): Mount {
  if (budget === undefined || mount.tools === undefined) return mount;
  return { ...mount, tools: withBudget(mount.tools, budget) };
}

/** Who names a folder means it. */
const NAMED: ReadonlySet<Origin> = new Set(["given", "config"]);

interface Opening {
  readonly options: MountsOptions;
  readonly config: LoadedConfig | undefined;
  readonly watch: boolean;
  readonly made: readonly Mount[];
  readonly closing: (() => void | Promise<void>)[];
}

/** One after the other: two at once would not be faster, and progress would jump. */
async function openAll(places: readonly NamedFolder[], opening: Opening): Promise<readonly Vault[]> {
  const { options, config, watch, made, closing } = opening;
  // A folder that is called so would keep all vaults from being asked at once.
  const taken = new Set([ALL_GRAPHS, ...made.map(({ content }) => content?.id)]);
  const cache = options.cache ?? (config?.config.cache === false ? false : undefined);
  const embedding = await embedderOf(config, options);
  const vaults: Vault[] = [];
  for (const { folder, id = freeId(idOf(realOf(folder)), taken) } of places) {
    const vault = await openVault(folder, {
      id,
      watch,
      maxFiles: options.maxFiles,
      exclude: config?.config.exclude,
      ...embedding,
      gitignore: config?.config.gitignore,
      dialect: config?.config.dialect,
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

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // Opening it says what is wrong.
    return folder;
  }
}
