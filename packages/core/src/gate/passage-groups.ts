import type { Form } from "../model/answer.js";
import { isPassageId, type NodeId, noteOf } from "../model/node.js";
import type { FullNode } from "../model/view.js";
import { isShown, type Outcome, type Shown } from "./outcome.js";
import { passageHead, withoutTrail } from "./render/render-text.js";

// In a text, passages of one note stand below one head: it is written once and paid once.

type ShownPassage = Shown & { readonly view: FullNode };

function isPassage(outcome: Outcome): outcome is ShownPassage {
  return isShown(outcome) && outcome.view.level === 4 && isPassageId(outcome.id);
}

/** A note's passages together, in the order of their lines, where the best of them stood; the first has the head. */
export function underHeads(outcomes: readonly Outcome[], form: Form): readonly Outcome[] {
  if (form === "json" || !outcomes.some(isPassage)) return outcomes;
  const groups = new Map<NodeId, ShownPassage[]>();
  for (const outcome of outcomes) {
    if (!isPassage(outcome)) continue;
    const note = noteOf(outcome.id);
    groups.set(note, [...(groups.get(note) ?? []), outcome]);
  }
  const written = new Set<NodeId>();
  return outcomes.flatMap((outcome): readonly Outcome[] => {
    if (!isPassage(outcome)) return [outcome];
    const note = noteOf(outcome.id);
    if (written.has(note)) return [];
    written.add(note);
    return headed((groups.get(note) ?? []).toSorted((a, b) => firstLine(a) - firstLine(b)));
  });
}

function firstLine({ view }: Shown): number {
  return view.lines?.[0] ?? 0;
}

function headed([first, ...rest]: readonly ShownPassage[]): readonly Shown[] {
  if (first === undefined) return [];
  const withText = (one: Shown, text: string): Shown => ({ ...one, rendered: { ...one.rendered, text } });
  let above = first.view;
  return [
    withText(first, `${passageHead(first.view)}\n${first.rendered.text}`),
    ...rest.map((one) => {
      const isSame = isUnderSame(one.view, above);
      above = one.view;
      return isSame ? withText(one, withoutTrail(one.view, one.rendered.text)) : one;
    }),
  ];
}

function isUnderSame({ headings = [] }: FullNode, { headings: others = [] }: FullNode): boolean {
  return headings.length === others.length && headings.every((heading, at) => heading === others[at]);
}
