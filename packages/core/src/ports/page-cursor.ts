import { PdError } from "../model/errors.js";
import type { NodeId } from "../model/node.js";
import { textHash } from "../text/text-hash.js";
import type { Cursor, Page, PageRequest } from "./content.js";

/** The list that a cursor goes on in: what was asked, of which version (R6.6). */
export interface CursorScope {
  readonly request: PageRequest;
  readonly version: string;
}

/** A position and a mark of everything it depends on, so that it is refused anywhere else. */
export function cursorAt(position: string, scope: CursorScope): Cursor {
  return `${position}.${markOf(position, scope)}` as string as Cursor;
}

/** The position that the request's cursor stands for; none where it has no cursor. */
export function positionOf(scope: CursorScope): string | undefined {
  const { cursor } = scope.request;
  if (cursor === undefined) return undefined;
  const [, position, mark] = /^(.+)\.([0-9a-f]{8})$/su.exec(cursor) ?? [];
  if (position === undefined) throw invalid();
  if (mark !== markOf(position, scope)) throw stale();
  return position;
}

/** Where a page of a numbered list begins. */
export function offsetOf(scope: CursorScope): number {
  const position = positionOf(scope) ?? "0";
  if (!/^\d{1,9}$/u.test(position)) throw stale();
  return Number(position);
}

/** A list that is there as a whole, though perhaps not as ids. */
export interface WholeList {
  readonly length: number;
  /** Tells this order from others. */
  readonly order: string;
  idsFrom(start: number, end: number): readonly NodeId[];
}

/** A page of a list that is there as a whole. The order belongs to the version: another order is another list. */
export function pageOf(all: readonly NodeId[], scope: CursorScope): Page {
  const order = textHash(all.join("\n"));
  return pageOfList({ length: all.length, order, idsFrom: (start, end) => all.slice(start, end) }, scope);
}

export function pageOfList({ length, order, idsFrom }: WholeList, { request, version }: CursorScope): Page {
  const scope = { request, version: `${version} ${order}` };
  const start = offsetOf(scope);
  const ids = idsFrom(start, start + request.limit);
  const end = start + ids.length;
  return { ids, next: end < length ? cursorAt(String(end), scope) : undefined, total: length };
}

function markOf(position: string, { request, version }: CursorScope): string {
  const { query = "", type, domain, tag, path } = request;
  return textHash(JSON.stringify([position, version, query, type, domain, tag, path]));
}

function invalid(): PdError {
  return new PdError("input-invalid", "The cursor is invalid", {
    where: "cursor",
    fix: "Use the cursor of the page before, as it is, or none.",
  });
}

function stale(): PdError {
  const message = "The cursor belongs to another query, to other filters or to an earlier version of the content";
  return new PdError("cursor-stale", message, { where: "cursor", fix: "Ask again without cursor." });
}
