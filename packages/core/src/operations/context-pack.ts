import type { Form } from "../model/answer.js";
import { holdsLines, type Lines, type NodeId, noteOf } from "../model/node.js";
import type { Notice, Want } from "../model/plan.js";
import { o200k } from "../o200k/index.js";
import type { Graph, PassageHit, PassageHits, PassageQuery, ReadOptions } from "../ports/content.js";

export interface Packing extends ReadOptions {
  readonly graph: Graph;
  /** What was asked for by name, and comes whole. */
  readonly named: readonly NodeId[];
  readonly budget: number;
  readonly format: Form;
  readonly repeat: boolean;
}

export interface Pack {
  readonly wants: readonly Want[];
  readonly visited: number;
  readonly breadth: number;
  readonly notices: readonly Notice[];
}

/** What answers a question, best first: passages where the content has them, else nodes. */
export async function packWants(asked: PassageQuery, packing: Packing): Promise<Pack> {
  const { graph, budget, repeat, signal } = packing;
  const isEmpty = [asked.text, ...(asked.also ?? [])].every((words) => words.trim() === "");
  // An empty query ranks maps of content and hubs (R3.6).
  if (graph.passages === undefined || isEmpty) return nodeWants(asked, packing);
  const found = await graph.passages(asked, passageLimit(budget, repeat), { signal });
  const opened = await openedWhole(packing);
  const least = repeat ? LEAST_OF_BEST * (found.hits[0]?.score ?? 0) : 0;
  const hits = found.hits.filter(
    ({ note, lines, score }) =>
      score >= least &&
      !opened.some((one) => one.note === note && (one.lines === undefined || holdsLines(one.lines, lines))),
  );
  const passages = await withWholeNotes(hits, found, { ...packing, cutFor: JSON.stringify([asked.text, asked.also]) });
  const { weak, covered } = found;
  const shown = weak ? notesWithin(hits, packing) : new Set<NodeId>();
  const pointers = weak && hits.length > 0 ? await pointersTo({ ...asked, covered }, shown, packing) : [];
  // After the first few passages, so that they have room: in a weak pack the right note is named more often than it is opened.
  const wants = [...passages.slice(0, LEADING), ...pointers, ...passages.slice(LEADING)];
  return { wants, visited: hits.length, breadth: 0, notices: doubt(found) };
}

/**
 * A pack ends where nothing more helps (R3.6a): at passages that have less than this share of the best one's score. Of the evidence that five
 * question sets have within 6,000 tokens, none has less than 0.28. Who asks for more gets the rest.
 */
const LEAST_OF_BEST = 0.25;

/** What to say where little or nothing matches: words to try, if there are some; and where meaning did not count as it should. */
export function doubt({
  hits,
  weak,
  words,
  meaning = 1,
}: Pick<PassageHits, "weak" | "words" | "meaning"> & { readonly hits: readonly unknown[] }): readonly Notice[] {
  const unknown: readonly Notice[] =
    meaning === "missing"
      ? [{ code: "meaning-missing" }]
      : meaning < 1
        ? [{ code: "meaning-partial", share: meaning }]
        : [];
  if (!weak) return unknown;
  const offered = words();
  if (hits.length === 0 && offered.length === 0) return unknown;
  return [{ code: "weak-match", words: offered, isEmpty: hits.length === 0 }, ...unknown];
}

interface Opened {
  readonly note: NodeId;
  /** Of a part of a note. */
  readonly lines: Lines | undefined;
}

/** What was asked for by name and what the budget holds whole: its passages would come twice. */
async function openedWhole({ named, graph, budget, format, signal }: Packing): Promise<readonly Opened[]> {
  if (named.length === 0) return [];
  const prices = await graph.prices(
    named.map((id) => ({ id })),
    o200k,
    { signal },
  );
  const held = new Set(prices.filter((price) => price[format] < budget * SURE_SHARE).map(({ id }) => id));
  const summaries = await graph.summaries([...held], { signal });
  return summaries.map(({ id, lines }) => ({ note: noteOf(id), lines: noteOf(id) === id ? undefined : lines }));
}

/** Tokens of the shortest passages that are worth counting with. */
const SHORT_PASSAGE = 12;
const LEAST_PASSAGES = 40;
const MOST_PASSAGES = 1000;

