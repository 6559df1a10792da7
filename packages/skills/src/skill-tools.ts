import { isAbsolute, relative, sep } from "node:path";
import { defineTool, type Graph, type NodeId, PdError, type Plan, scan, search, type Tool, tokens } from "@pd/core";
import * as z from "zod/mini";
import { realFolderOf } from "./read-body.js";
import type { SkillContent } from "./skill-content.js";
import type { SkillManager } from "./skill-manager.js";
import type { Skill } from "./skill-metadata.js";

const name = z.string().check(z.minLength(1), z.maxLength(400));
const path = z.string().check(z.minLength(1), z.maxLength(4096));

const shared = {
  session: z.optional(z.string().check(z.maxLength(64), z.describe('Session id, or "new"'))),
  format: z.optional(z.enum(["json", "text"])),
  repeat: z.optional(z.boolean().check(z.describe("false: leave out what this session has seen"))),
};
const tokenBudget = z.optional(z.int().check(z.minimum(1)));

/**
 * Tools by which any door serves skills (R6.5). A skill's text and its files come through the gate, so ledger, budget and telemetry apply.
 * Mount them together with the content they were made for.
 */
export function skillTools(manager: SkillManager, content: SkillContent): readonly Tool[] {
  return [listSkills(), searchSkills(), skillTool(manager), readSkillFile(manager, content), view(manager, content)];
}

function listSkills(): Tool {
  return defineTool({
    name: "list_skills",
    description: "List skills with one-line descriptions and prices. Then open one with skill.",
    input: z.strictObject({
      query: z.optional(z.string().check(z.maxLength(4000))),
      domain: z.optional(name),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 20),
      cursor: z.optional(z.string().check(z.maxLength(400))),
      ...shared,
    }),
    readOnly: true,
    async call({ format = "text", ...input }, { disclose, signal }) {
      return disclose((graph) => scan.plan({ ...input, type: "skill" } as never, graph, { signal }), format);
    },
  });
}

function searchSkills(): Tool {
  return defineTool({
    name: "search_skills",
    description: "Find skills by what they are for, best first. Then open one with skill.",
    input: z.strictObject({
      query: z.string().check(z.minLength(1), z.maxLength(4000)),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 10),
      ...shared,
    }),
    readOnly: true,
    async call({ format = "text", ...input }, { disclose, signal }) {
      return disclose((graph) => search.plan({ ...input, type: "skill" } as never, graph, { signal }), format);
    },
  });
}

function skillTool(manager: SkillManager): Tool {
  return defineTool({
    name: "skill",
    description: "Open a skill's instructions by its name, with arguments if it takes some.",
    input: z.strictObject({
      name,
      arguments: z.optional(z.string().check(z.maxLength(100_000))),
      tokenBudget,
      ...shared,
    }),
    readOnly: true,
    async call({ name: asked, arguments: argument = "", format = "text", ...rest }, { disclose }) {
      const skill = await cleared(manager, callable(manager, asked));
      return disclose(async (graph) => open(await idOf(graph, skill.qualifiedName), { ...rest, argument }), format);
    },
  });
}

function readSkillFile(manager: SkillManager, content: SkillContent): Tool {
  return defineTool({
    name: "read_skill_file",
    description: "Read a file of a skill by its path in the skill's folder, e.g. references/forms.md.",
    input: z.strictObject({ skill: name, path, tokenBudget, ...shared }),
    readOnly: true,
    async call({ skill: asked, path: wanted, format = "text", ...rest }, { disclose }) {
      const skill = await cleared(manager, callable(manager, asked));
      const id = fileReference(manager, content, skill, wanted);
      return disclose(async (graph) => open(await idOf(graph, id), rest), format);
    },
  });
}

function view(manager: SkillManager, content: SkillContent): Tool {
  return defineTool({
    name: "view",
    description:
      "Open a skill or one of its files by a location from the list of skills, or by any path inside a skill's folder.",
    input: z.strictObject({ path, tokenBudget, ...shared }),
    readOnly: true,
    async call({ path: wanted, format = "text", ...rest }, { disclose }) {
      const { skill, inside } = located(manager, wanted);
      await cleared(manager, skill);
      if (inside === "")
        return disclose(async (graph) => open(await idOf(graph, skill.qualifiedName), rest, 2), format);
      const id = fileReference(manager, content, skill, inside);
      return disclose(async (graph) => open(await idOf(graph, id), rest), format);
    },
  });
}

