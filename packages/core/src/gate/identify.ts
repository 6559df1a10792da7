import type { Level } from "../model/level.js";
import type { NodeId, NodeSummary } from "../model/node.js";
import type { TokenCounter } from "../model/tokens.js";
import type { Graph, Price, ReadOptions } from "../ports/content.js";
import type { Asked } from "./admission.js";
import type { AllowedWant } from "./allowed-levels.js";
import { type LeftOut, priceOfKnown } from "./outcome.js";
import type { Delivered } from "./render/level-views.js";
import { isCutBefore, isShownAround, newLevels, type Versions } from "./shown-before.js";

export interface Identified {
  readonly asked: readonly (Asked & { readonly seen: Level | undefined })[];
  /** What needs no reading to be left out: nothing new to show, or no such node. */
  readonly absent: readonly LeftOut[];
}

export interface Identifying {
  readonly delivered: Delivered;
  readonly versions: Versions;
  /** `false`: what was shown before is left out (R2.7). */
  readonly repeat: boolean;
}

/** What is known of nodes without reading them. */
export interface Facts {
  readonly summaryOf: ReadonlyMap<NodeId, NodeSummary>;
  readonly priceOf: ReadonlyMap<NodeId, Price>;
}

/** Looks up the summary and the price of each wanted node, once for an answer. */
export async function lookUp(
  allowed: readonly AllowedWant[],
  graph: Graph,
  { counter, signal }: ReadOptions & { readonly counter: TokenCounter },
): Promise<Facts> {
  const best = allowed.flatMap(({ want }) => want.best ?? []);
  const around = new Set(allowed.flatMap(({ parts }) => parts.map(([id]) => id)));
  const ids = [...allowed.map(({ want }) => want.id), ...best, ...around];
  const requests = [
    ...allowed.map(({ want }) => ({ id: want.id, argument: want.argument })),
    ...best.map((id) => ({ id })),
  ];
  const [summaries, prices] = await Promise.all([
    graph.summaries(ids, { signal }),
    graph.prices(requests, counter, { signal }),
  ]);
  return {
    summaryOf: new Map(summaries.map((summary) => [summary.id, summary])),
    priceOf: new Map(prices.map((price) => [price.id, price])),
  };
}

/** Which nodes can be shown at which levels, and which have nothing new to show. */
export function identify(
  allowed: readonly AllowedWant[],
  { summaryOf, priceOf }: Facts,
  { delivered, versions, repeat }: Identifying,
): Identified {
  const bestOf = (id: NodeId | undefined) => {
    const part = id === undefined ? undefined : summaryOf.get(id);
    return part === undefined ? undefined : { summary: part, price: priceOf.get(part.id) };
  };

  const asked: (Asked & { readonly seen: Level | undefined })[] = [];
  const absent: LeftOut[] = [];
  for (const one of allowed) {
    const { before } = one;
    const want = !repeat && isCutBefore(one, versions) ? { ...one.want, cut: undefined } : one.want;
    const summary = summaryOf.get(want.id);
    const price = priceOf.get(want.id);
    const isInside = !repeat && isShownAround(one, summaryOf, versions);
    const seen = isInside ? 4 : before?.level;
    const target = one.levels.at(-1) ?? 0;
    if (summary === undefined) {
      absent.push({ id: want.id, seen, reason: "unknown", level: target, score: want.score });
      continue;
    }
    const fresh = isInside ? [] : repeat ? one.levels : newLevels(one, summary, versions);
    // What was shown as it is asked for has nothing new at less.
    const levels = fresh.includes(target) ? fresh : [];
    const known = { want, summary, price, best: bestOf(want.best), shown: repeat ? undefined : before };
    if (levels.length > 0) asked.push({ known, levels, seen });
    else {
      const tokens = priceOfKnown(target, known, delivered);
      absent.push({ id: want.id, seen, reason: "seen", level: target, tokens, score: want.score });
    }
  }
  return { asked, absent };
}
