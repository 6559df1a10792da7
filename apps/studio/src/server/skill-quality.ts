import { isAbsolute, relative, sep } from "node:path";
import { defineTool, isPdError, o200k, operationInput, type TokenCounter, type Tool } from "@pd/core";
import { type Skill, type SkillManager, type SkillSource, validateSkill } from "@pd/skills";

/** Something wrong with a skill's file, by the rules of the format or by what discovery had to do about it. */
export interface SkillFault {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly fix?: string | undefined;
}

/** A skill in figures: what it costs at each step, and what could be better. Never its text. */
export interface SkillFigures {
  readonly name: string;
  readonly description: string;
  readonly source: SkillSource;
  readonly file: string;
  /** What its line in a catalogue costs, whether it is used or not. */
  readonly listedTokens: number;
  /** What invoking it costs; none where it may not be read. */
  readonly bodyTokens?: number | undefined;
  readonly files: number;
  readonly isForModels: boolean;
  readonly findings: readonly SkillFault[];
}

export interface SkillQuality {
  readonly skills: readonly SkillFigures[];
  /** How many there are in all. */
  readonly total: number;
  /** What was said when they were discovered, also of those that were skipped. */
  readonly diagnostics: readonly SkillFault[];
}

export interface SkillQualityOptions {
  /** Files are named from here; the working folder, if it is not given. */
  readonly root?: string | undefined;
  readonly counter?: TokenCounter | undefined;
}

/** More than a person looks through; each is read from its folder for this. */
const MOST = 500;

/** For the studio's page: the host's own look at its skills (R6.5), in figures and findings only. */
export function skillQuality(manager: SkillManager, options: SkillQualityOptions = {}): Tool {
  return defineTool({
    name: "studio_skills",
    description: "Skills with what they cost and what is wrong with them: figures and findings, no text.",
    input: operationInput({}),
    readOnly: true,
    call: async () => qualityOfSkills(manager, options),
  });
}

export function qualityOfSkills(
  manager: SkillManager,
  { root = process.cwd(), counter = o200k }: SkillQualityOptions = {},
): SkillQuality {
  const skills = manager.listSkills();
  return {
    skills: skills.slice(0, MOST).map((skill) => figuresOf(skill, { manager, root, counter })),
    total: skills.length,
    diagnostics: manager.diagnostics.map((each) => ({ ...each, file: shortPath(each.file, root) })),
  };
}

interface Measuring {
  readonly manager: SkillManager;
  readonly root: string;
  readonly counter: TokenCounter;
}

function figuresOf(skill: Skill, { manager, root, counter }: Measuring): SkillFigures {
  const { qualifiedName, description, source, filePath, baseDir, resources } = skill;
  const folder = shortPath(baseDir, root);
  const bodyTokens = bodyCost(skill, { manager, counter });
  return {
    name: qualifiedName,
    description,
    source,
    file: shortPath(filePath, root),
    listedTokens: counter.count(`${qualifiedName}: ${description}`),
    ...(bodyTokens === undefined ? {} : { bodyTokens }),
    files: resources.scripts.length + resources.references.length + resources.assets.length + resources.other.length,
    isForModels: !skill.disableModelInvocation,
    findings: validateSkill(baseDir, { counter }).findings.map((each) => ({ ...each, file: `${folder}/${each.file}` })),
  };
}

/** A skill that waits for approval, or whose file has gone, has no price yet. */
function bodyCost(skill: Skill, { manager, counter }: Omit<Measuring, "root">): number | undefined {
  try {
    return counter.count(manager.loadBody(skill).body ?? "");
  } catch (error) {
    if (isPdError(error)) return undefined;
    throw error;
  }
}

/** As one would type it from the folder that is served; a path elsewhere stays whole. */
function shortPath(path: string, root: string): string {
  const inside = relative(root, path);
  const isElsewhere = inside === "" || inside.startsWith("..") || isAbsolute(inside);
  return (isElsewhere ? path : inside).split(sep).join("/");
}
