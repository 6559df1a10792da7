import type { NodeId, SectionPreview } from "../../model/node.js";
import type { AskedRows } from "../../model/plan.js";
import type { Tokens } from "../../model/tokens.js";
import { type LinkRow, linksView, type More, type NodeView, type SectionRow, sectionsView } from "../../model/view.js";
import type { NodeReader } from "../node-reader.js";
import {
  annotations,
  costOfOpening,
  type Delivered,
  declaredBeside,
  type Known,
  priceTag,
  viewAtHand,
} from "./level-views.js";
import { measureOf } from "./measure.js";
import { type FittedRows, fitRows, linkRow, pricedRow, sectionRow, topSections } from "./outline-rows.js";
import { renderedNode } from "./rendered-node.js";

export interface Outlining extends Delivered {
  readonly reader: NodeReader;
}

/** What levels 2 and 3 may add to level 1, where nothing more is asked for (R1.8). */
const MOST_ADDED = 400;
/** The least that a row costs: more rows than fit are not worth a look. */
const LEAST_ROW = 6;

/** How much a node's rows may cost: what the ladder allows, a smaller share of it, or whatever room there is. */
export interface RowRoom {
  readonly added: number;
  /** What is left for rows that were asked for in full. */
  readonly room: number;
}

/** What a level may add: half of what the body would, and no more than 400 tokens. */
export function mostAdded(known: Known, outlining: Outlining): number {
  const { form, counter } = outlining;
  const measure = measureOf(counter);
  const scan = measure.node(renderedNode(viewAtHand(known, 1, outlining), form));
  const whole = costOfOpening(known, declaredBeside(known), outlining) - scan;
  return Math.max(0, Math.min(measure.within(MOST_ADDED), Math.floor(whole / 2)));
}

/** A view that needs a look at the content, and not yet at all of it. */
export async function outlineView(known: Known, level: 2 | 3, room: RowRoom, outlining: Outlining): Promise<NodeView> {
  const { summary, want } = known;
  const { form, counter } = outlining;
  const { links: asked = level === 2 ? "best" : "none", previews = "short", from = 0 } = want.rows ?? {};
  const notes = annotations(known, outlining);
  const costOf = (view: NodeView) => measureOf(counter).node(renderedNode(view, form));
  const base = costOf(viewAtHand(known, 1, outlining));
  if (level === 2) {
    const build = (rows: readonly LinkRow[], more: More | undefined) => linksView(summary, rows, { ...notes, more });
    const cost = (rows: readonly LinkRow[], more: number | undefined) => costOf(build(rows, moreOf({ links: more })));
    const { rows, more } = await linkRows(known, { asked, from, base, room, cost }, outlining);
    return build(rows, moreOf({ links: more }));
  }
  const build = (sections: readonly SectionRow[], links: readonly LinkRow[] | undefined, more: More | undefined) =>
    sectionsView(summary, { sections, links }, { ...notes, more });
  const cost = (rows: readonly SectionRow[], more: number | undefined) =>
    costOf(build(rows, undefined, moreOf({ sections: more })));
  const sections = await sectionRows(known, { previews, from, base, room, cost }, outlining);
  if (asked === "none") return build(sections.rows, undefined, moreOf({ sections: sections.more }));
  const withLinks = (rows: readonly LinkRow[], more: number | undefined) =>
    build(sections.rows, rows, moreOf({ links: more, sections: sections.more }));
  const links = await linkRows(
    known,
    {
      asked,
      from,
      base: cost(sections.rows, sections.more),
      room,
      cost: (rows, more) => costOf(withLinks(rows, more)),
    },
    outlining,
  );
  return withLinks(links.rows, links.more);
}

export function moreOf({
  links,
  sections,
}: {
  links?: number | undefined;
  sections?: number | undefined;
}): More | undefined {
  if (links === undefined && sections === undefined) return undefined;
  return { ...(links === undefined ? {} : { links }), ...(sections === undefined ? {} : { sections }) };
}

