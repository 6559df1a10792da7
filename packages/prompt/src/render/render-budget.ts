import { type TokenCounter, tokens } from "@pd/core";
import type { Binding } from "../section/binding.js";
import { PromptBudgetError } from "../section/errors.js";
import type { Delivery } from "../section/prompt-types.js";
import type { SectionRegistry } from "../section/registry.js";
import type { SectionPath } from "../session/visibility.js";
import { tokensIn } from "./chunks.js";
import { CLOSED, HIDDEN, OPEN, type Resolution } from "./resolution.js";
import { textOf } from "./shown-text.js";

export interface BudgetRequest {
  readonly binding: Binding;
  readonly resolution: Resolution;
  readonly delivery: Delivery;
  readonly tokenBudget: number;
  readonly counter: TokenCounter;
}

export interface Fitted {
  readonly resolution: Resolution;
  /** What was closed to fit, in order. */
  readonly summarised: readonly SectionPath[];
}

/** A token can begin at the seam of two parts: each is charged this much extra, and the finished text is counted. */
const SEAM = 2;

/**
 * Closes sections until the text fits (R4.9). It starts from the least that can be shown and opens again what fits, by priority, and of
 * equals the earlier first: so what stays closed is what mattered least. A section that an override opened stays open.
 */
export function fitToBudget(request: BudgetRequest): Fitted {
  const { binding, resolution, delivery, tokenBudget, counter } = request;
  const ceiling = tokens(tokenBudget);
  const count = (states: Uint8Array) => counter.count(textOf(binding, { ...resolution, states }, delivery));
  if (count(resolution.states) <= ceiling) return { resolution, summarised: [] };

  const costs = priced(request);
  const { closed, opened } = reopened(request, costs, ceiling);
  for (let many = 1; ; many *= 2) {
    const states = statesWith(request, closed);
    const counted = count(states);
    if (counted <= ceiling) return fitted(request, states);
    if (opened.length === 0) {
      const least = leanest(request, costs, (tried) => count(statesWith(request, tried)));
      if (least.counted <= ceiling) return fitted(request, statesWith(request, least.closed));
      throw tooSmall(tokenBudget, least.counted);
    }
    // The parts promised less than the whole costs: the last to be opened give way, more each time.
    for (const last of opened.splice(-many)) closed[last] = 1;
  }
}

const MOST_TRIED = 256;

/** Where a text and its summary cost about the same, only counting the whole tells which is less. One after the other, each is tried. */
function leanest(
  { binding: { registry } }: BudgetRequest,
  costs: Costs,
  count: (closed: Uint8Array) => number,
): { readonly closed: Uint8Array; readonly counted: number } {
  const closed = costs.closed.slice();
  let counted = count(closed);
  const doubtful = registry.sections.flatMap((_, place) => {
    // Each part may have been charged a seam that costs nothing, and been rounded up.
    const doubt = (SEAM + 1) * (1 + registry.ends[place]! - place);
    return costs.closable[place] === 1 && Math.abs(costs.open[place]! - costs.summary[place]!) <= doubt ? [place] : [];
  });
  for (const place of doubtful.slice(-MOST_TRIED).toReversed()) {
    closed[place] = 1 - closed[place]!;
    const tried = count(closed);
    if (tried < counted) counted = tried;
    else closed[place] = 1 - closed[place]!;
  }
  return { closed, counted };
}

interface Costs {
  /** The least that a section's subtree can take. */
  readonly least: Float64Array;
  /** The least with the section itself open. */
  readonly open: Float64Array;
  /** 1: the least has it closed. */
  readonly closed: Uint8Array;
  /** 1: it is open, and may be closed. */
  readonly closable: Uint8Array;
  readonly summary: Float64Array;
}

