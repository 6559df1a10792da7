import type { NodeId } from "../model/node.js";
import type { Cursor, Page, PageRequest, ReadOptions } from "../ports/content.js";
import { type CursorScope, cursorAt, offsetOf, positionOf } from "../ports/page-cursor.js";
import { bestFirst, named, nameHit } from "./combined-hits.js";
import type { Names, Part } from "./combined-names.js";
import type { createFilters } from "./combined-paths.js";

export interface Paging {
  readonly parts: readonly Part[];
  readonly names: Names;
  readonly filterWithin: ReturnType<typeof createFilters>;
  /** How many nodes of each part pass the filter. */
  readonly totals: readonly number[];
  readonly scope: CursorScope;
  readonly options: ReadOptions | undefined;
}

/** One part after the other. The position is the number of the part and, unless it begins there, the part's own cursor. */
export async function pageInTurn({ limit, ...request }: PageRequest, paging: Paging): Promise<Page> {
  const { parts, names, filterWithin, totals, scope, options } = paging;
  const [, from, inner = ""] = /^(\d{1,9})\|(.*)$/su.exec(positionOf(scope) ?? "0|") ?? [];
  let at = Number(from);
  let within = inner === "" ? undefined : (inner as Cursor);
  const ids: NodeId[] = [];
  for (; at < parts.length; at += 1, within = undefined) {
    const part = parts[at]!;
    if (totals[at] === 0) continue;
    // A part may give less than it was asked for, and more behind that.
    do {
      if (ids.length >= limit) return { ids, next: cursorAt(`${at}|${within ?? ""}`, scope), total: sum(totals) };
      const asked = filterWithin(part, { ...request, limit: limit - ids.length, cursor: within });
      if (asked === undefined) break;
      const page = await part.graph.page(asked, options);
      const name = await names.outer(part, page.ids, options);
      ids.push(...page.ids.map(name));
      within = page.ids.length === 0 ? undefined : page.next;
    } while (within !== undefined);
  }
  return { ids, total: sum(totals) };
}

/** All parts at once, since the best match may be in the last. The position is how many came before. */
export async function pageByScore(
  { limit, query = "", ...filter }: PageRequest,
  { parts, names, filterWithin, totals, scope, options }: Paging,
): Promise<Page> {
  const offset = offsetOf(scope);
  const end = offset + limit;
  const total = sum(totals);
  if (offset >= total) return { ids: [], total };
  const found = await bestFirst(parts, async (part) => {
    const own = filterWithin(part, { ...filter, text: query });
    return own === undefined ? [] : part.graph.search(own, end, options);
  });
  const hits = await named(found.slice(offset, end), nameHit, { names, options });
  const next = found.length >= end && end < total ? cursorAt(String(end), scope) : undefined;
  return { ids: hits.map(({ id }) => id), next, total };
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
