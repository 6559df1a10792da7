import type { TokenCounter } from "@pd/core";

/** What a conversation may still be told, in tokens. */
export interface Allowance {
  /** All of it. `Infinity`: there is no common limit. */
  readonly budget: number;
  readonly used: number;
  /** What an answer may take, its closing line and the reserve not counted. */
  readonly room: number;
  /** Whether a text fits, its closing line included. */
  fits(text: string): boolean;
  /** Charges a text, and gives it back with what is left: all that the model is told. One that does not fit is the last word instead. */
  charge(text: string): string;
  /** Charges and gives the last word: that the budget is spent. */
  lastWord(): string;
}

/** Said when nothing more fits, the long one while it fits. A model learns nothing from an empty text, and some interfaces refuse one. */
const LAST_WORD = "The budget of this conversation is spent: answer with what you have.";
const LAST_WORD_AGAIN = "Budget spent.";
/** How often a model that asks on regardless is told again, where that takes no more than a tenth of the budget. */
const REPETITIONS = 8;

/**
 * Words of refusal cost too, and the budget is never exceeded: a reserve is kept for them. The text is empty only in a budget smaller than the
 * last word, and for a model that goes on asking after it was told many times.
 */
export function createAllowance(budget: number, counter: Pick<TokenCounter, "count">): Allowance {
  let used = 0;
  const isBounded = Number.isFinite(budget);
  const left = () => budget - used;
  const closed = (text: string, remaining: number) => `${text}\n[${remaining} of ${budget} tokens left]`;
  // Added to a text, the line may cost one token more than alone.
  const lineCost = () => counter.count(closed("", budget)) + 1;
  const reserve = () =>
    counter.count(LAST_WORD) + Math.min(REPETITIONS * counter.count(LAST_WORD_AGAIN), Math.floor(budget / 10));
  /** The figure is a part of what it counts: found by trying. */
  function withRemaining(text: string): string {
    let remaining = left() - counter.count(text);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const next = left() - counter.count(closed(text, Math.max(0, remaining)));
      if (next === remaining) break;
      remaining = next;
    }
    return closed(text, Math.max(0, remaining));
  }
  const isWithin = (text: string, tokens: number) => !isBounded || counter.count(text) <= tokens;
  function tell(text: string): string {
    used += counter.count(text);
    return text;
  }
  const lastWord = () => tell([LAST_WORD, LAST_WORD_AGAIN].find((word) => isWithin(word, left())) ?? "");
  return {
    budget,
    get used() {
      return used;
    },
    get room() {
      return isBounded ? left() - lineCost() - reserve() : Number.POSITIVE_INFINITY;
    },
    fits: (text) => !isBounded || isWithin(withRemaining(text), left() - reserve()),
    charge(text) {
      const candidates = isBounded ? [withRemaining(text), text] : [text];
      const told = candidates.find((candidate) => isWithin(candidate, left() - reserve()));
      return told === undefined ? lastWord() : tell(told);
    },
    lastWord,
  };
}
