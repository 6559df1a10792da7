import { PdError } from "./errors.js";
import type { TokenCounter, Tokens } from "./tokens.js";

/** Text such as `<|endoftext|>` is content here, never a control token; the tokenizer throws on it unless told so. */
const asText = { disallowedSpecial: new Set<string>() };

/** The exact counter, through the optional peer `gpt-tokenizer`. It takes about 0.3 s and 70 MB to load, hence a function. */
export async function loadO200k(): Promise<TokenCounter> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base").catch((cause: unknown) => {
    throw new PdError("counter-unavailable", 'The counter "o200k" needs the package gpt-tokenizer', {
      cause,
      fix: 'Run "npm install gpt-tokenizer", or use the default counter "estimate".',
    });
  });
  return { name: "o200k", count: (text) => countTokens(text, asText) as Tokens };
}
