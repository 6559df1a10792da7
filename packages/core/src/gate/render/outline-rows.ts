import type { Link, SectionPreview } from "../../model/node.js";
import type { Tokens } from "../../model/tokens.js";
import type { LinkRow, SectionRow } from "../../model/view.js";
import { shorten } from "../../text/shorten.js";

/** Rows of an outline that fit, and how many there are beside them. */
export interface FittedRows<Row> {
  readonly rows: readonly Row[];
  /** None where saying so would cost more than a tiny node has to give. */
  readonly more: number | undefined;
}

export interface RowChoice<Row> {
  /** Every row, with no more than so many characters of each text. */
  rowsAt(characters: number): readonly Row[];
  /** The best of them, in the order in which they are shown. */
  keep(rows: readonly Row[], count: number): readonly Row[];
  /** How many there are in all, those of `rowsAt` among them. */
  readonly total: number;
  /** What the node costs with these rows, and this many left out. */
  cost(rows: readonly Row[], more: number | undefined): number;
  readonly most: number;
}

/** How many rows are looked at to guess what the others cost. */
const SAMPLE = 32;

/** Texts shrink before rows go (R1.8). */
const TEXT_LENGTHS: readonly number[] = [Number.POSITIVE_INFINITY, 240, 160, 110, 75, 50, 30, 0];

export function fitRows<Row>(choice: RowChoice<Row>, lengths: readonly number[] = TEXT_LENGTHS): FittedRows<Row> {
  const { rowsAt, keep, total, cost, most } = choice;
  const all = rowsAt(0).length;
  const moreBeside = (shown: number) => (shown < total ? total - shown : undefined);
  for (const length of lengths) {
    const rows = rowsAt(length);
    if (isFarTooLong(rows, most) || cost(rows, moreBeside(all)) > most) continue;
    return { rows, more: moreBeside(all) };
  }
  const shortest = rowsAt(lengths.at(-1) ?? 0);
  const kept = (count: number) => keep(shortest, count);
  const isWithin = (count: number) => cost(kept(count), moreBeside(count)) <= most;
  let [fits, tooMany] = [0, all];
  // Of a long list a few rows tell about how many there is room for.
  const tried = Math.min(all, SAMPLE);
  const each = (cost(kept(tried), undefined) - cost([], undefined)) / Math.max(1, tried);
  const guess = Math.floor((most - cost([], undefined)) / Math.max(1, each));
  const guesses = [guess, Math.floor(guess * 0.96), Math.ceil(guess * 1.04)];
  while (tooMany - fits > 1) {
    const next = guesses.shift();
    const isUseful = next !== undefined && next > fits && next < tooMany;
    if (next !== undefined && !isUseful) continue;
    const middle = next ?? Math.floor((fits + tooMany) / 2);
    if (isWithin(middle)) fits = middle;
    else tooMany = middle;
  }
  const more = moreBeside(fits);
  const isAffordable = fits > 0 || more === undefined || cost([], more) <= most;
  return { rows: kept(fits), more: isAffordable ? more : undefined };
}

/** More characters than any text of so many tokens has: not worth counting. */
function isFarTooLong(rows: readonly unknown[], most: number): boolean {
  return most !== Number.POSITIVE_INFINITY && JSON.stringify(rows).length > 12 * most + 400;
}

export function linkRow({ target, name, relation, description, context }: Link, length: number): LinkRow {
  return { target, name, relation, ...texts({ description, context }, length) };
}

function texts(given: { readonly description: string; readonly context: string }, length: number) {
  const [description, context] = [shorten(given.description, length), shorten(given.context, length)];
  return { ...(description === "" ? {} : { description }), ...(context === "" ? {} : { context }) };
}

export function sectionRow({ id, heading, depth, lines, preview }: SectionPreview, length: number): SectionRow {
  const shown = shorten(preview, length);
  return {
    ...(id === undefined ? {} : { id }),
    heading,
    depth,
    ...(lines === undefined ? {} : { lines }),
    ...(shown === "" ? {} : { preview: shown }),
  };
}

/** A section with what opening it would cost; none where it cannot be opened by itself. */
export function pricedRow(row: SectionRow, tokens: Tokens | undefined): SectionRow {
  const { preview, ...rest } = row;
  if (tokens === undefined || row.id === undefined) return row;
  return { ...rest, tokens, ...(preview === undefined ? {} : { preview }) };
}

/** Upper headings say more of a note than those below them; among equals the first ones do. In the order of the note. */
export function topSections<Row extends { readonly depth: number }>(
  rows: readonly Row[],
  count: number,
): readonly Row[] {
  if (count >= rows.length) return rows;
  const order = [...rows.keys()].sort((a, b) => rows[a]!.depth - rows[b]!.depth || a - b).slice(0, count);
  return order.sort((a, b) => a - b).map((at) => rows[at]!);
}