/** With a session that asks for more, what it has seen comes first in the ranking: as many as can be are looked at. */
function passageLimit(budget: number, repeat: boolean): number {
  return repeat ? Math.min(MOST_PASSAGES, LEAST_PASSAGES + Math.ceil(budget / SHORT_PASSAGE)) : MOST_PASSAGES;
}

/** Of a note's text, the share that makes the whole of it better than its passages. */
const MOST_OF_NOTE = 0.95;
/** What stands around a passage, and above those of one note. */
const MARK_TOKENS = 4;
const HEAD_TOKENS = 12;
/** Of the budget, the share that will surely be filled in this order: a note is not opened whole in place of what would not have fitted. */
const SURE_SHARE = 0.85;

/** Passages in score order; a note comes whole where most of it would come anyway. Not where more is asked for: passages may have been shown. */
async function withWholeNotes(
  hits: readonly PassageHit[],
  { cut }: PassageHits,
  { graph, budget, format, repeat, signal, cutFor }: Packing & { readonly cutFor: string },
): Promise<readonly Want[]> {
  const want = ({ id, score, why }: PassageHit): Want => ({ id, least: 4, most: 4, score, why, cut, cutFor });
  if (!repeat) return hits.map(want);
  const sums = new Map<NodeId, { tokens: number; count: number }>();
  let spent = 0;
  for (const { note, price } of hits) {
    spent += price[format] + MARK_TOKENS + (sums.has(note) ? 0 : HEAD_TOKENS);
    if (spent > budget * SURE_SHARE) break;
    const sum = sums.get(note) ?? { tokens: 0, count: 0 };
    sums.set(note, { tokens: sum.tokens + price[format], count: sum.count + 1 });
  }
  const several = [...sums].filter(([, { count }]) => count > 1).map(([id]) => ({ id }));
  const prices = await graph.prices(several, o200k, { signal });
  const whole = new Set(
    prices.filter((price) => (sums.get(price.id)?.tokens ?? 0) >= MOST_OF_NOTE * price[format]).map(({ id }) => id),
  );
  const opened = new Set<NodeId>();
  return hits.flatMap((hit) => {
    if (!whole.has(hit.note)) return [want(hit)];
    if (opened.has(hit.note)) return [];
    opened.add(hit.note);
    return [{ id: hit.note, least: 4, most: 4, score: hit.score, why: hit.why }];
  });
}

/** Passages that come before pointers. */
const LEADING = 3;
/** The share of a weak pack that names further notes in a line each, and what a line takes. */
const POINTER_SHARE = 0.15;
const POINTER_TOKENS = 30;

/** The notes whose passages the budget holds, in their order: to name them as well would say the same twice. */
function notesWithin(hits: readonly PassageHit[], { budget, format }: Packing): ReadonlySet<NodeId> {
  const notes = new Set<NodeId>();
  let spent = 0;
  for (const { note, price } of hits) {
    spent += price[format] + MARK_TOKENS;
    if (spent > budget) break;
    notes.add(note);
  }
  return notes;
}

/** Further notes, by name and description: where words fail, the right note is named more often than it is found. */
async function pointersTo(
  { text, also: _, ...filter }: PassageQuery,
  shown: ReadonlySet<NodeId>,
  { graph, budget, signal }: Packing,
): Promise<readonly Want[]> {
  const most = Math.floor((budget * POINTER_SHARE) / POINTER_TOKENS);
  if (most === 0) return [];
  const hits = await graph.search({ text, ...filter }, most + shown.size, { signal });
  return hits
    .filter(({ id }) => !shown.has(id))
    .slice(0, most)
    .map(({ id, score, why }) => ({ id, least: 1, most: 1, score, why }));
}

/** More than any budget holds in full; what comes after would be listed, not read. */
const GATHERED = 60;
/** The share of a budget that goes to descriptions before anything is opened, where the answer is JSON. Measured for text: nothing. */
const BREADTH: Readonly<Record<Form, number>> = { json: 0.2, text: 0 };

async function nodeWants(asked: PassageQuery, { graph, named, format, signal }: Packing): Promise<Pack> {
  const hits = await graph.gather({ ...asked, start: named }, GATHERED, { signal });
  return {
    wants: hits.map(({ id, score, why, hop }) => ({ id, least: format === "text" ? 4 : 1, most: 4, score, why, hop })),
    visited: hits.length,
    breadth: BREADTH[format],
    notices: [],
  };
}
