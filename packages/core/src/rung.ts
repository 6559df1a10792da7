import type { Form } from "./answer.js";
import type { NodeSource, Price, ReadOptions } from "./content.js";
import type { Link, NodeSummary } from "./node.js";
import { pieceOf } from "./piece.js";
import type { Want } from "./plan.js";
import type { ShellCosts } from "./shell-cost.js";
import { budgetFor, type TokenCounter, type Tokens } from "./tokens.js";
import {
  type Annotations,
  fullView,
  type IndexNode,
  indexView,
  linksView,
  type NodeView,
  type ScanNode,
  scanView,
  sectionsView,
} from "./view.js";

/** A node that can be shown: what is known of it before its body is read. */
export interface Known {
  readonly want: Want;
  readonly summary: NodeSummary;
  readonly price: Price | undefined;
}

export interface Delivered {
  readonly form: Form;
  readonly counter: TokenCounter;
  /** What the answer costs before any node is in it. */
  readonly frame: number;
  readonly shells: ShellCosts;
}

/**
 * Counting a whole may give a token or two more than its parts, since a token can begin at a seam:
 * each piece is charged this much extra, and the finished bytes are counted again.
 */
const SEAM = 2;

export function costOf(text: string, counter: TokenCounter): Tokens {
  return (counter.count(text) + SEAM) as Tokens;
}

/** What opening the node would cost in this form. */
export function priceIn(form: Form, price: Price | undefined): Tokens | undefined {
  return price?.[form];
}

/** What level 4 will cost, from the stored price: the body is read only once it is admitted. Unpriced, it fits no budget. */
export function costOfOpening(known: Known, links: readonly Link[], { form, counter }: Delivered): number {
  const price = priceIn(form, known.price);
  if (price === undefined) return Number.POSITIVE_INFINITY;
  const { want } = known;
  const shell = pieceOf(fullView(beside(known, form), { full: "", links }, annotations(want)), form);
  return costOf(shell.text, counter) + price + SEAM;
}

/** A text leaves out a description that the body says anyway. */
function beside({ summary, price }: Known, form: Form): NodeSummary {
  return form === "text" && price?.saysDescription === true ? { ...summary, description: "" } : summary;
}

/** A view for which nothing has to be read. */
export function viewAtHand(known: Known, level: 0 | 1, delivered: Delivered): IndexNode | ScanNode {
  const notes = notesOn(known, delivered);
  return level === 0 ? indexView(known.summary, notes) : scanView(known.summary, notes);
}

/** A view that needs a look at the content, and not yet at all of it. */
export async function viewBelowFull(
  known: Known,
  level: 2 | 3,
  delivered: ReadOptions & Delivered & { readonly source: NodeSource },
): Promise<NodeView> {
  const { summary } = known;
  const { source } = delivered;
  const options = { signal: delivered.signal };
  const notes = notesOn(known, delivered);
  switch (level) {
    case 2:
      return linksView(summary, await source.links(summary.id, options), notes);
    case 3: {
      const [links, sections] = await Promise.all([
        source.links(summary.id, options),
        source.sections(summary.id, options),
      ]);
      return sectionsView(summary, { links, sections }, notes);
    }
  }
}

function notesOn(known: Known, delivered: Delivered): Annotations {
  const { score, why, hop } = known.want;
  return { tokens: priceTag(known, delivered), score, why, hop };
}

/** What opening the node would cost (R2.6): the least budget with which `node` shows it in full by itself, all around it included. */
function priceTag(known: Known, { form, counter, frame, shells }: Delivered): Tokens | undefined {
  const price = priceIn(form, known.price);
  if (price === undefined) return undefined;
  return budgetFor(frame + shells.of(beside(known, form), form) + price + 2 * SEAM, counter);
}

/** What is said of a node beside its own fields. */
export function annotations({ score, why, hop }: Want): Annotations {
  return { score, why, hop };
}
