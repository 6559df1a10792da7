import { bestQuote, type Quote } from "@pd/assistant/quote";
import { sourcesIn } from "@pd/assistant/sources";
import { thousands } from "@pd/assistant/terminal";
import { overlap } from "@pd/assistant/words";
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

  await chooseSkill();
  const found = await ask("search", { query: question, limit: 4 }, "Now the notes, by the words of the question.");
  if (found.nodes.length === 0) return { steps, session, ...NOTHING };
  await openSection();
  const dearest = Math.max(...found.nodes.map(({ tokens = 0 }) => tokens));
  const pack = await ask(
    "context",
    { query: question, tokenBudget: Math.min(PACK, left), format: "text" },
    `To open one of these costs up to ${thousands(dearest)} tokens. I ask for the passages that answer instead, in ${thousands(PACK)}.`,
  );
  // Instructions are no evidence: what is quoted is from the pack.
  return { steps, session, ...bestQuote(sourcesIn(pack.text), question) };
}

/** What the pack may cost: most answers are in so much. */
const PACK = 600;
const NOTHING: Quote = { quote: "Nothing here answers that.", from: "", sentences: [] };

function bestOf(nodes: readonly NodeView[], question: string): NodeView | undefined {
  const scored = nodes.map((node) => ({
    node,
    score: "description" in node ? overlap(node.description, question) : 0,
  }));
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)[0]?.node;
}
