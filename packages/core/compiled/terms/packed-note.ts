import { DOCUMENTS } from "./memory";

// The fields of a note as the vault packs it (`vault/note-codec.ts`): strings after their lengths, and numbers.

/** Of a document's text: it belongs to the document of the one before. */
export const JOINED: u32 = 0x80000000;
/** More texts than a note has: with these it is not ours. */
const MOST_TEXTS: u32 = 0x8000;

let at: usize = 0;
let stop: usize = 0;
let texts: u32 = 0;

/** Lists the texts: the names are a document, the description, the tags, and each heading. Gives how many texts; 0 where it is none of ours. */
export function listFields(from: usize, to: usize): u32 {
  at = from;
  stop = to;
  texts = 0;
  const path = afterLength();
  const pathEnd = at;
  const name = afterLength();
  const nameEnd = at;
  afterLength();
  afterLength();
  const description = afterLength();
  const descriptionEnd = at;
  if (at > stop) return 0;
  const tags = at;
  skipStrings();
  put(name, nameEnd, 0);
  putStrings(JOINED);
  putStem(path, pathEnd, name, nameEnd);
  const rest = at;
  put(description, descriptionEnd, 0);
  at = tags;
  if (load<u8>(at) === 0) put(from, from, 0);
  else putStrings(0);
  at = rest;
  numberAt();
  numberAt();
  putHeadings();
  return at > stop || texts > MOST_TEXTS ? 0 : texts;
}

function numberAt(): u32 {
  let value: u32 = 0;
  for (let shift: u32 = 0; at < stop && shift < 35; shift += 7) {
    const byte: u32 = load<u8>(at++);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  // There is no end to it: nothing after it counts.
  at = stop + 1;
  return 0;
}

/** Steps over a string; gives where its text begins. */
function afterLength(): usize {
  const length = numberAt();
  const start = at;
  at = length > <u32>(stop - min(at, stop)) ? stop + 1 : at + length;
  return start;
}

function put(start: usize, end: usize, joined: u32): void {
  if (texts < MOST_TEXTS) {
    const place = DOCUMENTS + ((<usize>texts) << 3);
    store<u32>(place, <u32>start | joined);
    store<u32>(place, <u32>end, 4);
  }
  texts += 1;
}

function skipStrings(): void {
  for (let left = numberAt(); left > 0 && at <= stop; left -= 1) afterLength();
}

/** All but the first belong to its document, and the first too if it is `joined`. */
function putStrings(joined: u32): void {
  let flag = joined;
  for (let left = numberAt(); left > 0 && at <= stop; left -= 1) {
    const start = afterLength();
    put(start, at, flag);
    flag = JOINED;
  }
}

function putHeadings(): void {
  for (let left = numberAt(); left > 0 && at <= stop; left -= 1) {
    const start = afterLength();
    put(start, at, 0);
    numberAt();
    numberAt();
    numberAt();
  }
}

/** The file's name is one of its names, unless it is called so: without folders, and without `.md` in capitals or not. */
function putStem(path: usize, pathEnd: usize, name: usize, nameEnd: usize): void {
  let start = pathEnd;
  while (start > path && load<u8>(start - 1) !== 0x2f) start -= 1;
  let end = pathEnd;
  if (end - start >= 3 && ((load<u32>(end - 4) >> 8) | 0x202000) === 0x646d2e) end -= 3;
  let same = end - start === nameEnd - name;
  for (let place = start; same && place < end; place += 1) same = load<u8>(place) === load<u8>(name + place - start);
  if (!same) put(start, end, JOINED);
}
