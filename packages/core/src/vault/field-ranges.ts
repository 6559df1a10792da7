import type { NoteFieldRanges } from "../graph/index-builder.js";
import type { ByteReader } from "./byte-reader.js";

/** One for all: indexing a vault reads the fields of every note, one after the other. */
const ranges = { names: [] as number[], description: [] as number[], tags: [] as number[], headings: [] as number[] };

/** Where that stands in a packed note which is indexed of it besides its body: what `fieldsOf` gives, and no string is made. Good until the next call. */
export function readFieldRanges(reader: ByteReader, bytes: Uint8Array): NoteFieldRanges {
  const { names, description, tags, headings } = ranges;
  names.length = 0;
  description.length = 0;
  tags.length = 0;
  headings.length = 0;
  const path = reader.skipString();
  const pathEnd = reader.at;
  const name = addString(reader, names);
  const nameEnd = reader.at;
  reader.skipString();
  reader.skipString();
  addString(reader, description);
  for (let left = reader.number(); left > 0; left -= 1) addString(reader, tags);
  for (let left = reader.number(); left > 0; left -= 1) addString(reader, names);
  const stem = afterLastSlash(bytes, path, pathEnd);
  const stemEnd = beforeExtension(bytes, stem, pathEnd);
  if (!equal(bytes, stem, stemEnd, name, nameEnd)) names.push(stem, stemEnd);
  reader.number();
  reader.number();
  for (let left = reader.number(); left > 0; left -= 1) {
    addString(reader, headings);
    reader.number();
    reader.number();
    reader.number();
  }
  return ranges;
}

function addString(reader: ByteReader, to: number[]): number {
  const start = reader.skipString();
  to.push(start, reader.at);
  return start;
}

const SLASH = 0x2f;

function afterLastSlash(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] !== SLASH) at -= 1;
  return at;
}

/** Without `.md`, in capitals or not. */
function beforeExtension(bytes: Uint8Array, start: number, end: number): number {
  const has =
    end - start >= 3 && bytes[end - 3] === 0x2e && (bytes[end - 2]! | 32) === 0x6d && (bytes[end - 1]! | 32) === 0x64;
  return has ? end - 3 : end;
}

function equal(bytes: Uint8Array, one: number, oneEnd: number, other: number, otherEnd: number): boolean {
  if (oneEnd - one !== otherEnd - other) return false;
  for (let at = one; at < oneEnd; at += 1) if (bytes[at] !== bytes[other + at - one]) return false;
  return true;
}
