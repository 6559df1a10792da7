import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { TokenCounter } from "@pd/core";
import { writeAtomicSync } from "@pd/core/files";
import { fixSkillText } from "./fix-skill.js";
import type { SkillFindingCode } from "./skill-findings.js";
import type { SkillFinding } from "./validate-finding.js";
import { validateSkill } from "./validate-skill.js";

export interface LintOptions {
  readonly counter?: TokenCounter | undefined;
  /** Writes what can be mended without guessing. */
  readonly fix?: boolean | undefined;
}

export interface LintedSkill {
  readonly folder: string;
  /** What is wrong; after fixing, what still is. */
  readonly findings: readonly SkillFinding[];
  /** What was mended, each code once. */
  readonly fixed: readonly SkillFindingCode[];
  readonly valid: boolean;
}

const SKILL_FILE = "SKILL.md";

/** Checks a skill's folder strictly (R5.1) and, if asked to, mends it in place: the file is replaced whole or not at all. */
export function lintSkill(folder: string, { counter, fix = false }: LintOptions = {}): LintedSkill {
  const fixed = fix ? fixFolder(folder) : [];
  const { valid, findings } = validateSkill(folder, { counter });
  return { folder, findings, fixed, valid };
}

function fixFolder(folder: string): readonly SkillFindingCode[] {
  const found = skillFileIn(folder);
  if (found === undefined) return [];
  const renamed = found !== SKILL_FILE && !existsSync(join(folder, SKILL_FILE));
  const path = join(folder, renamed ? SKILL_FILE : found);
  if (renamed) renameSync(join(folder, found), path);
  const bytes = readFileSync(path);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // What is no UTF-8 would be written as something else.
  if (!Buffer.from(text, "utf8").equals(bytes)) return renamed ? ["file-name-case"] : [];
  const { text: mended, fixed } = fixSkillText(text, { folder: basename(resolve(folder)) });
  if (mended !== text) {
    const { mode } = statSync(path);
    writeAtomicSync(path, [new TextEncoder().encode(mended)]);
    chmodSync(path, mode & 0o777);
  }
  return renamed ? ["file-name-case", ...fixed] : fixed;
}

/** Only a plain file: what a link leads to may be somebody else's. */
function skillFileIn(folder: string): string | undefined {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map(({ name }) => name);
    return names.includes(SKILL_FILE) ? SKILL_FILE : names.find((name) => name.toLowerCase() === "skill.md");
  } catch {
    return undefined;
  }
}
