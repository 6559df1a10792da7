import type { Form } from "./answer.js";
import type { NodeSummary } from "./node.js";
import { renderNode } from "./render-text.js";
import { isSameSummary } from "./same-summary.js";
import { type NodeView, type ScanNode, scanView, WHY_FIELDS, type Why } from "./view.js";

/** A node as it goes into what is delivered. */
export interface Piece {
  readonly text: string;
  /** Of a node in a list: what it says in every list, and what this one adds. */
  readonly cut?: { readonly head: Head; readonly tail: string };
}

/** A node's own fields at level 1 as JSON, up to where annotations follow. */
export interface Head {
  readonly summary: NodeSummary;
  readonly json: string;
}

export function pieceOf(view: NodeView, form: Form): Piece {
  return { text: form === "json" ? JSON.stringify(view) : renderNode(view) };
}

/** The same for level 1, of which lists are made: what does not change with the request is written once, as long as its content keeps the summary. */
export function scanPieceOf(summary: NodeSummary, view: ScanNode, form: Form): Piece {
  if (form === "text") return pieceOf(view, form);
  const head = headOf(summary);
  const tail = `${annotationsOf(view)}}`;
  return { text: head.json + tail, cut: { head, tail } };
}

const heads = new WeakMap<NodeSummary, Head>();

function headOf(summary: NodeSummary): Head {
  const known = heads.get(summary);
  if (known !== undefined && isSameSummary(known.summary, summary)) return known;
  const head = {
    summary: { ...summary, tags: [...summary.tags] },
    json: JSON.stringify(scanView(summary)).slice(0, -1),
  };
  heads.set(summary, head);
  return head;
}

/** In the order in which a view has them. */
function annotationsOf({ tokens, score, why, hop }: ScanNode): string {
  let json = "";
  if (tokens !== undefined) json += `,"tokens":${tokens}`;
  if (score !== undefined) json += `,"score":${score}`;
  if (why !== undefined) json += `,"why":[${why.map(whyJson).join(",")}]`;
  if (hop !== undefined) json += `,"hop":${hop}`;
  return json;
}

/** As `JSON.stringify` writes them; each node of each list has some. */
const FIELDS: ReadonlyMap<string, string> = new Map(WHY_FIELDS.map((field) => [field, JSON.stringify({ field })]));

function whyJson(why: Why): string {
  return (why.via === undefined ? FIELDS.get(why.field) : undefined) ?? JSON.stringify(why);
}
