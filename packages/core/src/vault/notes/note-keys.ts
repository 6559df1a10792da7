import { readText } from "./byte-reader.js";
import { createStringTable } from "./string-table.js";

// What notes can be found by, as bytes: a vault has three keys a note, and strings of them all would outweigh the notes.

/** The notes that have a key. Nearly always one, which then needs no list. */
export type Candidate = number | readonly number[] | undefined;

export interface Candidates {
  add(bytes: Uint8Array, start: number, end: number, note: number): void;
  find(bytes: Uint8Array, start: number, end: number): Candidate;
  /** The same of a key that is folded already. */
  get(key: string): Candidate;
}

const NOBODY = -1;
const SEVERAL = -2;

/** For about so many keys. */
export function createCandidates(expected: number): Candidates {
  const keys = createStringTable(expected);
  /** By the key's number. */
  let owners = new Int32Array(expected + 256).fill(NOBODY);
  const lists = new Map<number, number[]>();

  function find(bytes: Uint8Array, start: number, end: number): Candidate {
    const key = keys.find(bytes, start, end);
    const owner = key < 0 || key >= owners.length ? NOBODY : owners[key]!;
    if (owner === SEVERAL) return lists.get(key);
    return owner === NOBODY ? undefined : owner;
  }

  return {
    add(bytes, start, end, note) {
      const key = keys.intern(bytes, start, end);
      if (key >= owners.length) owners = twiceAsLong(owners);
      const owner = owners[key]!;
      if (owner === NOBODY) owners[key] = note;
      else if (owner === SEVERAL) addOnce(lists.get(key)!, note);
      else if (owner !== note) {
        owners[key] = SEVERAL;
        lists.set(key, [owner, note]);
      }
    },
    find,
    get(key) {
      const bytes = Buffer.from(key);
      return find(bytes, 0, bytes.length);
    },
  };
}

function addOnce(list: number[], note: number): void {
  if (list.at(-1) !== note) list.push(note);
}

function twiceAsLong(owners: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(owners.length * 2).fill(NOBODY, owners.length);
  longer.set(owners);
  return longer;
}

/** Systems differ on case and on how they compose accents; a link should not. */
export function fold(text: string): string {
  return (NOT_ASCII.test(text) ? text.normalize("NFC") : text).toLowerCase().trim();
}

const NOT_ASCII = /[\u0080-\uffff]/;

/** A folded text as UTF-8. One for all: it is good until the next is made. */
export const folded = { bytes: Buffer.alloc(256), length: 0 };

/** `fold` of a text that stands in some bytes, to `folded`. */
export function foldBytes(bytes: Uint8Array, from: number, to: number): void {
  if (to - from > folded.bytes.length) folded.bytes = Buffer.alloc(2 * (to - from));
  const into = folded.bytes;
  let start = from;
  let end = to;
  while (start < end && isBlank(bytes[start]!)) start += 1;
  while (end > start && isBlank(bytes[end - 1]!)) end -= 1;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte > 0x7f) {
      foldText(readText(bytes, start, end));
      return;
    }
    into[at - start] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
  }
  folded.length = end - start;
}

function foldText(text: string): void {
  const key = fold(text);
  if (key.length * 3 > folded.bytes.length) folded.bytes = Buffer.alloc(key.length * 6);
  folded.length = folded.bytes.write(key);
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 9 && byte <= 13);
}

const [DOT, M, D, X] = [0x2e, 0x6d, 0x64, 0x78];
const MARKDOWN = Buffer.from(".markdown");

/** Where a path ends without its extension: that of a note, in whatever case. */
export function extensionStart(bytes: Uint8Array, start: number, end: number): number {
  if (end - start >= 3 && isMd(bytes, end - 3)) return end - 3;
  if (end - start >= 4 && (bytes[end - 1]! | 0x20) === X && isMd(bytes, end - 4)) return end - 4;
  const from = end - MARKDOWN.length;
  if (from < start || bytes[from] !== DOT) return end;
  for (let at = 1; at < MARKDOWN.length; at += 1) if ((bytes[from + at]! | 0x20) !== MARKDOWN[at]) return end;
  return from;
}

function isMd(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === DOT && (bytes[at + 1]! | 0x20) === M && (bytes[at + 2]! | 0x20) === D;
}
