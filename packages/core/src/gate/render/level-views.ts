import type { Form } from "../../model/answer.js";
import type { NodeSummary } from "../../model/node.js";
import type { Want } from "../../model/plan.js";
import type { TokenCounter, Tokens } from "../../model/tokens.js";
import {
  type Annotations,
  fullView,
  type IndexNode,
  indexView,
  type LinkRow,
  type More,
  type ScanNode,
  type SectionRow,
  scanView,
} from "../../model/view.js";
import type { Price } from "../../ports/content.js";
import type { Seen } from "../../sessions/ledger.js";
import { measureOf } from "./measure.js";
import { linkRow } from "./outline-rows.js";
import { headCost } from "./passage-head.js";
import { renderedNode } from "./rendered-node.js";
import type { ShellCosts } from "./shell-cost.js";

/** A node that can be shown: what is known of it before its body is read. */
export interface Known {
  readonly want: Want;
  readonly summary: NodeSummary;
  readonly price: Price | undefined;
  /** What must not be shown again: what the session was shown of it, where it asks for no repeats. */
  readonly shown?: Seen | undefined;
  /** The part of it that matched best. */
  readonly best?: Pick<Known, "summary" | "price"> | undefined;
}

export interface Delivered {
  readonly form: Form;
  readonly counter: TokenCounter;
  readonly shells: ShellCosts;
  /** The least budget that shows a node of this cost by itself, with all that stands around it. */
  alone(cost: number): Tokens;
}

/** What is shown of an open node beside its text. */
export interface BesideBody {
  readonly links: readonly LinkRow[];
  readonly sections?: readonly SectionRow[] | undefined;
  readonly more?: More | undefined;
}

/** What a text costs in this form. */
export function priceIn(form: Form, price: Price | undefined): Tokens | undefined {
  return price?.[form];
}

/** What stands beside the body where nothing more is asked for: what only the frontmatter declares (R1.1). */
export function declaredBeside({ price }: Pick<Known, "price">): BesideBody {
  return { links: (price?.declared ?? []).map((link) => linkRow(link, Number.POSITIVE_INFINITY)) };
}

/** What level 4 will cost, from the stored price: the body is read only once it is admitted. Unpriced, it fits no budget. */
export function costOfOpening(known: Known, beside: BesideBody, delivered: Delivered): number {
  const { form, counter } = delivered;
  const price = priceIn(form, known.price);
  if (price === undefined) return Number.POSITIVE_INFINITY;
  const notes = fullAnnotations(known, beside, delivered);
  const shell = fullView(describedIn(known, delivered), { full: "", ...beside }, notes);
  return measureOf(counter).opened(renderedNode(shell, form), price);
}

/** A text leaves out a description that the body says anyway, unless that would make the whole cheaper than level 1. */
export function describedIn(
  { summary, price }: Pick<Known, "summary" | "price">,
  { form, counter }: Pick<Delivered, "form" | "counter">,
): NodeSummary {
  if (form === "json" || price?.saysDescription !== true) return summary;
  const { description } = summary;
  const isLonger = price.text >= description.length + TINY || price.text >= counter.count(description) + TINY;
  return isLonger ? { ...summary, description: "" } : summary;
}

/** A body that costs no more than its price tag: without the tag, the whole would cost less than a lower level. */
const TINY = 16;

function isTiny(price: Tokens | undefined): boolean {
  return price !== undefined && price <= TINY;
}

/** What is said of an open node beside its own fields. */
export function fullAnnotations(known: Known, { more }: BesideBody, delivered: Delivered): Annotations {
  const { score, why, hop } = known.want;
  const price = priceIn(delivered.form, known.price);
  const tokens = isTiny(price) ? priceTag(known, delivered) : undefined;
  return { tokens, score, why, hop, more };
}

/** A view for which nothing has to be read. */
export function viewAtHand(known: Known, level: 0 | 1, delivered: Delivered): IndexNode | ScanNode {
  const notes = annotations(known, delivered);
  return level === 0 ? indexView(known.summary, notes) : scanView(known.summary, notes);
}

/** What is said of a node that is not open. */
export function annotations(known: Known, delivered: Delivered): Annotations {
  const { score, why, hop } = known.want;
  const tokens = priceTag(known, delivered);
  return { tokens, score, why, hop, best: bestTag(known, tokens, delivered) };
}

/** Of a node's price, the share above which a part of it is not worth naming: whoever opens the node pays hardly more. */
const MOST_OF_NODE = 0.8;

/** The part that matched best, with what opening it would cost; none where it is most of the node. */
function bestTag({ best }: Known, whole: Tokens | undefined, delivered: Delivered): Annotations["best"] {
  if (best === undefined) return undefined;
  const tokens = priceTag(best, delivered);
  if (tokens === undefined || (whole !== undefined && tokens > MOST_OF_NODE * whole)) return undefined;
  return { id: best.summary.id, tokens };
}

/** What opening the node would cost (R2.6): the least budget with which `node` shows it in full by itself, all around it included. */
export function priceTag(known: Pick<Known, "summary" | "price">, delivered: Delivered): Tokens | undefined {
  const { form, shells, alone } = delivered;
  const price = priceIn(form, known.price);
  if (price === undefined) return undefined;
  const described = describedIn(known, delivered);
  const head = headCost(known.summary, delivered);
  const costWith = (tag: Tokens | undefined) =>
    alone(head + shells.of(described, form, { ...declaredBeside(known), tag }) + price);
  if (!isTiny(price)) return costWith(undefined);
  // It says its own price: a figure that grows by being said is written again.
  let tag = costWith(0 as Tokens);
  for (let attempt = 0; attempt < 4 && costWith(tag) > tag; attempt += 1) tag = costWith(tag);
  return tag;
}
