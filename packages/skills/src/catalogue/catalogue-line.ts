import type { TokenCounter } from "@pd/core";
import { cutEnds, ELLIPSIS, onOneLine } from "./catalogue-description.js";
import type { CatalogueWriting } from "./catalogue-format.js";
import type { CatalogueSkill } from "./catalogue-order.js";

/** A way to show a skill's description on its line: up to `end`, at `extra` tokens more than the name alone. */
export interface Cut {
  readonly end: number;
  readonly extra: number;
}

/** A skill as a line of a catalogue: what its name costs, and what each beginning of its description would. */
export interface CatalogueLine {
  /** What the line costs with the name alone. */
  readonly cost: number;
  /** Cuts that cost no more than `extra`, ascending in both figures; the last of all is the whole description. Nothing where there is none. */
  cutsTo(extra: number): readonly Cut[];
  /** The last cut that costs no more than `extra`. */
  cutAt(extra: number): Cut | undefined;
  isWhole(cut: Cut | undefined): boolean;
  text(cut: Cut | undefined): string;
}

/**
 * Lines are counted by themselves, and words of a description one by one: in o200k no token reaches over a line end or from a word into
 * the blank behind it, so that sums are exact. By other counters the whole is counted in the end.
 */
export function catalogueLine(skill: CatalogueSkill, writing: CatalogueWriting, counter: TokenCounter): CatalogueLine {
  const { named, before, after } = writing.line(skill.qualifiedName);
  const lineEnd = writing.betweenLines;
  const cost = counter.count(named + lineEnd);
  let made: { readonly description: string; readonly steps: Iterator<Cut>; isDone: boolean } | undefined;
  const cuts: Cut[] = [];

  const description = () => {
    if (made === undefined) {
      const whole = onOneLine(skill.description);
      const steps = pricedCuts({
        whole,
        before,
        after: after + lineEnd,
        text: writing.text,
        count: counter.count,
        cost,
      });
      made = { description: whole, steps, isDone: whole === "" };
    }
    return made;
  };

  function cutsTo(extra: number): readonly Cut[] {
    const known = description();
    while (!known.isDone && (cuts.at(-1)?.extra ?? 0) <= extra) {
      const { value, done } = known.steps.next();
      if (done === true) known.isDone = true;
      else cuts.push(value);
    }
    return cuts;
  }

  return {
    cost,
    cutsTo,
    cutAt(extra) {
      const all = cutsTo(extra);
      let [low, high] = [0, all.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (all[middle]!.extra <= extra) low = middle + 1;
        else high = middle;
      }
      return all[low - 1];
    },
    isWhole: (cut) => (cut?.end ?? 0) === description().description.length,
    text(cut) {
      if (cut === undefined) return named;
      const { description: whole } = description();
      const shown = cut.end === whole.length ? whole : whole.slice(0, cut.end) + ELLIPSIS;
      return before + writing.text(shown) + after;
    },
  };
}

interface Pricing {
  readonly whole: string;
  readonly before: string;
  readonly after: string;
  text(description: string): string;
  count(text: string): number;
  /** Of the name alone. */
  readonly cost: number;
}

/** Every cut with its price. What shows more never costs less here, or more budget could show less. */
function* pricedCuts({ whole, before, after, text, count, cost }: Pricing): Generator<Cut, void> {
  let extra = 0;
  /** Where the last word before the cut begins, with the blank before it, and what stands before that costs. */
  let [word, priced] = [0, 0];
  const priceTo = (end: number, suffix: string): number => {
    for (let next = wordAfter(whole, word); next < end; next = wordAfter(whole, word)) {
      priced += count((word === 0 ? lead(before) : "") + text(spaced(whole, word, next, before)));
      word = next;
    }
    const tail = (word === 0 ? lead(before) : "") + text(spaced(whole, word, end, before)) + suffix + after;
    return priced + count(tail) - cost;
  };
  for (const end of cutEnds(whole)) {
    extra = Math.max(extra, priceTo(end, text(ELLIPSIS)), 1);
    yield { end, extra };
  }
  yield { end: whole.length, extra: Math.max(extra, priceTo(whole.length, ""), 1) };
}

/** The blank at the end of what stands before a description belongs to its first word. */
function lead(before: string): string {
  return before.endsWith(" ") ? before.slice(0, -1) : before;
}

function spaced(whole: string, from: number, to: number, before: string): string {
  return (from === 0 && before.endsWith(" ") ? " " : "") + whole.slice(from, to);
}

function wordAfter(text: string, at: number): number {
  const space = text.indexOf(" ", at + 1);
  return space < 0 ? Number.POSITIVE_INFINITY : space;
}
