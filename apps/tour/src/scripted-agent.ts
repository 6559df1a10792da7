import { thousands } from "@pd/assistant/terminal";
import { bestSentence, overlap, type Quote } from "@pd/assistant/words";
import type { AnswerOf, InputOf, JsonAnswer, NodeView, OperationName, TextAnswer, Toolkit } from "@pd/core";

/** One thing the agent did: what it asked, why, and what came back. */
export interface Step {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly why: string;
  readonly answer: JsonAnswer | TextAnswer;
}

export interface Outcome extends Quote {
  readonly steps: readonly Step[];
  readonly session: string;
}

export interface Agent {
  readonly toolkit: Toolkit;
  readonly budget: number;
  readonly onStep: (step: Step) => void;
}

/**
 * Stands in for a model: it decides by a few rules, from nothing but what the answers say. With a model in its place,
 * the calls would be the same and the reasons better.
 */
export async function answerFor(question: string, { toolkit, budget, onStep }: Agent): Promise<Outcome> {
  const steps: Step[] = [];
  let session = "new";
  let left = budget;

  async function use(tool: string, input: Step["input"], why: string): Promise<JsonAnswer | TextAnswer> {
    const answer = (await toolkit.call(tool as string, { ...input, session })) as JsonAnswer | TextAnswer;
    session = answer.session ?? session;
    left -= answer.telemetry.tokensUsed;
    const step = { operation: tool, input, why, answer };
    steps.push(step);
    onStep(step);
    return answer;
  }

  async function ask<Name extends OperationName, const Input extends InputOf<Name>>(
    operation: Name,
    input: Input,
    why: string,
  ): Promise<AnswerOf<Name, Input>> {
    return (await use(operation, { ...input }, why)) as AnswerOf<Name, Input>;
  }

  /** Metadata first; the instructions of the one that fits, if one does. */
  async function chooseSkill(): Promise<void> {
    const list = await use(
      "list_skills",
      { format: "json" },
      "Are there instructions for what I am asked to do? Their descriptions:",
    );
    const best = bestOf(list.nodes as readonly NodeView[], question);
    if (best === undefined) return;
    const name = best.id.replace(/^skill:/, "");
    const opening = { name, arguments: question, tokenBudget: left, format: "json" };
    await use("skill", opening, `“${name}” fits. Now its text is worth ${thousands(best.tokens ?? 0)} tokens.`);
  }

  /** The prompt's own sections are closed too: a summary, and the text for whoever wants it. */
  async function openSection(): Promise<void> {
    const closed = await ask("scan", { graphId: "tour" }, "My own prompt has a section that is closed. What is in it?");
    const [section] = closed.nodes;
    if (section === undefined) return;
    const key = section.id.replace(/^section:/, "");
    await use("read_section", { section_key: key, tokenBudget: left }, "I am about to write an answer, so I open it.");
  }

  /** What is cheap is opened; of what is dear, first the outline and then the section that sounds right. */
  async function open(node: NodeView): Promise<void> {
    const { id, name, tokens = 0 } = node;
    const reason = `“${name}” matches by ${matched(node)}, and would cost ${thousands(tokens)} tokens.`;
    if (tokens < left / 3) {
      await ask("node", { nodes: id, level: 4, tokenBudget: left }, `${reason} I have ${thousands(left)}: open it.`);
      return;
    }
    const outline = await ask(
      "node",
      { nodes: id, level: 3 },
      `${reason} That is much of my ${thousands(left)}: first its outline.`,
    );
    const heading = bestHeading(outline.nodes[0], question);
    if (heading === undefined) return;
    const part = { nodes: `${id}#${heading}`, level: 4, tokenBudget: left } as const;
    await ask("node", part, `“${heading}” sounds like it. That section alone, in full.`);
  }

  await chooseSkill();
  const found = await ask("search", { query: question, limit: 4 }, "Now the notes, by the words of the question.");
  const [best] = found.nodes;
  if (best === undefined) return { steps, session, quote: "Nothing here answers that.", from: "" };
  await open(best);
  await openSection();
  const rest = await ask(
    "context",
    { query: question, tokenBudget: left, format: "text", repeat: false },
    `${thousands(left)} tokens are left. Whatever else answers, but nothing that I have read already.`,
  );
  // What it chose to open comes before what was packed for it; instructions are no evidence.
  const read = steps.filter(({ operation }) => operation === "node");
  const opened = read.flatMap(({ answer }) => answer.nodes.flatMap(fullText));
  return { steps, session, ...bestSentence(opened.length > 0 ? opened : [["the context", rest.text]], question) };
}

function bestOf(nodes: readonly NodeView[], question: string): NodeView | undefined {
  const scored = nodes.map((node) => ({
    node,
    score: "description" in node ? overlap(node.description, question) : 0,
  }));
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)[0]?.node;
}

function matched({ why = [] }: NodeView): string {
  return [...new Set(why.map(({ field }) => field))].slice(0, 3).join(", ") || "its neighbours";
}

function fullText(node: object): readonly (readonly [string, string])[] {
  const view = node as NodeView;
  return view.level === 4 && "content" in view ? [[`${view.name}, ${view.id}`, view.content.full]] : [];
}

function bestHeading(node: NodeView | undefined, question: string): string | undefined {
  if (node?.level !== 3) return undefined;
  // The first heading is mostly the title: its section is the whole note.
  const sections = node.content.sections.filter(({ heading, depth }) => heading !== "" && depth > 1);
  const scored = sections.map(({ heading, preview }) => ({
    heading,
    score: overlap(`${heading} ${preview}`, question),
  }));
  return scored.sort((a, b) => b.score - a.score)[0]?.heading;
}
