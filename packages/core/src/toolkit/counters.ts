import type { CounterName } from "../model/counter-table.js";
import { bytes, words } from "../model/counters.js";
import type { TokenCounter } from "../model/tokens.js";
import { o200k } from "../o200k/index.js";

const COUNTERS: Readonly<Record<CounterName, TokenCounter>> = { o200k, words, bytes };

/** The counter of this name, or the one that was handed over. */
export function counterOf(counter: CounterName | TokenCounter): TokenCounter {
  return typeof counter === "string" ? COUNTERS[counter] : counter;
}
