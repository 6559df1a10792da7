import type { Asked } from "./admission.js";
import type { Form } from "./answer.js";
import type { Graph, ReadOptions } from "./content.js";
import type { Level } from "./level.js";
import type { LeftOut } from "./place.js";
import { priceIn } from "./rung.js";
import type { Settled } from "./settle.js";
import type { TokenCounter } from "./tokens.js";

export interface Identified {
  readonly asked: readonly (Asked & { readonly seen: Level | undefined })[];
  /** What needs no reading to be left out: nothing new to show, or no such node. */
  readonly absent: readonly LeftOut[];
}

/** Looks up what is known of each wanted node: its summary and its price. */
export async function identify(
  settled: readonly Settled[],
  graph: Graph,
  { counter, form, signal }: ReadOptions & { readonly counter: TokenCounter; readonly form: Form },
): Promise<Identified> {
  const ids = settled.map(({ want }) => want.id);
  const requests = settled.map(({ want }) => ({ id: want.id, argument: want.argument }));
  const [summaries, prices] = await Promise.all([
    graph.summaries(ids, { signal }),
    graph.prices(requests, counter, { signal }),
  ]);
  const summaryOf = new Map(summaries.map((summary) => [summary.id, summary]));
  const priceOf = new Map(prices.map((price) => [price.id, price]));

  const asked: (Asked & { readonly seen: Level | undefined })[] = [];
  const absent: LeftOut[] = [];
  for (const { want, seen, levels } of settled) {
    const summary = summaryOf.get(want.id);
    const price = priceOf.get(want.id);
    if (summary === undefined) absent.push({ id: want.id, seen, reason: "unknown" });
    else if (levels.length === 0) absent.push({ id: want.id, seen, reason: "seen", tokens: priceIn(form, price) });
    else asked.push({ known: { want, summary, price }, levels, seen });
  }
  return { asked, absent };
}
