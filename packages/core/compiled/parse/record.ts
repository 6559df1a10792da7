import { SLASH } from "./characters";
import { saySentence } from "./host";
import { ALIASES, BLOCK_IDS, KEPT, LISTED, NOTE, PATH, SAID, TAGS } from "./layout";
import { found } from "./link-table";
import { findStem, isSkill, stem } from "./path";
import { ALIAS_COUNT, DESCRIPTION, DOMAIN, NAME, TAG_COUNT, TYPE } from "./result";
import { findTitle, title, writeSections } from "./sections";
import { isSame } from "./texts";
import { out, writeNumber, writeText, written } from "./writer";

const MOST_TAGS: i32 = 64;

/** Packs the note but its links. */
export function writeRecord(pathLength: i32, bodyStart: i32, length: i32): void {
  const pathEnd = PATH + pathLength;
  writeText(PATH, pathEnd);
  const nameLength = writeName(pathEnd);
  written.nameEnd = out.record;
  written.name = out.record - nameLength;
  const typeLength = isSaid(TYPE) ? writeField(TYPE) : writeWord(isSkill(PATH, pathEnd) ? "skill" : "note");
  written.typeEnd = out.record;
  written.type = out.record - typeLength;
  if (isSaid(DOMAIN)) writeField(DOMAIN);
  else writeFolder(pathEnd);
  if (isSaid(DESCRIPTION)) writeField(DESCRIPTION);
  else writeText(SAID, SAID + saySentence());
  writeTags();
  written.keptEnd = writeUnique(ALIASES, load<i32>(ALIAS_COUNT), i32.MAX_VALUE);
  writeNumber((isSaid(DESCRIPTION) ? 1 : 0) | (isSaid(TYPE) ? 2 : 0) | (isSaid(DOMAIN) ? 4 : 0));
  writeNumber(bodyStart);
  writeSections(bodyStart, length);
  writeNumber(found.blockIds);
  for (let row = BLOCK_IDS; row < BLOCK_IDS + ((<usize>found.blockIds) << 3); row += 8)
    writeText(NOTE + load<i32>(row), NOTE + load<i32>(row, 4));
}

function isSaid(field: usize): bool {
  return load<u32>(field) !== 0;
}

/** These give the length of what they wrote. */
function writeField(field: usize): usize {
  writeText(load<u32>(field), load<u32>(field, 4));
  return load<u32>(field, 4) - load<u32>(field);
}

function writeWord(word: string): usize {
  const address = changetype<usize>(word);
  writeNumber(word.length);
  for (let at = 0; at < word.length; at++) store<u8>(out.record++, load<u8>(address + ((<usize>at) << 1)));
  return word.length;
}

function writeName(pathEnd: usize): usize {
  if (isSaid(NAME)) return writeField(NAME);
  findTitle();
  if (title.from !== title.to) {
    writeText(title.from, title.to);
    return title.to - title.from;
  }
  findStem(PATH, pathEnd);
  writeText(stem.from, stem.to);
  return stem.to - stem.from;
}

/** The topmost folder. */
function writeFolder(pathEnd: usize): void {
  let at = PATH;
  while (at < pathEnd && load<u8>(at) !== SLASH) at++;
  if (at === pathEnd) writeWord("general");
  else writeText(PATH, at);
}

/** Those of the frontmatter first, then those of the body, each once. */
function writeTags(): void {
  const declared = load<i32>(TAG_COUNT);
  let row = LISTED + ((<usize>declared) << 3);
  for (let tag = 0; tag < found.tags; tag++) {
    store<u32>(row, <u32>(NOTE + load<i32>(TAGS + ((<usize>tag) << 3))));
    store<u32>(row, <u32>(NOTE + load<i32>(TAGS + ((<usize>tag) << 3), 4)), 4);
    row += 8;
  }
  writeUnique(LISTED, declared + found.tags, MOST_TAGS);
}

/** Gives where the rows of those end that were written. */
function writeUnique(list: usize, count: i32, most: i32): usize {
  let kept = KEPT;
  const end = list + ((<usize>count) << 3);
  for (let row = list; row < end && <i32>((kept - KEPT) >>> 3) < most; row += 8) {
    if (isKept(kept, load<u32>(row), load<u32>(row, 4))) continue;
    store<u64>(kept, load<u64>(row));
    kept += 8;
  }
  writeNumber(<i32>((kept - KEPT) >>> 3));
  for (let row = KEPT; row < kept; row += 8) writeText(load<u32>(row), load<u32>(row, 4));
  return kept;
}

function isKept(end: usize, from: usize, to: usize): bool {
  for (let row = KEPT; row < end; row += 8) if (isSame(load<u32>(row), load<u32>(row, 4), from, to)) return true;
  return false;
}
