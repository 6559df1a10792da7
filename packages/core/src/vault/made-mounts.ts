import { resolve } from "node:path";
import { ALL_GRAPHS } from "../content/all-contents.js";
import type { LoadedConfig } from "../files/config/load-config.js";
import { isPdError, PdError } from "../model/errors.js";
import type { Content } from "../ports/content.js";
import type { AddMounts, AddMountsContext, MountContext } from "../ports/make-mounts.js";
import { checkMounts, type Mount } from "../ports/mount.js";
import { escapeControls } from "../text/escape-controls.js";
import { namedFolder } from "./read/vault-places.js";

/** The mounts that the code of a configuration brings. */
export async function mountsOfConfig(
  config: LoadedConfig | undefined,
  context: MountContext,
): Promise<readonly Mount[]> {
  const mounts = config?.config.mounts;
  if (config === undefined || mounts === undefined) return [];
  return named(config, "mounts", async () => {
    const made = typeof mounts === "function" ? await mounts(context) : mounts;
    checkMounts(made);
    for (const { content } of made) if (canClose(content)) context.onClose(() => content.close());
    return made;
  });
}

type Adding = Omit<AddMountsContext, "skills" | "prompts" | "databases" | "freeId">;

/** The mounts that the composition root makes of skills, prompts and databases. */
export async function addedMounts(
  addMounts: AddMounts | undefined,
  config: LoadedConfig | undefined,
  context: Adding,
): Promise<readonly Mount[]> {
  if (addMounts === undefined) return [];
  const { skills, prompts } = foldersNamed(config);
  const taken = new Set<string | undefined>([ALL_GRAPHS, ...context.mounts.map(({ content }) => content?.id)]);
  const freeIdHere = (id: string) => {
    const free = freeId(id, taken);
    taken.add(free);
    return free;
  };
  const databases = config?.config.databases ?? [];
  const make = async () => addMounts({ ...context, skills, prompts, databases, freeId: freeIdHere });
  return config === undefined ? make() : named(config, "skills, prompts and databases", make);
}

/** What a configuration says of skills and prompts, in absolute paths. */
export function foldersNamed(loaded: LoadedConfig | undefined): Pick<AddMountsContext, "skills" | "prompts"> {
  if (loaded === undefined) return { skills: undefined, prompts: [] };
  const { folder, config } = loaded;
  return {
    skills: config.skills?.map((path) => resolve(folder, path)),
    prompts: (config.prompts ?? []).map((prompt) => namedFolder(folder, prompt)),
  };
}

/** What a configuration names and this program cannot serve, in a sentence. */
export function notServed(loaded: LoadedConfig | undefined, addMounts: AddMounts | undefined): string | undefined {
  if (loaded === undefined || addMounts !== undefined) return undefined;
  const names = (["skills", "prompts", "databases"] as const).filter((name) => (loaded.config[name] ?? []).length > 0);
  if (names.length === 0) return undefined;
  return `${escapeControls(loaded.file)} names ${names.join(" and ")}, which this program does not serve: @pd/pd does.`;
}

/** Whatever goes wrong while mounts are made is said of the configuration that asks for them. */
async function named<Made>(config: LoadedConfig, what: string, make: () => Promise<Made>): Promise<Made> {
  try {
    return await make();
  } catch (cause) {
    const [why = ""] = cause instanceof Error ? cause.message.split("\n", 1) : [];
    const reason = why === "" ? "" : `: ${escapeControls(why.slice(0, 300))}`;
    throw new PdError("configuration-invalid", `The ${what} of the configuration could not be made${reason}`, {
      where: escapeControls(config.file),
      fix: (isPdError(cause) ? cause.fix : undefined) ?? "Correct that, or use --no-config.",
      cause,
    });
  }
}

/** A vault that a configuration opens is closed with the rest, so that its snapshot is written. */
function canClose(content: Content | undefined): content is Content & { close(): Promise<void> } {
  return content !== undefined && "close" in content && typeof content.close === "function";
}

/** This id, with a number behind it where it is taken. */
export function freeId(name: string, taken: ReadonlySet<string | undefined>): string {
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name.slice(0, 60)}-${number}`;
  return id;
}
