import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { AddMounts, AddMountsContext, Mount } from "@pd/core";

/** The skills, prompts and databases that a configuration names. Their code is loaded only where it names some. */
export const configuredMounts: AddMounts = async (context) => [
  ...(await skillsAt(context.skills ?? [], context)),
  ...(await promptsOf(context)),
  ...(await databasesOf(context)),
];

/** For a server: the same, and where the configuration says nothing of skills, those that lie in the folders of notes. */
export const servedMounts: AddMounts = async (context) => [
  ...(await skillsAt(context.skills ?? context.folders.flatMap(skillFoldersIn), context)),
  ...(await promptsOf(context)),
  ...(await databasesOf(context)),
];

async function promptsOf({ prompts, freeId }: AddMountsContext): Promise<readonly Mount[]> {
  if (prompts.length === 0) return [];
  const { promptFolderMounts } = await import("@pd/prompt/node");
  return promptFolderMounts(prompts, { freeId });
}

/** Nothing is connected yet: that is done for the first request. */
async function databasesOf({ databases, freeId, onClose }: AddMountsContext): Promise<readonly Mount[]> {
  if (databases.length === 0) return [];
  const { postgresMount } = await import("@pd/postgres");
  return databases.map(({ id, ...named }) => {
    const mount = postgresMount({ ...named, id: freeId(id ?? named.graph) });
    onClose(() => mount.content.close());
    return mount;
  });
}

async function skillsAt(
  folders: readonly string[],
  { mounts, watch, freeId, onClose }: AddMountsContext,
): Promise<readonly Mount[]> {
  // A configuration in code may mount skills itself.
  const isMounted = mounts.some(({ tools = [] }) => tools.some(({ name }) => name === "skill"));
  if (folders.length === 0 || isMounted) return [];
  const { SkillManager, skillMount, skillPort } = await import("@pd/skills");
  const manager = new SkillManager({ projectDir: false, personalDir: false, customDirs: folders, watch });
  onClose(() => manager.close());
  await manager.discover();
  if (manager.listSkills().length === 0) return [];
  return [{ ...skillMount(manager, { id: freeId("skills") }), skills: skillPort(manager) }];
}

/** Where skills are looked for inside a project. */
const CONVENTIONS = [join(".agents", "skills"), join(".claude", "skills")];

/** The folders of skills in a folder of notes: those that agents look into, or itself where folders with a SKILL.md lie in it. Nothing is read. */
function skillFoldersIn(folder: string): readonly string[] {
  const conventional = CONVENTIONS.map((convention) => join(folder, convention)).filter((path) => liesIn(folder, path));
  return hasSkills(folder) ? [folder, ...conventional] : conventional;
}

/** Who names a folder of notes has not said that links may lead out of it. */
function liesIn(folder: string, path: string): boolean {
  return existsSync(path) && realpathSync.native(path).startsWith(`${realpathSync.native(folder)}${sep}`);
}

function hasSkills(folder: string): boolean {
  if (existsSync(join(folder, "SKILL.md"))) return true;
  return readdirSync(folder, { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "SKILL.md")),
  );
}