interface Opening {
  readonly argument?: string | undefined;
  readonly tokenBudget?: number | undefined;
  readonly repeat?: boolean | undefined;
}

/** One node as asked: not shortened, left out where it does not fit (R2.2). */
function open(id: NodeId, { argument, tokenBudget: budget, repeat = true }: Opening, level: 2 | 4 = 4): Plan {
  return {
    wants: [{ id, least: level, most: level, ...(argument === undefined ? {} : { argument }) }],
    visited: 1,
    budget: budget === undefined ? undefined : tokens(budget),
    levels: "raised",
    breadth: 1,
    repeat,
  };
}

async function idOf(graph: Graph, reference: string): Promise<NodeId> {
  const id = await graph.resolve(reference);
  if (id !== undefined) return id;
  throw new PdError("node-unknown", "That is no file of a skill", {
    where: "path",
    fix: "Open the skill at level 2 to see its files.",
  });
}

/** A skill that a model may call. */
function callable(manager: SkillManager, asked: string): Skill {
  const skill = manager.getSkill(asked.replace(/^skill:/u, ""));
  if (skill !== undefined && !skill.disableModelInvocation) return skill;
  // Throws, and names what is near.
  if (skill === undefined) manager.resolvePath(asked, "SKILL.md");
  throw new PdError("skill-invalid", `The skill "${asked.slice(0, 80)}" says that models may not invoke it`, {
    where: "name",
    fix: "Ask the user to invoke it.",
  });
}

/** Before it is priced: what is not approved has no price, and would be left out without a word about why. */
async function cleared(manager: SkillManager, skill: Skill): Promise<Skill> {
  await manager.clearance.ask(skill);
  return skill;
}

/** Where a file stands in the graph. A path that leaves the folder is refused by the manager, which tells it as an event. */
function fileReference(manager: SkillManager, content: SkillContent, skill: Skill, wanted: string): string {
  manager.resolvePath(skill, wanted);
  const parts = wanted.split("/").filter((part) => part !== "" && part !== ".");
  const clean = parts.join("/");
  if (clean.toLowerCase() === "skill.md") return skill.qualifiedName;
  const { scripts, references, assets, other } = skill.resources;
  const isListed = [scripts, references, assets, other].some((files) => files.some((file) => file.path === clean));
  // It may have come since the files were listed.
  if (!isListed) content.refresh();
  return `${skill.qualifiedName}/${clean}`;
}

/** The skill that a location belongs to, and the path inside it. Only lexical: what it leads to is checked when it is opened. */
function located(manager: SkillManager, wanted: string): { readonly skill: Skill; readonly inside: string } {
  if (!isAbsolute(wanted)) {
    const [first = "", ...rest] = wanted.split("/");
    return { skill: callable(manager, first), inside: rest.join("/") };
  }
  const skills = manager.listSkills().filter(({ disableModelInvocation }) => !disableModelInvocation);
  const inside = (folder: string) =>
    wanted === folder || wanted.startsWith(folder + sep) ? relativeTo(folder, wanted) : undefined;
  // The folder that is nearest to the file: one skill may stand inside another's.
  const holding = skills
    .filter(({ baseDir }) => inside(baseDir) !== undefined)
    .sort((one, other) => other.baseDir.length - one.baseDir.length)[0];
  if (holding !== undefined) return { skill: holding, inside: inside(holding.baseDir) ?? "" };
  for (const skill of skills) {
    const found = inside(realFolder(skill));
    if (found !== undefined) return { skill, inside: found };
  }
  throw new PdError("path-escapes-root", "That path is in no skill's folder", {
    where: "path",
    fix: "Use a location from the list of skills.",
  });
}

/** Without resolving `..`: a path that has one is refused where it is checked. */
function relativeTo(folder: string, wanted: string): string {
  const rest = wanted.slice(folder.length).replaceAll("\\", "/");
  return rest.split("/").includes("..") ? rest.slice(1) : relative(folder, wanted).split(sep).join("/");
}

function realFolder(skill: Skill): string {
  try {
    return realFolderOf(skill);
  } catch {
    return skill.baseDir;
  }
}
