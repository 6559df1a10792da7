/**
 * Reads notes and packs them, as `vault/parse-note.ts` does, byte for byte, and connects them, as `vault/connect-notes.ts` does: because this runs at
 * full speed from the first note on, where JavaScript is compiled well only after some thousand. A note that it does not master it leaves
 * to the TypeScript, and has then changed nothing. Where functions have the same names, their reasons stand in the TypeScript.
 */

import { joinEdges } from "./parse/adjacency";
import { scanBlocks } from "./parse/blocks";
import { addCalled, addMapName } from "./parse/called";
import { beginConnecting, connect } from "./parse/connect";
import { readFront } from "./parse/front";
import { DOUBTFUL_FRONT, fence } from "./parse/front-fence";
import { setSeed } from "./parse/hashes";
import { readFrontThere } from "./parse/host";
import { addId, ids } from "./parse/ids";
import { scanInlines } from "./parse/inlines";
import { addKey, beginKeys } from "./parse/keys";
import { LINK_RECORDS, NOTE, PATH, RECORD } from "./parse/layout";
import { addLinkEnd, endLinks, writeLinks } from "./parse/links";
import { reserveAll, take } from "./parse/lists";
import { findMarks, HAS_CARRIAGE_RETURN } from "./parse/marks";
import { writeRecord } from "./parse/record";
import { LEAF_COUNT, LINKS_LENGTH, RECORD_LENGTH } from "./parse/result";
import { scan } from "./parse/scan";
import { beginStrings, intern } from "./parse/strings";
import { isAscii } from "./parse/texts";
import { out } from "./parse/writer";

/** Before all else: for about so many notes. */
export function begin(seed: u32, notes: i32): void {
  setSeed(seed);
  reserveAll(notes);
  beginStrings(notes);
  beginKeys(notes);
}

/** Whether the note was taken. The file stands at `NOTE`, its path at `PATH`. */
export function parse(note: i32, length: i32, pathLength: i32): bool {
  for (let at: usize = 0; at < 64; at += 16) v128.store(NOTE + length + at, i8x16.splat(0));
  if ((findMarks(length) & HAS_CARRIAGE_RETURN) !== 0 || hasKelvin(pathLength)) return false;
  if (readFront(length) === DOUBTFUL_FRONT) fence.end = readFrontThere(length);
  const bodyStart = fence.end;
  if (bodyStart < 0 || !scanBlocks(bodyStart, length) || !scanInlines(length)) return false;
  store<i32>(LEAF_COUNT, scan.leafCount);
  writeLinks();
  endLinks();
  writeRecord(pathLength, bodyStart, length);
  store<u32>(RECORD_LENGTH, <u32>(out.record - RECORD));
  store<u32>(LINKS_LENGTH, <u32>(out.links - LINK_RECORDS));
  addCalled(note, PATH + pathLength);
  return true;
}

/** The one letter whose small form is one of ASCII: with it a name could be another in small letters. */
function hasKelvin(pathLength: i32): bool {
  if (isAscii(PATH, PATH + pathLength)) return false;
  for (let at = PATH; at + 2 < PATH + pathLength; at++)
    if (load<u8>(at) === 0xe2 && load<u8>(at, 1) === 0x84 && load<u8>(at, 2) === 0xaa) return true;
  return false;
}

/** What was packed has been taken. */
export function takenAway(): void {
  out.record = RECORD;
  out.links = LINK_RECORDS;
  store<u32>(RECORD_LENGTH, 0);
  store<u32>(LINKS_LENGTH, 0);
}

/** Whether no two notes have the same id. */
export function idsDiffer(): bool {
  return !ids.shared;
}

export { addId, addKey, addLinkEnd, addMapName, beginConnecting, connect, endLinks, intern, joinEdges, take };
