import { BODY, NAME } from "../postings/field.js";
import { termsOf } from "../postings/forward-field.js";
import type { BoundQuery, SearchIndex } from "../postings/search-index.js";
import type { TermHash } from "../terms/term-hash.js";
import { inverseFrequency } from "./bm25.js";

export interface SharedNamesOptions {
  /** How many of a note's names count, the rarest first. */
  readonly names: number;
  /** A name in more than this share of all notes, or in more than `mostNotes`, joins nothing. */
  readonly mostShare: number;
  readonly mostNotes: number;
}

/**
 * Notes that speak of the same names as a note, with how much they share (0–1, by rarity). It stands in where nobody set a link: two
 * notes that both mention one rare name are about one thing. Names of the query itself do not count: every hit has those.
 */
export function sharedNames(
  index: SearchIndex,
  node: number,
  query: BoundQuery,
  { names, mostShare, mostNotes }: SharedNamesOptions,
): ReadonlyMap<number, number> {
  const { notes } = index.statistics;
  const most = Math.min(mostNotes, mostShare * notes);
  const rarest = namesOf(index, node, query)
    .filter(({ frequency }) => frequency > 1 && frequency <= most)
    .sort((one, other) => one.frequency - other.frequency || one.low - other.low || one.high - other.high)
    .slice(0, names);
  const total = rarest.reduce((sum, { frequency }) => sum + inverseFrequency(notes, frequency), 0);
  const shares = new Map<number, number>();
  for (const name of rarest) {
    const own = inverseFrequency(notes, name.frequency) / total;
    const having = new Set<number>();
    for (const field of [BODY, NAME] as const) index.visitNodes(name, field, (other) => having.add(other));
    for (const other of having) if (other !== node) shares.set(other, (shares.get(other) ?? 0) + own);
  }
  return shares;
}

interface NamedTerm extends TermHash {
  readonly frequency: number;
}

/** The terms of a note that are written like names. The query's own are left out. */
function namesOf(index: SearchIndex, node: number, query: BoundQuery): NamedTerm[] {
  const located = index.locate(node);
  if (located === undefined) return [];
  const { segment, note, part } = located;
  const { low, high } = segment.vocabulary;
  const found = new Set<number>();
  const asked = index.marks(query, part);
  for (let unit = segment.firstUnit[note]!; unit < segment.firstUnit[note + 1]!; unit++) {
    const reader = termsOf(segment.forward[BODY]!, unit);
    while (reader.next()) {
      const term = reader.value >>> 1;
      if ((reader.value & 1) === 1 && asked[term] === 0) found.add(term);
    }
  }
  return Array.from(found, (term) => {
    const hash = { low: low[term]!, high: high[term]! };
    return { ...hash, frequency: index.frequency(hash) };
  });
}
