import { DASH, SPACE, UNDERSCORE } from "./characters";
import { addCalledThere, addIdThere } from "./host";
import { addId, slugTo } from "./ids";
import { addKey, NAMED, STEM } from "./keys";
import { CALLED, KEPT, PATH } from "./layout";
import { extend, MAP_NAMES } from "./lists";
import { findStem, lastPart, reads, stem, withoutExtension } from "./path";
import { isAscii } from "./texts";
import { written } from "./writer";

/** Notes what the note can be found by: file name, name, aliases and id, and whether it is called like a map of content. */
export function addCalled(note: i32, pathEnd: usize): void {
  if (!isCalledInAscii(pathEnd)) {
    addCalledThere(note);
    return;
  }
  addStems(note, pathEnd);
  addFolded(NAMED, written.name, written.nameEnd, note);
  for (let row = KEPT; row < written.keptEnd; row += 8) addFolded(NAMED, load<u32>(row), load<u32>(row, 4), note);
  addMapName(isMap(pathEnd));
  findStem(PATH, pathEnd);
  let end = slugTo(CALLED, written.type, written.typeEnd);
  if (end !== 0) {
    store<u8>(end, 58);
    end = slugTo(end + 1, stem.from, stem.to);
  }
  if (end === 0) addIdThere(note);
  else addId(CALLED, end, note);
}

function isCalledInAscii(pathEnd: usize): bool {
  if (!isAscii(PATH, pathEnd) || !isAscii(written.name, written.nameEnd)) return false;
  for (let row = KEPT; row < written.keptEnd; row += 8) if (!isAscii(load<u32>(row), load<u32>(row, 4))) return false;
  return isAscii(written.type, written.typeEnd);
}

export function addMapName(yes: bool): void {
  store<u8>(extend(MAP_NAMES, 1), yes ? 1 : 0);
}

function isSpace(code: i32): bool {
  return code === SPACE || (code >= 9 && code <= 13);
}

/** Where a text begins and ends without the white space around it. */
namespace trimmed {
  export let from: usize = 0;
  export let to: usize = 0;
}

function trim(from: usize, to: usize): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(load<u8>(start))) start++;
  while (end > start && isSpace(load<u8>(end - 1))) end--;
  trimmed.from = start;
  trimmed.to = end;
}

/** Puts a text in small letters where no other stands; gives its end. */
export function foldTo(place: usize, from: usize, to: usize): usize {
  let at = place;
  for (let source = from; source < to; source++) {
    const code = <i32>load<u8>(source);
    store<u8>(at++, <u32>(code - 65) < 26 ? code | 32 : code);
  }
  return at;
}

function addFolded(kind: i32, from: usize, to: usize, note: i32): void {
  trim(from, to);
  addKey(kind, CALLED, foldTo(CALLED, trimmed.from, trimmed.to), note);
}

/** By its file's name; a file that stands for its folder by that one's too. */
function addStems(note: i32, pathEnd: usize): void {
  trim(PATH, withoutExtension(PATH, pathEnd));
  const end = foldTo(CALLED, trimmed.from, trimmed.to);
  const last = lastPart(CALLED, end);
  addKey(STEM, last, end, note);
  if (last <= CALLED + 1 || !isFolderNote(last, end)) return;
  addKey(STEM, lastPart(CALLED, last - 1), last - 1, note);
}

function isFolderNote(from: usize, to: usize): bool {
  return reads(from, to, "index") || reads(from, to, "_index") || reads(from, to, "readme") || reads(from, to, "skill");
}

function isMap(pathEnd: usize): bool {
  if (reads(written.type, written.typeEnd, "moc") || isMapName(written.name, written.nameEnd)) return true;
  return isMapName(lastPart(PATH, pathEnd), withoutExtension(PATH, pathEnd));
}

/** Called just so, or ending so, or a map of something. */
function isMapName(from: usize, to: usize): bool {
  trim(from, to);
  const start = trimmed.from;
  const end = trimmed.to;
  if (endsLikeMap(start, end, "index") || endsLikeMap(start, end, "overview") || endsLikeMap(start, end, "hub"))
    return true;
  if (endsLikeMap(start, end, "map") || endsLikeMap(start, end, "moc")) return true;
  if (reads(start, end, "home") || reads(start, end, "readme") || reads(start, end, "_index")) return true;
  return begins(start, end, "map of ") || begins(start, end, "index of ") || begins(start, end, "overview of ");
}

function endsLikeMap(from: usize, to: usize, word: string): bool {
  const start = to - word.length;
  if (to - from < <usize>word.length || !reads(start, to, word)) return false;
  if (start === from) return true;
  const before = <i32>load<u8>(start - 1);
  return before === DASH || before === UNDERSCORE || isSpace(before);
}

function begins(from: usize, to: usize, word: string): bool {
  return to - from >= <usize>word.length && reads(from, from + word.length, word);
}
