import { hashTerm } from "./term-hash.js";

/**
 * Words that carry grammar, as the stemmer leaves them ("ani" is any). They are indexed, and asked for only where a query has
 * nothing else ("to be or not to be").
 */
const STOP_TERMS = `a about abov after again all also am an and ani are as at be becaus been befor below between both but by can could did do
doe down dure each few for from further had has have he her here him his how i if in into is it itself just me more most my no nor not of
off on onc onli or other our out over own same she should so some such than that the their them then there these they this those through
to too under until up us veri was we were what when where which while who whom whose whi will with would you your`;

/** The halves of their hashes. Made for the first query: whoever only lists notes asks for none. */
let halves: ReadonlySet<number> | undefined;

export function isStopWord(low: number, high: number): boolean {
  halves ??= new Set(
    STOP_TERMS.split(/\s+/).flatMap((term) => {
      const hash = hashTerm(term);
      return [hash.low, hash.high];
    }),
  );
  return halves.has(low) && halves.has(high);
}
