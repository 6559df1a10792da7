import type { AnswerOf, InputOf, JsonAnswer, NodeView, OperationName, TextAnswer, Toolkit } from "@pd/core";

/** One thing the agent did: what it asked, why, and what came back. */
export interface Step {
  readonly operation: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly why: string;
  readonly answer: JsonAnswer | TextAnswer;
}

export interface Outcome {
  readonly steps: readonly Step[];
  readonly session: string;
  /** The sentence it read that has most words of the question. */
  readonly quote: string;
  readonly from: string;
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

  async function ask<Name extends OperationName, const Input extends InputOf<Name>>(
    operation: Name,
    input: Input,
    why: string,
  ): Promise<AnswerOf<Name, Input>> {
    const answer = (await toolkit.call(operation as "scan", { ...input, session } as never)) as AnswerOf<Name, Input>;
    session = answer.session ?? session;
    left -= answer.telemetry.tokensUsed;
    const step = { operation, input, why, answer } as Step;
    steps.push(step);
    onStep(step);
    return answer;
  }

  /** What is cheap is opened; of what is dear, first the outline and then the section that sounds right. */
  async function open(node: NodeView): Promise<void> {
    const { id, name, tokens = 0 } = node;
    const reason = `“${name}” matches by ${matched(node)}, and would cost ${tokens} tokens.`;
    if (tokens < left / 3) {
      await ask("node", { nodes: id, level: 4, tokenBudget: left }, `${reason} I have ${left}: open it.`);
      return;
    }
    const outline = await ask(
      "node",
      { nodes: id, level: 3 },
      `${reason} That is much of my ${left}: first its outline.`,
    );
    const heading = bestHeading(outline.nodes[0], question);
    if (heading === undefined) return;
    const part = { nodes: `${id}#${heading}`, level: 4, tokenBudget: left } as const;
    await ask("node", part, `“${heading}” sounds like it. That section alone, in full.`);
  }

  await ask("scan", { type: "moc", limit: 5 }, "I know nothing about this folder. Which notes lead to the others?");
  const found = await ask("search", { query: question, limit: 5 }, "Now by the words of the question.");
  const [best] = found.nodes;
  if (best === undefined) return { steps, session, quote: "Nothing here answers that.", from: "" };

  await open(best);
  const rest = await ask(
    "context",
    { query: question, tokenBudget: left, format: "text", repeat: false },
    `${left} tokens are left. Whatever else answers, but nothing that I have read already.`,
  );
  // What it chose to open comes before what was packed for it.
  const opened = steps.flatMap(({ answer }) => answer.nodes.flatMap(fullText));
  return { steps, session, ...bestSentence(opened.length > 0 ? opened : [["the context", rest.text]], question) };
}

function matched({ why = [] }: NodeView): string {
  return [...new Set(why.map(({ field }) => field))].slice(0, 3).join(", ") || "its neighbours";
}

function fullText(node: object): readonly (readonly [string, string])[] {
  const view = node as NodeView;
  return view.level === 4 && "content" in view ? [[view.name, view.content.full]] : [];
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

function bestSentence(texts: readonly (readonly [string, string])[], question: string) {
  let best = { quote: "", from: "", score: -1 };
  for (const [from, text] of texts) {
    for (const sentence of text.split(/(?<=[.:!?])\s+|\n{2,}/)) {
      // Headings, tables, code and labels answer nothing by themselves.
      if (/^[#|>`-]/.test(sentence.trim()) || sentence.length < 40) continue;
      const score = overlap(sentence, question);
      if (score > best.score) best = { quote: plain(sentence), from, score };
    }
  }
  return { quote: best.quote, from: best.from };
}

/** As one would say it: links by what they show, no marks of lists. */
function plain(sentence: string): string {
  const words = sentence.replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, "$1").replace(/\s+/g, " ");
  return words.replace(/^(?:\d+\.|[-*]) /, "").trim();
}

/** How many of the question's words a text has, by their beginnings. */
function overlap(text: string, question: string): number {
  const words = new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
  const starts = [...words].map((word) => word.slice(0, 5));
  const asked = new Set((question.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.slice(0, 5)));
  return [...asked].filter((word) => starts.includes(word)).length;
}
