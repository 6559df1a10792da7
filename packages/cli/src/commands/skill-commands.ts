import { isPdError, type JsonAnswer, PdError } from "@pd/core";
import { type Command, type Invocation, textOption } from "../command.js";
import type { ExitCode } from "../io.js";
import type { Option } from "../options.js";
import { counted } from "../render/figures.js";
import { printNodes } from "../render/nodes.js";
import { printCounts } from "../render/stats.js";
import { printFindings } from "../render/validation.js";
import { ALL_VAULTS, callIn, otherGraphs, type Serving, serving } from "../serving.js";
import { findSkillFaults } from "../skill-files.js";
import { type SkillStatsData, type SkillValidateData, skillStats, skillValidate } from "../skill-operations.js";
import { sameVaults, writeAnswer } from "../write-answer.js";
import { writeForm } from "../write-document.js";
import { operationNamed } from "./operation.js";
import { skillInit } from "./skill-init.js";

const GRAPH: Option = {
  name: "graph",
  kind: "text",
  placeholder: "id",
  description: "The vault to look at",
  aliases: ["graph-id"],
  field: "graphId",
};

const stats: Command = {
  name: "skill stats",
  usage: "",
  summary: "How many skills there are and what they are called: level 0.",
  options: [GRAPH],
  run: (invocation) =>
    serving({ ...invocation, operations: [skillStats] }, async (open) => {
      const answer = await call<SkillStatsData>(open, invocation, { name: "skill_stats" });
      const { out, talk } = invocation;
      const { data, nodes } = answer;
      const human = () => {
        out.line(out.style.strong(counted(data?.skills ?? 0, "skill")));
        printCounts("By domain", data?.byDomain ?? [], out);
        if (nodes.length > 0) out.line();
        printNodes(nodes, { screen: out, whole: false });
        if (talk.isTerminal && nodes.length > 0)
          talk.line(`${talk.style.faint("next:")} pd skill list${sameVaults(invocation.parsed)}`);
        const elsewhere = otherGraphs(open, answer.graphId);
        if (elsewhere !== undefined) talk.line(talk.style.faint(elsewhere));
      };
      writeForm(invocation, { operation: "skill_stats", whole: answer, items: nodes, human });
      return nodes.length > 0 ? 0 : 1;
    }),
};

const scanOptions = operationNamed("scan")?.options ?? [];

const list: Command = {
  name: "skill list",
  usage: "[words]",
  summary: "Every skill with its description: level 1.",
  options: scanOptions.filter(({ name }) => !["type", "query", "format"].includes(name)),
  run: (invocation) =>
    serving(invocation, async (open) => {
      const { words } = invocation.parsed;
      const fields = fieldsIn(invocation, scanOptions);
      if (words.length > 0) fields.set("query", words.join(" "));
      const asked = { ...Object.fromEntries(fields), type: "skill" };
      const answer = await call(open, invocation, { name: "scan", input: asked });
      writeAnswer(answer, {
        invocation,
        text: false,
        elsewhere: otherGraphs(open, answer.graphId),
        input: fields,
        list: "skill list",
        session: open.session,
      });
      return answer.nodes.length > 0 ? 0 : 1;
    }),
};

const LEVEL: Option = {
  name: "level",
  kind: "integer",
  placeholder: "0-4",
  description: "How much of it; default 4",
  field: "level",
};
const BUDGET: Option = {
  name: "token-budget",
  kind: "integer",
  placeholder: "n",
  description: "At most so many tokens",
  aliases: ["budget"],
  field: "tokenBudget",
};

