import { allResources } from "../invoke/resources.js";
import type { SkillResource, SkillResources } from "../record/skill-metadata.js";

/** Entries of the list at the most: a folder counts as one. */
const MOST_ENTRIES = 12;

/** Files that are looked for in the text, one by one; of more, all are taken for unnamed. */
const MOST_LOOKED_FOR = 200;

/**
 * A line about the files that a skill's text does not name, for the end of that text; empty where it names all. Long lists are folded by
 * folder, so that fifty schemas cost one entry and not fifty. All files with their sizes are links at level 2.
 */
export function fileList(text: string, resources: SkillResources): string {
  const files = allResources(resources);
  const unnamed = files.filter(({ path }, at) => at >= MOST_LOOKED_FOR || !text.includes(path));
  if (unnamed.length === 0) return "";
  const entries = folded(unnamed);
  const rest = entries.length - MOST_ENTRIES;
  const shown = rest > 0 ? [...entries.slice(0, MOST_ENTRIES), `${rest} more`] : entries;
  return `Other files of this skill: ${shown.join(", ")}${resources.truncated ? " and more" : ""}`;
}

/** Files by themselves where there are few; else the folders at the top of the skill, a folder with one file as that file. */
function folded(files: readonly SkillResource[]): readonly string[] {
  if (files.length <= MOST_ENTRIES) return files.map(({ path }) => path);
  const folders = new Map<string, SkillResource[]>();
  for (const file of files) {
    const slash = file.path.indexOf("/");
    const folder = slash < 0 ? file.path : file.path.slice(0, slash + 1);
    const own = folders.get(folder);
    if (own === undefined) folders.set(folder, [file]);
    else own.push(file);
  }
  return [...folders].map(([folder, own]) => (own.length === 1 ? own[0]!.path : `${folder} (${own.length} files)`));
}
