import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFrontmatter } from "@pd/core/markdown";

/** Collections of real skills beside the repository, or where `PD_REAL_SKILLS` says. */
export const REAL_SKILLS =
  process.env["PD_REAL_SKILLS"] ?? fileURLToPath(new URL("../../../shared/corpora/skills", import.meta.url));

/** A SKILL.md as its file has it. */
export interface RealSkill {
  readonly file: string;
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

/** Every skill below a folder whose name and description can be read, the first of each name; nothing where there is no such folder. */
export function realSkills(folder: string = REAL_SKILLS): readonly RealSkill[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "SKILL.md")
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const found = new Map<string, RealSkill>();
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const { data, end } = readFrontmatter(text);
    const [name, description] = [data.get("name"), data.get("description")];
    if (typeof name !== "string" || typeof description !== "string" || found.has(name)) continue;
    found.set(name, { file, name, description, body: text.slice(end) });
  }
  return [...found.values()];
}
