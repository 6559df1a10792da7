import type { Omission, SessionLogEntry } from "@pd/core";
import { type Delivered, fieldIn } from "./delivery.js";
import { ordinal } from "./why-this.js";

/** A node that a search found, with its place among all that it found. */
export interface Ranked {
  readonly rank: number;
  readonly of: number;
  readonly score?: number | undefined;
}

/** What the graph says of a node now. */
export interface Known {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly domain: string;
  readonly tags: readonly string[];
  /** What its whole text costs. */
  readonly tokens?: number | undefined;
}

export interface Evidence {
  /** `undefined`: the graph has no such node. */
  readonly known: Known | undefined;
  /** Its place by the call's query and filters; `undefined`: it is not among the matches, or nothing was searched for. */
  readonly ranked?: Ranked | undefined;
  /** The same without the filters. */
  readonly unfiltered?: Ranked | undefined;
}

/** Why a node is not in an answer, in one word for a test and in sentences for a person. */
export interface Verdict {
  readonly kind:
    | "shown"
    | "budget"
    | "limit"
    | "seen"
    | "changed"
    | "unreadable"
    | "unknown"
    | "filtered"
    | "outranked"
    | "unmatched"
    | "unasked"
    | "unreached"
    | "failed";
  readonly says: string;
  readonly more: readonly string[];
}

/** Why not that? First what the call itself said, then what searching again shows. */
export function whyNot(call: Delivered, reference: string, evidence: Evidence): Verdict {
  const { entry } = call;
  const { known } = evidence;
  if (entry.error !== undefined)
    return { kind: "failed", says: `The call failed (${entry.error.code}), so it showed nothing.`, more: [] };
  const id = known?.id ?? reference;
  const shown = call.deliveries.find((delivery) => delivery.id === id);
  const left = leftOut(entry, id);
  if (shown !== undefined) {
    const lowered = left === undefined ? [] : [omitted(left, entry, known).says];
    return {
      kind: "shown",
      says: `It is in this answer, at level ${shown.level}.`,
      more: [...lowered, ...rankNow(evidence.ranked), ...sectionsToo(call, id)],
    };
  }
  if (left !== undefined)
    return { ...omitted(left, entry, known), more: [...priceOf(known), ...sectionsToo(call, id)] };
  if (known === undefined)
    return { kind: "unknown", says: "The graph has no such node.", more: ["Check the spelling, or search for it."] };
  return notConsidered(call, known, evidence);
}

interface LeftOut extends Pick<Omission, "reason"> {
  readonly tokens?: number | undefined;
  readonly seenAt?: number | undefined;
}

/**
 * The answer says what it would have cost, and names only some; the log of the call names all. A pack wants passages: the best one of a note
 * that was left out says why the note is missing.
 */
function leftOut({ answer, omitted: logged }: SessionLogEntry, id: string): LeftOut | undefined {
  const named = fieldIn(answer, "omitted");
  const all = [...(Array.isArray(named) ? named : []), ...logged];
  const isPart = (omission: unknown) => String(fieldIn(omission, "id")).startsWith(`${id}@`);
  return (all.find((omission) => fieldIn(omission, "id") === id) ?? all.find(isPart)) as LeftOut | undefined;
}

function omitted(left: LeftOut, { answer, input }: SessionLogEntry, known: Known | undefined): Omit<Verdict, "more"> {
  const budget = fieldIn(fieldIn(answer, "telemetry"), "tokenBudget");
  switch (left.reason) {
    case "budget": {
      const most = typeof budget === "number" ? ` of ${budget.toLocaleString("en")} tokens` : "";
      const needed =
        left.tokens === undefined ? "" : ` By itself it needs a budget of ${left.tokens.toLocaleString("en")}.`;
      return { kind: "budget", says: `It was found, and did not fit the budget${most}.${needed}` };
    }
    case "limit":
      return { kind: "limit", says: `It was found, and more nodes were found than asked for${limitWords(input)}.` };
    case "seen":
      return { kind: "seen", says: `The session had it already${seenWords(left.seenAt)}, and asked for no repeats.` };
    case "changed":
      return { kind: "changed", says: "Its file changed while it was read. Asking again shows it as it is now." };
    case "unreadable":
      return { kind: "unreadable", says: "Its file could not be read." };
    case "unknown":
      return {
        kind: "unknown",
        says:
          known === undefined ? "The graph has no such node." : "The graph did not have it at the time of the call.",
      };
  }
}

function limitWords(input: unknown): string {
  const limit = fieldIn(input, "limit") ?? fieldIn(input, "maxNodes");
  return typeof limit === "number" ? ` (${limit.toLocaleString("en")})` : "";
}

