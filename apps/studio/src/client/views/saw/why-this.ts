import type { Why } from "@pd/core";
import { type Delivered, type Delivery, fieldIn, whyIn } from "./delivery.js";

/** Something that an answer says of a node it shows. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** A node that the fact is about, to go on from. */
  readonly node?: string | undefined;
}

const FIELD_WORDS: Readonly<Record<Why["field"], string>> = {
  name: "its name",
  description: "its description",
  tag: "a tag",
  heading: "a heading",
  body: "its text",
  link: "a link",
  meaning: "its meaning",
};

/** Why a node is in an answer, and at that level, by what the answer itself says. */
export function whyThis({ entry, deliveries }: Delivered, delivery: Delivery): readonly Fact[] {
  const { view, level, from, tokens } = delivery;
  const why = whyIn(view);
  const score = fieldIn(view, "score");
  const hop = fieldIn(view, "hop");
  const price = fieldIn(view, "tokens");
  const matched = why.filter(({ via }) => via === undefined).map(({ field }) => FIELD_WORDS[field] ?? String(field));
  const rank = deliveries.indexOf(delivery) + 1;
  const query = fieldIn(entry.input, "query");
  return [
    { label: "Place", value: `${ordinal(rank)} of ${deliveries.length} in the answer` },
    ...(typeof score === "number" ? [{ label: "Score", value: score.toLocaleString("en") }] : []),
    ...(matched.length > 0 ? [{ label: "The query matches", value: listed(matched) }] : []),
    ...why.flatMap(({ via }) => (via === undefined ? [] : [{ label: "Linked with", value: via, node: via }])),
    ...(typeof hop === "number" ? [{ label: "Steps away", value: stepsAway(hop, query) }] : []),
    ...(asked(entry.input, delivery) ? [{ label: "Asked for", value: "the call names it" }] : []),
    { label: "Level", value: levelWords(level, from) },
    ...budgetFacts(entry.answer, tokens),
    ...(typeof price === "number" && level < 4
      ? [{ label: "Opening it in full", value: `${price.toLocaleString("en")} tokens` }]
      : []),
    ...(delivery.form === "text"
      ? [{ label: "Note", value: "A text answer carries no scores. They can be looked up again." }]
      : []),
  ];
}

function stepsAway(hop: number, query: unknown): string {
  if (hop === 0) return typeof query === "string" ? "0: a match, or where reading began" : "0: where reading began";
  return `${hop} ${hop === 1 ? "link" : "links"} away`;
}

function levelWords(level: number, from: number | undefined): string {
  if (from === undefined) return `${level}, for the first time`;
  if (from < level) return `${level}, up from ${from}`;
  return `${level}, shown again: the session had it at ${from}`;
}

function budgetFacts(answer: unknown, tokens: number | undefined): readonly Fact[] {
  const telemetry = fieldIn(answer, "telemetry");
  const used = fieldIn(telemetry, "tokensUsed");
  const budget = fieldIn(telemetry, "tokenBudget");
  if (typeof used !== "number") return [];
  const own = tokens === undefined ? "" : `${tokens.toLocaleString("en")} of the `;
  const whole = `${used.toLocaleString("en")} tokens that the call used`;
  const limit = typeof budget === "number" ? `; the budget was ${budget.toLocaleString("en")}` : "; it had no budget";
  return [{ label: "Cost", value: `${own}${whole}${limit}` }];
}

function asked(input: unknown, { id, view }: Delivery): boolean {
  const names = [fieldIn(input, "nodes"), fieldIn(input, "start"), fieldIn(input, "name")].flat();
  return names.some((name) => name === id || (view !== undefined && name === view.name));
}

export function ordinal(place: number): string {
  const ending = place % 100 > 10 && place % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place.toLocaleString("en")}${ending}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
