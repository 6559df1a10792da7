import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Skill, SkillDiagnostic } from "../record/skill-metadata.js";
import { isNeverLookedInto, isSkillFile, type WalkLimits } from "./walk-skills.js";

/**
 * What discovery passes by, since it lists no skill's folder: skills inside the folder of another, those deeper than it looks, and a second
 * file beside a SKILL.md whose name differs in its capitals. Made when somebody asks for diagnostics, so that finding skills costs no more. In steps.
 */
export function* secondLook(
  { skills, diagnostics }: FirstLook,
  limits: WalkLimits,
): Generator<void, readonly SkillDiagnostic[]> {
  const found: SkillDiagnostic[] = [];
  const look: Look = { found, known: new Set(skills.map(({ baseDir }) => baseDir)), limits, folders: 0 };
  for (const skill of skills) {
    lookBeside(look, skill);
    yield* lookBelow(look, { folder: skill.baseDir, deepest: limits.maxDepth, warn: insideOf(skill) });
    yield;
  }
  for (const { code, file } of diagnostics)
    if (code === "too-deep-folder")
      yield* lookBelow(look, { folder: file, deepest: MOST_DEEPER, warn: deeperThan(limits.maxDepth) });
  return found;
}

/** What discovery found. */
interface FirstLook {
  readonly skills: readonly Skill[];
  readonly diagnostics: readonly SkillDiagnostic[];
}

interface Look {
  readonly found: SkillDiagnostic[];
  /** Folders of skills that were found, by this root or another. */
  readonly known: ReadonlySet<string>;
  readonly limits: WalkLimits;
  folders: number;
}

interface Below {
  readonly folder: string;
  /** How many folders down from it are looked into. */
  readonly deepest: number;
  warn(file: string): SkillDiagnostic;
}

/** So far below the depth of discovery files are named. Deeper ones are in the folder that discovery named. */
const MOST_DEEPER = 20;

function deeperThan(depth: number): Below["warn"] {
  const message = `It stands deeper than ${depth} folders below the folder of skills, and is not read.`;
  return (file) => warning("too-deep-skill", file, message, "Set maxDepth, or give a folder nearer to it.");
}

function insideOf({ qualifiedName }: Skill): Below["warn"] {
  const message = `It stands inside the skill "${qualifiedName}", and is one of its files, not a skill.`;
  const fix = "Move its folder beside the other, or give the folder around it as a folder of skills.";
  return (file) => warning("nested-skill", file, message, fix);
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // What cannot be listed hides nothing that could be read.
    return [];
  }
}

function lookBeside({ found }: Look, { filePath, baseDir }: Skill): void {
  for (const entry of entriesOf(baseDir)) {
    const file = join(baseDir, entry.name);
    if (!isSkillFile(entry) || file === filePath) continue;
    const message = `"${entry.name}" stands beside ${filePath.slice(baseDir.length + 1)}, which is read; this one is not.`;
    found.push(warning("second-skill-file", file, message, "Remove one of the two, or give it a folder of its own."));
  }
}

/** Warns of each SKILL.md below a folder. */
function* lookBelow(look: Look, { folder, deepest, warn }: Below): Generator<void, void> {
  if (deepest <= 0) return;
  for (const entry of entriesOf(folder)) {
    if (!entry.isDirectory() || isNeverLookedInto(entry.name)) continue;
    const path = join(folder, entry.name);
    if (look.known.has(path)) continue;
    look.folders += 1;
    if (look.folders > look.limits.maxFolders) return reportEnd(look, path);
    const file = entriesOf(path).find(isSkillFile);
    if (file !== undefined) look.found.push(warn(join(path, file.name)));
    yield* lookBelow(look, { folder: path, deepest: deepest - 1, warn });
  }
  yield;
}

function reportEnd(look: Look, path: string): void {
  if (look.folders !== look.limits.maxFolders + 1) return;
  const message = `From here on skills inside other skills are not looked for: ${look.limits.maxFolders} folders were.`;
  look.found.push(warning("too-many-folders", path, message, "Set maxFolders."));
}

function warning(code: SkillDiagnostic["code"], file: string, message: string, fix: string): SkillDiagnostic {
  return { code, severity: "warning", file, line: 1, message, fix };
}
