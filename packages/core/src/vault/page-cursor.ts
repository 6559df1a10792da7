import type { Cursor } from "../content.js";
import { utf8Length } from "../counters.js";
import { PdError } from "../errors.js";
import type { NodeId } from "../node.js";
import type { Listing } from "./listing.js";
import type { NodeIds } from "./node-ids.js";
import { hash } from "./note-id.js";

/**
 * Where a page ends: how many came before, and the last of them. After a reload the listing goes on behind that node,
 * wherever it is now; only if it is gone does the number decide.
 */
export function cursorAfter(last: NodeId | undefined, shown: number, total: number): Cursor | undefined {
  return last === undefined || shown >= total ? undefined : (`${shown}~${shortened(last)}` as string as Cursor);
}

/** What a cursor may have of an id: it has to fit into a request, and costs tokens in every answer. */
const SHORT_BYTES = 60;

function shortened(id: NodeId): string {
  return utf8Length(id) <= SHORT_BYTES ? id : `#${hash(id)}`;
}

export function startOfPage(all: Listing, ids: NodeIds, cursor: Cursor | undefined): number {
  if (cursor === undefined) return 0;
  const [, shown, last] = /^(\d{1,9})~(.*)$/su.exec(cursor) ?? [];
  if (shown === undefined) {
    throw new PdError("input-invalid", "That cursor was not made by a scan", {
      where: "cursor",
      fix: "Use the cursor of the page before, as it is, or none.",
    });
  }
  // No id begins with #.
  const at = last?.startsWith("#")
    ? all.findIndex((number) => shortened(ids.of(number)) === last)
    : all.indexOf(ids.find(last ?? "") ?? -1);
  return at < 0 ? Math.min(Number(shown), all.length) : at + 1;
}
