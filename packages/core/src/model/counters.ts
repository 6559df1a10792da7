import { PdError } from "./errors.js";
import type { TokenCounter, Tokens } from "./tokens.js";

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

/** Below a millionth of a token a product is whole: 100 × 1.1 is not 111. */
const NEARLY = 1e-6;

/**
 * Another counter's count times a factor, rounded up: for models whose tokenizer is not public, by a factor that the host has measured.
 * Named after both, e.g. `o200k×1.2`.
 */
export function scaled(counter: TokenCounter, factor: number): TokenCounter {
  if (!Number.isFinite(factor) || factor <= 0) {
    throw new PdError("input-invalid", `${factor} is not a factor for the counter "${counter.name}"`, {
      fix: "Use a number above 0, e.g. 1.2.",
    });
  }
  const { load, parts } = counter;
  const up = (count: number) => Math.max(0, Math.ceil(count * factor - NEARLY)) as Tokens;
  return {
    name: `${counter.name}×${factor}`,
    count: (text) => up(counter.count(text)),
    ...(load === undefined ? {} : { load: () => load.call(counter) }),
    ...(parts === undefined ? {} : { parts: { ...parts, tokens: (units) => up(parts.tokens(units)) } }),
  };
}

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
