import type { TextPrice } from "../../content/text-price.js";
import type { Lines } from "../../model/node.js";
import { createGrowingWords } from "../../search/postings/growing-words.js";

/** Where every passage stands: its bytes and lines in its file, its heading, and its price. */
export interface PassageRows {
  /** By note number, the first of its rows; one more at the end. */
  readonly starts: Uint32Array;
  /** `ROW` numbers a passage. */
  readonly rows: Uint32Array;
}

export interface PassageRow {
  /** From where to where in its file, in bytes. */
  readonly start: number;
  readonly end: number;
  readonly lines: Lines;
  /** Under which heading of its note: 0 before the first, else counted from 1. */
  readonly heading: number;
  readonly price: TextPrice;
}

const ROW = 7;

export const NO_ROWS: PassageRows = { starts: new Uint32Array(1), rows: new Uint32Array(0) };

export function passageCount({ starts }: PassageRows, note: number): number {
  return note + 1 < starts.length ? starts[note + 1]! - starts[note]! : 0;
}

export function passageRow({ starts, rows }: PassageRows, note: number, ordinal: number): PassageRow {
  const at = (starts[note]! + ordinal) * ROW;
  return {
    start: rows[at]!,
    end: rows[at + 1]!,
    lines: [rows[at + 2]!, rows[at + 3]!],
    heading: rows[at + 4]!,
    price: { text: rows[at + 5]!, json: rows[at + 6]! },
  };
}

/** The rows of one note, as they are collected. */
export function packRows(rows: readonly PassageRow[]): Uint32Array {
  const packed = new Uint32Array(rows.length * ROW);
  for (const [at, { start, end, lines, heading, price }] of rows.entries())
    packed.set([start, end, lines[0], lines[1], heading, price.text, price.json], at * ROW);
  return packed;
}

/** The rows of many notes, until there are all. */
export interface GrowingRows {
  set(note: number, rows: Uint32Array): void;
  of(note: number): Uint32Array | undefined;
}

export function createGrowingRows(): GrowingRows {
  const rows = createGrowingWords();
  const places: (readonly [start: number, end: number] | undefined)[] = [];
  return {
    set(note, own) {
      places[note] = [rows.length, rows.length + own.length];
      rows.append(own);
    },
    of(note) {
      const place = places[note];
      return place === undefined ? undefined : rows.view(...place);
    },
  };
}

/** All notes' rows as one table. A note that is not given has those that it had before. */
export function joinRows(
  size: number,
  given: (note: number) => Uint32Array | undefined,
  before: PassageRows = NO_ROWS,
): PassageRows {
  const own = (note: number) => given(note) ?? rowsOf(before, note);
  const starts = new Uint32Array(size + 1);
  for (let note = 0; note < size; note += 1) starts[note + 1] = starts[note]! + own(note).length / ROW;
  const rows = new Uint32Array(starts[size]! * ROW);
  for (let note = 0; note < size; note += 1) rows.set(own(note), starts[note]! * ROW);
  return { starts, rows };
}

function rowsOf({ starts, rows }: PassageRows, note: number): Uint32Array {
  return note + 1 < starts.length ? rows.subarray(starts[note]! * ROW, starts[note + 1]! * ROW) : new Uint32Array(0);
}

/** Whether a table that was saved can be read: as many notes as are said, and rows that stand in order. */
export function areRows({ starts, rows }: PassageRows, notes: number): boolean {
  if (starts.length !== notes + 1 || starts[0] !== 0 || starts[notes]! * ROW !== rows.length) return false;
  for (let note = 0; note < notes; note += 1) if (starts[note]! > starts[note + 1]!) return false;
  for (let at = 0; at < rows.length; at += ROW)
    if (rows[at]! > rows[at + 1]! || rows[at + 2]! > rows[at + 3]!) return false;
  return true;
}
