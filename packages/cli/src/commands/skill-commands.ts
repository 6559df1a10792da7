import { type JsonAnswer, PdError } from "@pd/core";
import type { Vault } from "@pd/core/vault";
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
import { safeLine } from "../terminal/safe-text.js";
import { isUnknownNode, unknownNode } from "../unknown-node.js";
import { printTalk, writeAnswer } from "../write-answer.js";
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
  words: 0,
  usage: "",
  summary: "How many skills there are and what they are called: level 0.",
  options: [GRAPH],
  run: (invocation) =>
    serving({ ...invocation, operations: [skillStats] }, async (open) => {
      const answer = await call<SkillStatsData>(open, invocation, { name: "skill_stats" });
      const { out } = invocation;
      const { data, nodes } = answer;
      const human = () => {
        out.line(out.style.strong(counted(data?.skills ?? 0, "skill")));
        // One domain is all of them, and says nothing.
        if ((data?.byDomain.length ?? 0) > 1) printCounts("By domain", data?.byDomain ?? [], out);
        if (nodes.length > 0) out.line();
        printNodes(nodes, { screen: out, whole: false });
        const more = (data?.skills ?? 0) - nodes.length;
        if (more > 0) out.line(out.style.faint(`… ${counted(more, "more skill")}`));
        const steps = [{ command: nodes.length > 0 ? "pd skill list" : "pd skill init my-skill" }];
        printTalk(invocation, { elsewhere: otherGraphs(open, answer.graphId), steps });
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
      const answer = await call(open, invocation, { name: "node", input: input(asSkills) })
        .catch((error: unknown) => {
          if (isUnknownNode(error)) return call(open, invocation, { name: "node", input: input(words) });
          throw error;
        })
        .catch(async (error: unknown) => {
          if (!isUnknownNode(error)) throw error;
          const graphId = await graphOf(open, invocation);
          throw await unknownNode(error, { open, command: "skill show", invocation, type: "skill", graphId });
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
  words: 0,
  usage: "",
  summary: "Whether skills keep to the rules of the format: names, folders, descriptions, keys.",
  options: [GRAPH],
  run(invocation) {
    let vault: Vault | undefined;
    const operation = skillValidate(async (graph) =>
      vault === undefined ? { skills: 0, findings: [] } : findSkillFaults(vault.root, graph),
    );
    return serving({ ...invocation, operations: [operation] }, async (open): Promise<ExitCode> => {
      vault = await vaultOf(open, invocation);
      const graphId = vault?.id;
      const answer = await call<SkillValidateData>(open, invocation, { name: "skill_validate", graphId });
      const data = answer.data ?? { skills: 0, passed: true, findings: [], counts: [] };
      const human = () => printSkillValidation(data, invocation, otherVaults(open, graphId));
      writeForm(invocation, { operation: "skill_validate", whole: answer, items: data.findings, human });
      return data.passed && data.skills > 0 ? 0 : 1;
    });
  },
};

function printSkillValidation(
  { skills, passed, findings }: SkillValidateData,
  invocation: Invocation,
  elsewhere: string | undefined,
): void {
  const { out } = invocation;
  printFindings(findings, { screen: out });
  if (findings.length > 0) out.line();
  const verdict = `${counted(skills, "skill")}, ${counted(findings.length, "finding")}`;
  const paint = passed ? out.style.good : out.style.bad;
  out.line(skills === 0 ? "0 skills: no SKILL.md in this vault" : paint(verdict));
  const [code] = findings.filter(({ severity }) => severity === "error").map((finding) => finding.code);
  const steps = [
    ...(code === undefined ? [] : [{ command: `pd explain ${code}` }]),
    ...(skills === 0 ? [{ command: "pd skill init my-skill" }] : []),
  ];
  printTalk(invocation, { elsewhere, steps });
}

/** Files can be looked at only in a vault: the one that is named, else the first that has skills, else the first. */
async function vaultOf(open: Serving, invocation: Invocation): Promise<Vault | undefined> {
  const { vaults } = open.served;
  const graphId = await graphOf(
    open,
    invocation,
    vaults.map(({ id }) => id),
  );
  if (graphId === undefined) return vaults[0];
  const vault = vaults.find(({ id }) => id === graphId);
  if (vault !== undefined) return vault;
  throw new PdError("graph-unknown", `"${safeLine(graphId)}" is no vault, so there are no files to look at`, {
    where: "--graph",
    fix: `Vaults: ${vaults.map(({ id }) => safeLine(id)).join(", ")}. --vault <dir> opens another.`,
  });
}

function otherVaults({ served }: Serving, graphId: string | undefined): string | undefined {
  const others = served.vaults.filter(({ id }) => id !== graphId).map(({ id }) => safeLine(id));
  return others.length === 0 ? undefined : `--graph ${others.join(" or --graph ")} looks in another vault`;
}

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
async function graphOf(
  { served, toolkit }: Serving,
  { parsed, io }: Invocation,
  among: readonly string[] = served.mounts.flatMap(({ content }) => content?.id ?? []),
): Promise<string | undefined> {
  const named = textOption(parsed, "graph") ?? textOption(parsed, "graph-id");
  const ids = among.filter((id) => id !== ALL_VAULTS);
  if (named !== undefined || ids.length < 2) return named;
  for (const graphId of ids) {
    const signal = io.signal === undefined ? {} : { signal: io.signal };
    // Outside the session: it is asked for by nobody, and shown to nobody.
    const { nodes } = await toolkit.call("scan", { type: "skill", limit: 1, graphId }, { caller: "cli", ...signal });
    if (nodes.length > 0) return graphId;
  }
  return undefined;
}

interface SkillCall {
  readonly name: string;
  readonly input?: object;
  readonly graphId?: string | undefined;
}

async function call<Data = unknown>(
  open: Serving,
  invocation: Invocation,
  { name, input = {}, graphId }: SkillCall,
): Promise<JsonAnswer<Data>> {
  const graph = graphId ?? (await graphOf(open, invocation));
  const asked = graph === undefined ? input : { ...input, graphId: graph };
  return (await callIn(open, { name, input: asked }, invocation)) as JsonAnswer<Data>;
}