interface Rows<Row> {
  /** What the node costs without them. */
  readonly base: number;
  readonly from: number;
  readonly room: RowRoom;
  cost(rows: readonly Row[], more: number | undefined): number;
}

/** Best first: the targets, then as much of descriptions and sentences as there is room for. Where names alone fill it, no text is read. */
export async function linkRows(
  { summary: { id } }: Known,
  { asked, base, from, room, cost }: Rows<LinkRow> & { readonly asked: NonNullable<AskedRows["links"]> },
  { reader }: Outlining,
): Promise<FittedRows<LinkRow>> {
  const isAll = asked === "all";
  const start = isAll ? from : 0;
  const most = isAll ? room.room : base + room.added;
  const count = Number.isFinite(most) ? Math.max(1, Math.ceil((most - base) / LEAST_ROW)) : undefined;
  const request = { id, from: start, most: count, mentions: isAll };
  const named = await reader.links({ ...request, bare: true });
  const total = Math.max(0, named.total - start);
  const fitted = (links: typeof named.links, lengths?: readonly number[]) =>
    fitRows(
      {
        rowsAt: (length) => links.map((link) => linkRow(link, length)),
        keep: (rows, kept) => rows.slice(0, kept),
        total,
        cost,
        most,
      },
      lengths,
    );
  const byName = fitted(named.links, [0]);
  if (!isAll && (byName.rows.length < total || total === 0)) return byName;
  const { links } = await reader.links(request);
  return fitted(links, isAll ? [Number.POSITIVE_INFINITY] : undefined);
}

/** Headings with their prices; previews as far as there is room for them, and none are made where there is none. */
export async function sectionRows(
  known: Known,
  { previews, base, from, room, cost }: Rows<SectionRow> & { readonly previews: "short" | "all" },
  outlining: Outlining,
): Promise<FittedRows<SectionRow>> {
  const { reader } = outlining;
  const { id } = known.summary;
  const isAll = previews === "all";
  const most = isAll ? room.room : base + room.added;
  const start = isAll ? from : 0;
  // A section costs hardly more than its note: a figure that is never narrower than the one that comes in its place.
  const widest = ((priceTag(known, outlining) ?? 99_000) + 900) as Tokens;
  const headings = (await reader.sections({ id, bare: true })).slice(start);
  const count = Number.isFinite(most) ? Math.max(1, Math.ceil((most - base) / LEAST_ROW)) : headings.length;
  const candidates = (all: readonly SectionPreview[]) => (isAll ? all.slice(0, count) : topSections(all, count));
  const fitted = (sections: readonly SectionPreview[], lengths?: readonly number[]) =>
    fitRows<SectionRow>(
      {
        rowsAt: (length) => candidates(sections).map((section) => pricedRow(sectionRow(section, length), widest)),
        keep: (rows, kept) => (isAll ? rows.slice(0, kept) : topSections(rows, kept)),
        total: sections.length,
        cost,
        most,
      },
      lengths,
    );
  let rows = fitted(headings, [0]);
  if (headings.length > 0 && (isAll || rows.rows.length === headings.length)) {
    const read = (await reader.sections({ id })).slice(start);
    rows = fitted(read, isAll ? [Number.POSITIVE_INFINITY] : undefined);
  }
  return { rows: await priced(rows.rows, outlining), more: rows.more };
}

/** Each with what opening it would really cost. */
async function priced(rows: readonly SectionRow[], outlining: Outlining): Promise<readonly SectionRow[]> {
  const ids = rows.flatMap(({ id }): readonly NodeId[] => (id === undefined ? [] : [id]));
  if (ids.length === 0) return rows;
  const found = await outlining.reader.priced(ids);
  const tags = new Map(found.map((node) => [node.summary.id, priceTag(node, outlining)]));
  return rows.map((row) => {
    const { tokens: _, ...unpriced } = row;
    return row.id === undefined ? row : pricedRow(unpriced, tags.get(row.id));
  });
}
