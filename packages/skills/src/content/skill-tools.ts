import { isAbsolute } from "node:path";
import { defineTool, type Graph, type NodeId, PdError, type Plan, scan, search, type Tool, tokens } from "@pd/core";
import * as z from "zod/mini";
import { createSkillLocations, type SkillLocation } from "../discover/skill-locations.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import { SKILL_ERRORS } from "../record/skill-errors.js";
import type { Skill } from "../record/skill-metadata.js";
import type { SkillContent } from "./skill-content.js";

const name = (words: string) => z.string().check(z.minLength(1), z.maxLength(400), z.describe(words));
const path = (words: string) => z.string().check(z.minLength(1), z.maxLength(4096), z.describe(words));
/** One line a skill: to leave out those seen would save little. */
const UNLISTED = ["session", "repeat"];

const shared = {
  session: z.optional(z.string().check(z.maxLength(64), z.describe("Session id or new"))),
  format: z.optional(z.enum(["json", "text"])),
  repeat: z.optional(z.boolean().check(z.describe("false: only what is new to the session"))),
};
/** A list is short, and a skill comes whole or is refused with its price (R2.11). */
const budgetOf = (byDefault: number) =>
  z._default(z.int().check(z.minimum(1), z.describe("Maximum number of tokens")), byDefault);
const [LISTED, OPENED] = [2000, 10_000];

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
    description: "List skills with one-line descriptions and prices. Open one with skill.",
    input: z.strictObject({
      query: z.optional(z.string().check(z.maxLength(4000), z.describe("Words or a question"))),
      domain: z.optional(name("Only this domain")),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(1000), z.describe("Maximum number of results")), 20),
      cursor: z.optional(z.string().check(z.maxLength(400), z.describe("Continues a list"))),
      tokenBudget: budgetOf(LISTED),
      ...shared,
    }),
    unlisted: [...UNLISTED, "domain"],
    readOnly: true,
    async call({ format = "text", ...input }, { disclose, signal }) {
      return disclose(
        async (graph) => amongSkills(await scan.plan({ ...input, type: "skill" } as never, graph, { signal })),
        format,
      );
    },
  });
}

function searchSkills(): Tool {
  return defineTool({
    name: "search_skills",
    description: "Find skills by what they are for, best first. Open one with skill.",
    input: z.strictObject({
      query: z.string().check(z.minLength(1), z.maxLength(4000), z.describe("What it should be for")),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(100), z.describe("Maximum number of results")), 10),
      tokenBudget: budgetOf(LISTED),
      ...shared,
    }),
    unlisted: UNLISTED,
    readOnly: true,
    async call({ format = "text", ...input }, { disclose, signal }) {
      return disclose(
        async (graph) => amongSkills(await search.plan({ ...input, type: "skill" } as never, graph, { signal })),
        format,
      );
    },
  });
}

/** Skills may be served alone: what is said of them names no operation. */
function amongSkills(plan: Plan): Plan {
  const { notices = [] } = plan;
  return {
    ...plan,
    notices: notices.map((notice) =>
      notice.code === "nothing-found" ? { code: notice.code, among: "skills" } : notice,
    ),
  };
}

function skillTool(manager: SkillManager): Tool {
  return defineTool({
    name: "skill",
    description: "Open a skill's instructions by its name, with arguments if it takes some.",
    input: z.strictObject({
      name: name("The skill's name"),
      arguments: z.optional(z.string().check(z.maxLength(100_000), z.describe("As the skill asks for them"))),
      tokenBudget: budgetOf(OPENED),
      ...shared,
    }),
    readOnly: true,
    async call({ name: asked, arguments: argument = "", format = "text", ...rest }, { disclose }) {
      await manager.ready();
      const skill = await cleared(manager, callable(manager, asked));
      return disclose(async (graph) => open(await idOf(graph, skill.qualifiedName), { ...rest, argument }), format);
    },
  });
}

function readSkillFile(manager: SkillManager, content: SkillContent): Tool {
  return defineTool({
    name: "read_skill_file",
    description: "Read a file of a skill by its path in the skill's folder, e.g. references/forms.md.",
    input: z.strictObject({
      skill: name("The skill's name"),
      path: path("Inside the skill's folder"),
      tokenBudget: budgetOf(OPENED),
      ...shared,
    }),
    readOnly: true,
    async call({ skill: asked, path: wanted, format = "text", ...rest }, { disclose }) {
      await manager.ready();
      const skill = await cleared(manager, callable(manager, asked));
      const id = fileReference(manager, content, skill, wanted);
      return disclose(async (graph) => open(await idOf(graph, id), rest), format);
    },
  });
}

function view(manager: SkillManager, content: SkillContent): Tool {
  const locate = createSkillLocations(manager);
  return defineTool({
    name: "view",
    description:
      "Open a skill or one of its files by a location from the list of skills, or by any path inside a skill's folder.",
    input: z.strictObject({ path: path("A location, or a path"), tokenBudget: budgetOf(OPENED), ...shared }),
    readOnly: true,
    async call({ path: wanted, format = "text", ...rest }, { disclose }) {
      await manager.ready();
      const { skill, inside } = await located(manager, locate, wanted);
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
  const [id] = await graph.resolve([reference]);
  if (id !== undefined) return id;
  throw new PdError("node-unknown", "That is not a file of a skill", {
    where: "path",
    fix: "Open the skill at level 2 to see its files.",
  });
}

/** A skill that a model may call. */
function callable(manager: SkillManager, asked: string): Skill {
  const skill = manager.getSkill(asked.replace(/^skill:|\/SKILL\.md$/gu, ""));
  if (skill !== undefined && !skill.disableModelInvocation) return skill;
  // Throws, and names what is near.
  if (skill === undefined) manager.resolvePath(asked, "SKILL.md");
  throw new PdError(
    SKILL_ERRORS["skill-invalid"],
    `The skill "${asked.slice(0, 80)}" says that models may not invoke it`,
    {
      where: "name",
      fix: "Ask the user to invoke it.",
    },
  );
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
  // It may have come since the files were listed. A wrong path costs a look at that path: whoever calls may be anybody.
  content.notice(skill, clean);
  return `${skill.qualifiedName}/${clean}`;
}

/** The skill that a location belongs to, and the path inside it. */
async function located(
  manager: SkillManager,
  locate: ReturnType<typeof createSkillLocations>,
  wanted: string,
): Promise<SkillLocation> {
  if (!isAbsolute(wanted)) {
    const [first = "", ...rest] = wanted.split("/");
    return { skill: callable(manager, first), inside: rest.join("/") };
  }
  const found = await locate(wanted);
  if (found !== undefined) return found;
  throw new PdError("path-escapes-root", "That path is in no skill's folder", {
    where: "path",
    fix: "Use a location from the list of skills.",
  });
}