function seenWords(level: number | undefined): string {
  return level === undefined ? "" : ` at level ${level}`;
}

/** Neither shown nor named as left out: the call never came to it. */
function notConsidered(call: Delivered, known: Known, { ranked, unfiltered }: Evidence): Verdict {
  const { entry } = call;
  const more = [...priceOf(known), ...sectionsToo(call, known.id)];
  const query = fieldIn(entry.input, "query");
  const searched = typeof query === "string" && query.trim() !== "";
  if (!searched && entry.operation !== "scan") {
    if (entry.operation === "traverse") return unreached(entry.input, more);
    return { kind: "unasked", says: "The call names the nodes it wants, and this is none of them.", more };
  }
  const mismatches = filtersAgainst(entry.input, known);
  if (ranked === undefined && (unfiltered !== undefined || mismatches.length > 0)) {
    const says =
      mismatches.length > 0 ? `The filter leaves it out: ${mismatches.join("; ")}.` : "A filter leaves it out.";
    return { kind: "filtered", says, more: [...placeWithoutFilter(unfiltered), ...more] };
  }
  if (ranked === undefined) {
    if (entry.operation === "traverse") return unreached(entry.input, more);
    return {
      kind: "unmatched",
      says: "The query does not match it: no word of it, and no neighbour, leads there.",
      more,
    };
  }
  return outranked(call, ranked, more);
}

function outranked({ entry, deliveries }: Delivered, ranked: Ranked, more: readonly string[]): Verdict {
  const score = ranked.score === undefined ? "" : ` with a score of ${ranked.score.toLocaleString("en")}`;
  const scores = deliveries
    .flatMap(({ view }) => fieldIn(view, "score") ?? [])
    .filter((each) => typeof each === "number");
  const lowest =
    scores.length === 0 ? [] : [`The lowest score in the answer is ${Math.min(...scores).toLocaleString("en")}.`];
  const order =
    entry.operation === "context"
      ? ["context orders by what each node adds to those before it, so its order differs from that of search."]
      : [];
  return {
    kind: "outranked",
    says: `It matches, as the ${ordinal(ranked.rank)} of ${ranked.of.toLocaleString("en")}${score}; the answer ends before it, after ${deliveries.length.toLocaleString("en")}.`,
    more: [...lowest, ...order, ...more],
  };
}

/** A text answer carries no scores: searching again shows them. */
function rankNow(ranked: Ranked | undefined): readonly string[] {
  if (ranked === undefined) return [];
  const score = ranked.score === undefined ? "" : `, with a score of ${ranked.score.toLocaleString("en")}`;
  return [`By the query it is the ${ordinal(ranked.rank)} of ${ranked.of.toLocaleString("en")}${score}.`];
}

function unreached(input: unknown, more: readonly string[]): Verdict {
  const depth = fieldIn(input, "maxDepth");
  const within = `within ${typeof depth === "number" ? depth : 3} links`;
  return { kind: "unreached", says: `The walk did not come to it ${within} of where it started.`, more };
}

function placeWithoutFilter(unfiltered: Ranked | undefined): readonly string[] {
  if (unfiltered === undefined) return [];
  return [`Without the filter it would be the ${ordinal(unfiltered.rank)} of ${unfiltered.of.toLocaleString("en")}.`];
}

function filtersAgainst(input: unknown, { type, domain, tags }: Known): readonly string[] {
  const wanted = (name: string) => fieldIn(input, name);
  const tag = wanted("tag");
  return [
    ...(typeof wanted("type") === "string" && wanted("type") !== type
      ? [`type is ${type}, not ${String(wanted("type"))}`]
      : []),
    ...(typeof wanted("domain") === "string" && wanted("domain") !== domain
      ? [`domain is ${domain}, not ${String(wanted("domain"))}`]
      : []),
    ...(typeof tag === "string" && !tags.includes(tag) ? [`it has no tag ${tag}`] : []),
  ];
}

function priceOf(known: Known | undefined): readonly string[] {
  return known?.tokens === undefined ? [] : [`Its whole text costs ${known.tokens.toLocaleString("en")} tokens.`];
}

/** Of a long note, sections may have been shown in its place (R1.3). */
function sectionsToo({ deliveries }: Delivered, id: string): readonly string[] {
  const sections = deliveries.filter((delivery) => delivery.id.startsWith(`${id}#`));
  if (sections.length === 0) return [];
  const names = sections.map((section) => section.id.slice(id.length)).join(", ");
  return [`${sections.length === 1 ? "One section of it is" : "Sections of it are"} in the answer: ${names}.`];
}
