import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type SkillDiagnostic, SkillManager } from "@pd/skills";
import { REAL_SKILLS } from "./skill-corpus.js";

/** How many of the real skills beside the repository load, are repaired and are refused, and why. */
export function tellRealSkills(folder = REAL_SKILLS): void {
  if (!existsSync(folder)) {
    console.log("real skills: not measured (no folder ../shared/corpora/skills)");
    return;
  }
  const manager = new SkillManager({ projectDir: false, personalDir: false, customDirs: skillFolders(folder) });
  const skills = manager.discoverSync();
  const refused = manager.diagnostics.filter(({ severity }) => severity === "error");
  const repaired = manager.diagnostics.filter(({ code, severity }) => severity === "warning" && code !== "collision");
  const files = new Set(repaired.map(({ file }) => file)).size;
  console.log(
    `\nreal skills: ${skills.length} load, ${files} of them repaired or normalised, ${refused.length} refused`,
  );
  for (const [code, count] of counted(manager.diagnostics)) console.log(`  ${String(count).padStart(5)} ${code}`);
  for (const { file, line, message } of refused)
    console.log(`  refused ${file.slice(folder.length)}:${line} ${message}`);
}

/** The folders that hold skills, wherever a collection keeps them: each is given as a user would give it. */
function skillFolders(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    ({ name }) => name.toLowerCase() === "skill.md",
  );
  return [...new Set(files.map(({ parentPath }) => join(parentPath, "..")))].sort();
}

function counted(diagnostics: readonly SkillDiagnostic[]): readonly (readonly [string, number])[] {
  const codes = new Map<string, number>();
  for (const { code, severity } of diagnostics)
    codes.set(`${severity} ${code}`, (codes.get(`${severity} ${code}`) ?? 0) + 1);
  return [...codes].sort(([, a], [, b]) => b - a);
}
