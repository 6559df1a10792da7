import { createTextMeter } from "../graph/text-meter.js";
import { saysDescription } from "../render-text.js";

/** What a text costs by the default counter, as it stands and at the most as a JSON string. Never 0, which means that it is not known. */
export interface StoredPrice {
  readonly text: number;
  readonly json: number;
  readonly says: boolean;
}

const meter = createTextMeter();

export function storedPrice(text: string, description: string): StoredPrice {
  meter.begin(text, 0);
  return { ...meter.end(), says: says(text, description) };
}

const LONG_WORD = /[a-z]{6,}/;

/**
 * Whether a body says its description by itself. Most do not, and lack a word of it: a look for that word spares taking the marks off both.
 * A word that is marked up inside is missed, and then the price is a little too high.
 */
export function says(text: string, description: string): boolean {
  const word = LONG_WORD.exec(description)?.[0];
  // As far as the description is looked for.
  if (word !== undefined && !text.slice(0, 400 + 2 * description.length).includes(word)) return false;
  return saysDescription(text, description);
}
