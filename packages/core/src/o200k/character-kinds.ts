import { KINDS } from "./character-kinds.data.js";

/*
 * What the split pattern asks about a character, as bits. Letters of a script without case belong to both halves of a word, and so do
 * marks, which are not letters. The runtime is not asked: its Unicode may be newer than the reference's.
 */

/** `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`: the first half of a word. */
export const HEAD = 1;
/** `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`: the second half of a word. */
export const TAIL = 2;
export const WORD = 3;
export const MARK = 4;
export const NUMBER = 8;
export const SPACE = 16;
/** Carriage return and line feed, which are spaces too. */
export const LINE_END = 32;

/** How `scripts/o200k.mjs` writes a kind, and its bits. */
const LETTERS = "OULBMNSE";
const BITS: readonly number[] = [0, HEAD, TAIL, WORD, WORD | MARK, NUMBER, SPACE, SPACE | LINE_END];

let ascii: Uint8Array | undefined;
let table: Uint8Array | undefined;

/** The kinds of ASCII, which are all that most texts ask for: unpacking all takes as long as counting a page. */
export function asciiKinds(): Uint8Array {
  ascii ??= unpackedKinds(0x80);
  return ascii;
}

/** The kinds of the characters, by code point, as far as they reach; `lateKind` knows the others. Made when first asked for. */
export function characterKinds(): Uint8Array {
  table ??= unpackedKinds(KINDS.reach);
  return table;
}

/** The kind of a character beyond the table: those of plane 14 that select a variant are marks. */
export function lateKind(code: number): number {
  return code >= KINDS.lateMarks[0] && code <= KINDS.lateMarks[1] ? WORD | MARK : 0;
}

function unpackedKinds(reach: number): Uint8Array {
  const { runs } = KINDS;
  const kinds = new Uint8Array(reach);
  let from = 0;
  for (let at = 0; from < reach; ) {
    const kind = BITS[LETTERS.indexOf(runs.charAt(at))]!;
    let length = 0;
    at += 1;
    for (let code = runs.charCodeAt(at); code < 58; code = runs.charCodeAt(at)) {
      length = length * 10 + code - 48;
      at += 1;
    }
    const to = from + Math.max(1, length);
    if (kind !== 0) kinds.fill(kind, from, to);
    from = to;
  }
  return kinds;
}
