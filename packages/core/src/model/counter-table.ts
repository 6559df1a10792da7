/** What is said of a counter that a configuration or a command line can name. */
export interface CounterKind {
  /** How it counts, for the help. */
  readonly description: string;
  /** Why a budget is not safe with it, for `pd doctor`. */
  readonly flaw?: string;
}

/** The counters that go by a name, the default first; any other is handed over as an object. `toolkit/counters.ts` has what they do. */
export const COUNTER_TABLE = {
  o200k: { description: "exact, by a public vocabulary" },
  words: { description: "words × 1.3, to compare", flaw: "which sees too few tokens and none in Chinese" },
  bytes: { description: "UTF-8 bytes, an upper bound" },
} as const satisfies Readonly<Record<string, CounterKind>>;

export type CounterName = keyof typeof COUNTER_TABLE;

export const COUNTER_NAMES = /* @__PURE__ */ Object.keys(COUNTER_TABLE) as [CounterName, ...CounterName[]];

export const DEFAULT_COUNTER: CounterName = "o200k";
