import { PdError } from "./errors.js";

declare const tokensBrand: unique symbol;

/** A number of tokens: whole, never negative. Branded, so that characters or bytes cannot stand where tokens are meant. */
export type Tokens = number & { readonly [tokensBrand]: true };

export function tokens(count: number): Tokens {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new PdError("input-invalid", `${count} is not a number of tokens`, { fix: "Use a whole number from 0." });
  }
  return count as Tokens;
}

/** The port for counting tokens. `count` must be a pure function of the text. */
export interface TokenCounter {
  readonly name: string;
  /** A whole number, never negative. */
  count(text: string): number;
  /** Loads what counting needs, where that cannot be read at once. To be awaited once, before something is counted. */
  load?(): Promise<void>;
  /** How the parts of a text add up, where that can be told: then what comes again is not counted again. */
  readonly parts?: PartCounting;
}

/** Sums of parts that are exactly what `count` gives for the whole. */
export interface PartCounting {
  /** Whether a text may be cut between these two: each then counts the same, whatever is on the other side. */
  separates(left: string, right: string): boolean;
  /** In units of the counter's own, so that nothing but the sum is rounded. */
  units(part: string): number;
  tokens(units: number): number;
}
