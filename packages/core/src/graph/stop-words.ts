import { hashTerm } from "./term-hash.js";
import { wordTerms } from "./word-terms.js";

/** Words that carry grammar. They are indexed, and asked for only where a query has nothing else ("to be or not to be"). */
const STOP_WORDS = `a about above after again all also am an and any are as at be because been before being below between both but by
can could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its
itself just me more most my no nor not of off on once only or other our ours out over own same she should so some such than that the their
theirs them then there these they this those through to too under until up us very was we were what when where which while who whom whose
why will with would you your yours`;

const hashes = new Set<number>();
const highs = new Set<number>();
for (const word of STOP_WORDS.split(/\s+/)) {
  for (const term of wordTerms(word)) {
    const { low, high } = hashTerm(term);
    hashes.add(low);
    highs.add(high);
  }
}

export function isStopWord(low: number, high: number): boolean {
  return hashes.has(low) && highs.has(high);
}
