import type { Case } from "../case.js";
import { about, ask, BEGIN, GO_ON, node } from "./write.js";

const PDF = "skill:pdf-forms";
const FIELDS = "resource:pdf-forms/references/fields.md";
const refused = { error: "path-escapes-root", lacks: ["HIDDEN"] } as const;

/** Skills and prompts as tools of a door: R6.5, and what of parts 4 and 5 a door can show. */
export const workshopCases: readonly Case[] = [
  about(
    "workshop/skills-are-nodes",
    "R1.2",
    ask(
      "scan",
      { type: "skill" },
      { levels: { "skill:colons": 1, [PDF]: 1, "skill:plain": 1, "skill:positional": 1 } },
    ),
  ),
  about(
    "workshop/files-of-a-skill-are-nodes",
    "R1.2 R5.10",
    ask("scan", { type: "resource" }, { levels: { [FIELDS]: 1, "resource:pdf-forms/scripts/fill.py": 1 } }),
  ),
  about(
    "workshop/a-skill-level-by-level",
    "R1.2",
    node("pdf-forms", 1, { lacks: ["fields.md", "PREV-", "BODY-"] }),
    node(
      "pdf-forms",
      2,
      {
        nodes: { [PDF]: { links: [{ target: FIELDS }, { target: "resource:pdf-forms/scripts/fill.py" }] } },
        lacks: ["BODY-"],
      },
      { links: "all" },
    ),
    node("pdf-forms", 3, { has: ["PREV-pdf"], lacks: ["BODY-"] }, { previews: "all" }),
    node("pdf-forms", 4, { has: ["BODY-pdf"] }),
  ),
  about(
    "workshop/discovery-shows-no-body",
    "R5.2",
    ask("list_skills", { format: "json" }, { every: 1, atLeast: 4, lacks: ["BODY-", "PREV-"] }),
  ),
  about(
    "workshop/a-repaired-colon",
    "R5.3",
    ask(
      "search_skills",
      { query: "colon", format: "json" },
      { levels: { "skill:colons": 1 }, has: ["Use when: a value has a colon"] },
    ),
  ),
  about(
    "workshop/a-skill-with-arguments",
    "R5.7 R6.5",
    ask(
      "skill",
      { name: "pdf-forms", arguments: "tax $& $1 ${SKILL_DIR}.pdf" },
      { has: ["Base directory for this skill: ", "Fill tax $& $1 ${SKILL_DIR}.pdf PREV-pdf."], lacks: ["ARGUMENTS:"] },
    ),
  ),
  about(
    "workshop/arguments-below-where-none-are-asked-for",
    "R5.7",
    ask("skill", { name: "plain", arguments: "x" }, { has: ["It costs $1 and $ARGUMENTS.", "ARGUMENTS: x"] }),
  ),
  about(
    "workshop/no-arguments",
    "R5.7",
    ask("skill", { name: "plain" }, { has: ["$ARGUMENTS"], lacks: ["ARGUMENTS: "] }),
  ),
  about(
    "workshop/declared-arguments",
    "R5.7",
    ask("skill", { name: "positional", arguments: "here there" }, { has: ["From here to there BODY-positional."] }),
  ),
  about(
    "workshop/a-skill-through-the-gate",
    "R6.5 R2.1",
    ask("skill", { name: "pdf-forms", format: "json", ...BEGIN }, { levels: { [PDF]: 4 } }),
    node("pdf-forms", 1, { levels: { [PDF]: 4 } }, GO_ON),
  ),
  about(
    "workshop/a-skill-within-a-budget",
    "R6.5 R2.2",
    ask("skill", { name: "pdf-forms", tokenBudget: 30, format: "json" }, { levels: {}, omitted: { [PDF]: "budget" } }),
  ),
  about(
    "workshop/a-skill-once",
    "R6.5 R2.7 R5.12",
    ask("skill", { name: "pdf-forms", format: "json", ...BEGIN }, {}),
    ask(
      "skill",
      { name: "pdf-forms", format: "json", repeat: false, ...GO_ON },
      { levels: {}, omitted: { [PDF]: "seen" } },
    ),
  ),
  about(
    "workshop/a-skill-not-for-models",
    "R5.1",
    ask("skill", { name: "quiet" }, { error: "skill-invalid" }),
    ask("search_skills", { query: "models" }, { lacks: ["quiet", "HIDDEN"] }),
  ),
  about(
    "workshop/a-skill-that-is-not-there",
    "R5.5",
    ask("skill", { name: "nobody" }, { error: "skill-unknown", says: ["nobody"] }),
  ),
  about("workshop/a-skill-without-a-name", "R6.1", ask("skill", { name: "" }, { error: "input-invalid" })),
  about(
    "workshop/a-file-of-a-skill",
    "R5.9 R6.5",
    ask(
      "read_skill_file",
      { skill: "pdf-forms", path: "references/fields.md", format: "json" },
      { levels: { [FIELDS]: 4 }, has: ["BODY-fields"] },
    ),
  ),
  ...[
    "../plain/SKILL.md",
    "/etc/passwd",
    "references/out.md",
    "references\\fields.md",
    "C:\\x",
    "references/../../plain/SKILL.md",
  ].map((path) =>
    about(`workshop/refused-${path}`, "R5.9 R7.3", ask("read_skill_file", { skill: "pdf-forms", path }, refused)),
  ),
  about(
    "workshop/view-a-skill",
    "R5.9",
    ask("view", { path: "pdf-forms", format: "json" }, { levels: { [PDF]: 2 }, lacks: ["BODY-"] }),
  ),
  about(
    "workshop/view-a-file",
    "R5.9",
    ask("view", { path: "pdf-forms/references/fields.md", format: "json" }, { levels: { [FIELDS]: 4 } }),
  ),
  about(
    "workshop/view-outside",
    "R5.9",
    ask("view", { path: "/etc/passwd" }, refused),
    ask("view", { path: "pdf-forms/../../outside.md" }, refused),
  ),
  about(
    "workshop/a-section-in-full",
    "R4.5 R4.6 R6.5",
    ask(
      "read_section",
      { section_key: "guide" },
      { levels: { "section:guide": 4 }, has: ["BODY-guide", "BODY-child", "## Guide (guide)"] },
    ),
  ),
  about(
    "workshop/a-section-below-another",
    "R4.1",
    ask(
      "read_section",
      { section_key: "guide.child" },
      { levels: { "section:guide.child": 4 }, lacks: ["BODY-guide"] },
    ),
  ),
  about(
    "workshop/a-section-that-brings-tools",
    "R4.8",
    ask("read_section", { section_key: "tools" }, { error: "expansion-required" }),
  ),
  about(
    "workshop/a-section-that-is-not-there",
    "R4.5",
    ask(
      "read_section",
      { section_key: "nobody" },
      { error: "prompt-invalid", says: ["Section 'nobody' does not exist in this prompt."] },
    ),
  ),
  about(
    "workshop/a-section-within-a-budget",
    "R6.5 R2.2",
    ask(
      "read_section",
      { section_key: "guide", tokenBudget: 10 },
      { levels: {}, omitted: { "section:guide": "budget" } },
    ),
  ),
  about(
    "workshop/a-section-level-by-level",
    "R1.2",
    node(
      "guide",
      1,
      { nodes: { "section:guide": { description: "In short DESC-closed." } }, lacks: ["BODY-"] },
      { graphId: "helper" },
    ),
    node("guide", 4, { has: ["BODY-guide"] }, { graphId: "helper" }),
  ),
  about(
    "workshop/tools-are-not-in-a-text",
    "R4.8",
    node("tools", 4, { levels: {}, lacks: ["HIDDEN"] }, { graphId: "helper" }),
  ),
  about(
    "workshop/two-graphs",
    "R3.2",
    ask("stats", {}, { matches: { graphId: "skills" } }),
    ask("stats", { graphId: "helper" }, { matches: { graphId: "helper", data: { nodes: 4 } } }),
  ),
  about("workshop/a-tool-that-is-not-there", "R6.5", ask("no_such_tool", {}, { error: "tool-unknown" })),
];
