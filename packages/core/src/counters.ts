import { ESTIMATE_MARGIN, estimateTokens } from "./estimate.js";
import { estimateParts } from "./estimate-parts.js";
import type { TokenCounter, Tokens } from "./tokens.js";

/** The default: a calibrated estimate of o200k on the safe side. `docs/decisions/token-estimator.md` has its figures. */
export const estimate: TokenCounter = {
  name: "estimate",
  margin: ESTIMATE_MARGIN,
  count: (text) => estimateTokens(text) as Tokens,
  parts: estimateParts,
};

/** The seed's `words × 1.3`. It sees 0.6–0.85 of the truth on English and nothing of Chinese: for comparison, not for ceilings (R2.9). */
export const words: TokenCounter = {
  name: "words",
  count(text) {
    let found = 0;
    for (const _ of text.matchAll(/\S+/gu)) found += 1;
    return Math.ceil(found * 1.3) as Tokens;
  },
};

/** UTF-8 bytes: no tokenizer that starts from bytes can need more. */
export const bytes: TokenCounter = {
  name: "bytes",
  count: (text) => utf8Length(text) as Tokens,
};

/** The length in UTF-8, a lone surrogate counted as the replacement character it is written as. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    length += code < 0x800 ? 1 : 2;
    if (code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index += 1;
  }
  return length;
}
