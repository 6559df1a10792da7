import { bestQuote } from "./quote.js";
import { bestHitIn, sourcesIn } from "./sources.js";
import { overlap, stems } from "./words.js";

/** A call that was made, and what it brought. */
export interface Exchange {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** All that a model sees when it is its turn. */
export interface Sight {
  readonly system: string;
  readonly question: string;
  /** Of the whole conversation. */
  readonly exchanges: readonly Exchange[];
  /** Where in them the last question was asked. */
  readonly since: number;
  readonly tools: ReadonlySet<string>;
}

export type Move =
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly say: string };

/** What a pack may cost. */
const PACK = 800;

/** What it does next: the first rule that has something to do. Like a model it knows nothing but what it is shown. */
export function decide(sight: Sight): Move {
  const rules = [readHowToAnswer, openGraphTools, invokeSkill, searchNotes, openNamed, askForPack, followLinks];
  if (sight.tools.size > 0 && !/budget is used up/.test(sight.exchanges.at(-1)?.text ?? "")) {
    for (const rule of rules) {
      const move = rule(sight);
      if (move !== undefined) return move;
    }
  }
  return { say: conclude(sight) };
}

function readHowToAnswer({ system, exchanges }: Sight): Move | undefined {
  const key = closedSections(system, "read_section").find(({ summary }) => /answer/i.test(summary))?.key;
  if (key === undefined || exchanges.some(({ tool }) => tool === "read_section")) return undefined;
  return { tool: "read_section", input: { section_key: key } };
}

function openGraphTools({ system, question, exchanges, since }: Sight): Move | undefined {
  const wanted = closedSections(system, "open_sections").find(({ summary }) => overlap(summary, question) > 0);
  if (wanted === undefined || exchanges.slice(since).some(({ tool }) => tool === "open_sections")) return undefined;
  return { tool: "open_sections", input: { section_keys: [wanted.key], reason: `The question: ${question}` } };
}

function invokeSkill({ system, question, exchanges, since }: Sight): Move | undefined {
  const skills = [...system.matchAll(/<name>(.*?)<\/name><description>(.*?)<\/description>/g)];
  const scored = skills.map(([, name = "", description = ""]) => ({ name, score: overlap(description, question) }));
  const [best] = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  if (best === undefined || exchanges.slice(since).some(({ tool }) => tool === "skill")) return undefined;
  return { tool: "skill", input: { name: best.name, arguments: question } };
}

function searchNotes({ question, exchanges, since }: Sight): Move | undefined {
  if (exchanges.slice(since).some(({ tool }) => tool === "search")) return undefined;
  return { tool: "search", input: { query: question, limit: 5 } };
}

/** A note that is named like what is asked is opened, where it is cheap. */
function openNamed({ question, exchanges, since }: Sight): Move | undefined {
  const recent = exchanges.slice(since);
  const best = bestHit(recent);
  if (best === undefined || recent.some(({ tool }) => tool === "node" || tool === "context")) return undefined;
  const asked = stems(question);
  const isNamed = asked.size > 0 && overlap(best.title, question) === asked.size;
  if (!isNamed || best.price > left(recent) / 3) return undefined;
  return { tool: "node", input: { nodes: best.id, level: 4 } };
}

/** Else the passages that answer, in a small pack. */
function askForPack({ question, exchanges, since }: Sight): Move | undefined {
  const recent = exchanges.slice(since);
  if (bestHit(recent) === undefined || recent.some(({ tool }) => tool === "node" || tool === "context"))
    return undefined;
  return { tool: "context", input: { query: question, tokenBudget: Math.max(1, Math.min(PACK, left(recent))) } };
}

function followLinks({ question, exchanges, since, tools }: Sight): Move | undefined {
  const recent = exchanges.slice(since);
  const isAsked = recent.some(({ tool }) => tool === "open_sections" || tool === "traverse");
  const best = bestHit(recent);
  if (!tools.has("traverse") || !isAsked || best === undefined) return undefined;
  if (recent.some(({ tool }) => tool === "traverse")) return undefined;
  const tokenBudget = Math.max(1, Math.floor(left(recent) / 2));
  return { tool: "traverse", input: { start: best.id, query: question, maxDepth: 1, maxNodes: 4, tokenBudget } };
}

/** Quotes, and says so: a script that put it in its own words would be making them up. */
function conclude({ question, exchanges, since }: Sight): string {
  const textsOf = (some: readonly Exchange[]) =>
    some.filter(({ tool }) => READING.has(tool)).flatMap(({ text }) => sourcesIn(text));
  // What was read for this question; what the conversation holds from before only where that was nothing new.
  const recent = textsOf(exchanges.slice(since));
  const { quote, from } = bestQuote(recent.length > 0 ? recent : textsOf(exchanges), question);
  if (quote !== "") return `“${quote}” [${from}]\n(Quoted from the notes: no model was asked.)`;
  const best = bestHit(exchanges.slice(since));
  const near = best === undefined ? "" : ` The nearest note is ${best.id}.`;
  return `The notes that I looked at do not say.${near} I can only quote notes that share words with a question.`;
}

const READING: ReadonlySet<string> = new Set(["node", "traverse", "context"]);

interface Closed {
  readonly key: string;
  readonly summary: string;
}

/** Closed sections say themselves how they are opened. */
function closedSections(system: string, tool: string): readonly Closed[] {
  const pattern = new RegExp(
    `^## .*\\n+((?:(?!^## )[\\s\\S])*?)\\[This section is summarized.*\`${tool}\` with key "(.+?)"`,
    "gm",
  );
  return [...system.matchAll(pattern)].map(([, summary = "", key = ""]) => ({ key, summary }));
}

function bestHit(exchanges: readonly Exchange[]) {
  return bestHitIn(exchanges.findLast(({ tool }) => tool === "search")?.text ?? "");
}

/** What the last answer said was left. */
function left(exchanges: readonly Exchange[]): number {
  const [, tokens] = /\[(\d+) of \d+ tokens left\]$/.exec(exchanges.at(-1)?.text ?? "") ?? [];
  return Number(tokens ?? 0);
}