/** From the last section to the first, so that what is below is known before what is above. */
function priced({ binding, resolution, delivery, counter }: BudgetRequest): Costs {
  const { registry, chunks } = binding;
  const { states, presence } = resolution;
  const size = states.length;
  const [least, open, summary] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const [closed, closable] = [new Uint8Array(size), new Uint8Array(size)];
  const kept = keptOpen(registry, resolution);
  for (let place = size - 1; place >= 0; place -= 1) {
    const state = states[place];
    if (state !== OPEN && state !== CLOSED) continue;
    const { summary: short } = registry.sections[place]!.definition;
    closable[place] = state === OPEN && short !== undefined && !kept.has(place) ? 1 : 0;
    if (state === CLOSED || closable[place] === 1)
      summary[place] = tokensIn(chunks.summary(place, presence, delivery), counter) + SEAM;
    if (state === OPEN) open[place]! += tokensIn(chunks.full(place), counter) + SEAM;
    closed[place] = closable[place] === 1 && summary[place]! < open[place]! ? 1 : 0;
    least[place] = state === CLOSED || closed[place] === 1 ? summary[place]! : open[place]!;
    const parent = registry.parents[place]!;
    if (parent >= 0) open[parent]! += least[place]!;
  }
  return { least, open, closed, closable, summary };
}

/** What an override opened, and what is around it: closing that would hide it again. */
function keptOpen(registry: SectionRegistry, resolution: Resolution): ReadonlySet<number> {
  const kept = new Set<number>();
  for (let told = resolution.told.indexOf(1); told >= 0; told = resolution.told.indexOf(1, told + 1)) {
    if (resolution.states[told] !== OPEN) continue;
    for (let place = told; place >= 0 && !kept.has(place); place = registry.parents[place]!) kept.add(place);
  }
  return kept;
}

/** Opens what fits, most important first; what does not fit is passed over and the next is tried. */
function reopened({ binding: { registry } }: BudgetRequest, costs: Costs, ceiling: number) {
  const closed = costs.closed.slice();
  const opened: number[] = [];
  let spent = 0;
  for (let root = 0; root < registry.sections.length; root = registry.ends[root]!) spent += costs.least[root]!;
  for (const place of byPriority(registry, closed)) {
    const more = costs.open[place]! - costs.summary[place]!;
    if (spent + more > ceiling || isBelowClosed(registry, closed, place)) continue;
    spent += more;
    closed[place] = 0;
    opened.push(place);
  }
  return { closed, opened };
}

/** A section counts by its own priority, but by no more than the closed ones around it have: they come first. */
function byPriority({ sections, parents }: SectionRegistry, closed: Uint8Array): readonly number[] {
  const priority = new Float64Array(sections.length);
  const candidates: number[] = [];
  for (let place = 0; place < sections.length; place += 1) {
    const own = closed[place] === 1 ? sections[place]!.definition.priority : Number.POSITIVE_INFINITY;
    const around = parents[place]! < 0 ? Number.POSITIVE_INFINITY : priority[parents[place]!]!;
    priority[place] = Math.min(own, around);
    if (closed[place] === 1) candidates.push(place);
  }
  return candidates.sort((a, b) => priority[b]! - priority[a]! || a - b);
}

function isBelowClosed({ parents }: SectionRegistry, closed: Uint8Array, place: number): boolean {
  for (let above = parents[place]!; above >= 0; above = parents[above]!) if (closed[above] === 1) return true;
  return false;
}

function statesWith({ binding: { registry }, resolution }: BudgetRequest, closed: Uint8Array): Uint8Array {
  const states = resolution.states.slice();
  for (let place = 0; place < states.length; place += 1) {
    if (closed[place] !== 1 || states[place] !== OPEN) continue;
    states[place] = CLOSED;
    const end = registry.ends[place]!;
    for (let below = place + 1; below < end; below += 1) if (resolution.presence.exists(below)) states[below] = HIDDEN;
    place = end - 1;
  }
  return states;
}

function fitted({ binding: { registry }, resolution }: BudgetRequest, states: Uint8Array): Fitted {
  const summarised = registry.sections
    .filter((_, place) => states[place] === CLOSED && resolution.states[place] === OPEN)
    .map(({ path }) => path);
  return { resolution: { ...resolution, states }, summarised };
}

function tooSmall(budget: number, least: number): PromptBudgetError {
  return new PromptBudgetError(
    `The prompt needs ${least} tokens with everything summarised that can be, and the budget is ${budget}`,
    least,
    { fix: `Give at least ${least} tokens, or give more sections a summary.` },
  );
}