const show: Command = {
  name: "skill show",
  usage: "<name> …",
  summary: "What a skill says: its body, or less at a lower level.",
  options: [LEVEL, BUDGET, GRAPH],
  async run(invocation) {
    if (invocation.parsed.words.length === 0) {
      throw new PdError("input-invalid", "pd skill show needs the name of a skill", {
        where: "the command line",
        fix: "pd skill stats lists their names.",
      });
    }
    return serving(invocation, async (open) => {
      const fields = fieldsIn(invocation, show.options);
      const level = fields.get("level") ?? 4;
      const input = (names: readonly string[]) => ({ ...Object.fromEntries(fields), level, nodes: names });
      const { words } = invocation.parsed;
      const asSkills = words.map((word) => (word.includes(":") || word.includes("/") ? word : `skill:${word}`));
      // By id first: a note may have the same name. Then by whatever else it is called.
      const answer = await call(open, invocation, { name: "node", input: input(asSkills) }).catch((error: unknown) => {
        if (isPdError(error) && error.code === "node-unknown")
          return call(open, invocation, { name: "node", input: input(words) });
        throw error;
      });
      writeAnswer(answer, {
        invocation,
        text: false,
        elsewhere: otherGraphs(open, answer.graphId),
        input: new Map(),
        session: open.session,
      });
      return answer.nodes.length > 0 ? 0 : 1;
    });
  },
};

const validate: Command = {
  name: "skill validate",
  usage: "",
  summary: "Whether skills keep to the rules of the format: names, folders, descriptions, keys.",
  options: [GRAPH],
  run(invocation) {
    let open: Serving | undefined;
    let graphId: string | undefined;
    const operation = skillValidate(async (graph) => {
      const vault = open?.served.vaults.find(({ id }) => graphId === undefined || id === graphId);
      return vault === undefined ? { skills: 0, findings: [] } : findSkillFaults(vault.root, graph);
    });
    return serving({ ...invocation, operations: [operation] }, async (opened): Promise<ExitCode> => {
      open = opened;
      graphId = await graphOf(open, invocation);
      const answer = await call<SkillValidateData>(open, invocation, { name: "skill_validate" });
      const { out } = invocation;
      const data = answer.data ?? { skills: 0, passed: true, findings: [], counts: [] };
      const human = () => {
        printFindings(data.findings, out);
        if (data.findings.length > 0) out.line();
        const verdict = `${counted(data.skills, "skill")}, ${counted(data.findings.length, "finding")}`;
        out.line(data.passed ? out.style.good(verdict) : out.style.bad(verdict));
      };
      writeForm(invocation, { operation: "skill_validate", whole: answer, items: data.findings, human });
      return data.passed && data.skills > 0 ? 0 : 1;
    });
  },
};

export const SKILL_COMMANDS: readonly Command[] = [stats, list, show, validate, skillInit];

function fieldsIn({ parsed }: Invocation, options: readonly Option[]): Map<string, unknown> {
  return new Map(
    options.flatMap(({ name, field }) => {
      const value = parsed.options.get(name);
      return field === undefined || value === undefined ? [] : [[field, value] as const];
    }),
  );
}

/** The graph that the command line names, else the first that has skills: often they are not in the first vault, but mounted beside it. */
async function graphOf({ served, toolkit }: Serving, { parsed, io }: Invocation): Promise<string | undefined> {
  const named = textOption(parsed, "graph") ?? textOption(parsed, "graph-id");
  const ids = served.mounts.flatMap(({ content }) => content?.id ?? []).filter((id) => id !== ALL_VAULTS);
  if (named !== undefined || ids.length < 2) return named;
  for (const graphId of ids) {
    const signal = io.signal === undefined ? {} : { signal: io.signal };
    // Outside the session: it is asked for by nobody, and shown to nobody.
    const { nodes } = await toolkit.call("scan", { type: "skill", limit: 1, graphId }, { caller: "cli", ...signal });
    if (nodes.length > 0) return graphId;
  }
  return undefined;
}

async function call<Data = unknown>(
  open: Serving,
  invocation: Invocation,
  { name, input = {} }: { readonly name: string; readonly input?: object },
): Promise<JsonAnswer<Data>> {
  const graphId = await graphOf(open, invocation);
  const asked = graphId === undefined ? input : { ...input, graphId };
  return (await callIn(open, { name, input: asked }, invocation)) as JsonAnswer<Data>;
}
