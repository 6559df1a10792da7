import { estimateTokens } from "../estimate.js";

/** What a text costs by the default counter, and at the most as a JSON string. Never 0, which means that it is not known. */
export interface TextPrice {
  readonly text: number;
  readonly json: number;
}

const SPACE = 0x20;
const LINE_FEED = 10;
const TAB = 9;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const BACKSLASH = 92;

export function textPrice(text: string): TextPrice {
  const count = Math.max(1, estimateTokens(text));
  let escapes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= QUOTE || code === BACKSLASH || (code >= 0xd800 && code < 0xe000)) escapes += escapeCost(text, at);
  }
  return { text: count, json: count + Math.ceil(8 + escapes) };
}

/**
 * Counting the escaped text as well would take half of the time that indexing a vault takes. An escape costs 1.2 tokens at the most
 * over 1,479 real notes and skills; what JSON writes as `\\u001f` costs up to 5. The rest of the text costs what it did.
 */
function escapeCost(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === LINE_FEED || code === QUOTE || code === BACKSLASH || code === TAB || code === CARRIAGE_RETURN)
    return 1.3;
  if (code < SPACE) return 5;
  if (code < 0xd800) return 0;
  // Half of a pair alone is escaped too.
  const paired =
    code < 0xdc00 ? (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 : (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return paired ? 0 : 5;
}
