import { estimate } from "../counters.js";
import { saysDescription } from "../render-text.js";

/** What a text costs by the default counter, as it stands and at the most as a JSON string. Never 0, which means that it is not known. */
export interface StoredPrice {
  readonly text: number;
  readonly json: number;
  readonly says: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Counting the escaped text as well would take half of the time that indexing a vault takes. An escape costs 1.2 tokens at the most
 * over 1,479 real notes and skills; what JSON writes as `\\u001f` costs up to 5. The rest of the text costs what it did.
 */
export function storedPrice(text: string, description: string): StoredPrice {
  const count = estimate.count(text);
  let extra = 8;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === QUOTE || code === BACKSLASH) extra += 1.3;
    else if (code < 32) extra += code === 9 || code === 13 ? 1.3 : 5;
    else if (code >= 0xd800 && code < 0xe000) {
      // Half of a pair alone is escaped too.
      if (code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1;
      else extra += 5;
    }
  }
  return {
    text: Math.max(1, count),
    json: Math.max(1, count + Math.ceil(extra)),
    says: saysDescription(text, description),
  };
}
