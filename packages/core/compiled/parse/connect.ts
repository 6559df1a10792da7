import { foldTo } from "./called";
import { DOT, SLASH } from "./characters";
import { targetThere } from "./host";
import { DEPENDS, findKey, NAMED, NOWHERE, STEM } from "./keys";
import { CALLED } from "./layout";
import {
  at4,
  EDGE_KINDS,
  EDGE_SOURCES,
  EDGE_TARGETS,
  LINK_COUNTS,
  LINK_ENDS,
  MAP_NAMES,
  MAPS,
  push4,
  reset,
  SAID_OF,
  TARGETS,
  take,
} from "./lists";
import { reads } from "./path";
import { startOf, strings } from "./strings";
import { isAscii } from "./texts";

const UNASKED: i32 = -3;
const MAP_DEGREE: i32 = 10;
const RELATIONS: i32 = 5;
const REFERENCES: i32 = 0;
const CLUSTERS: i32 = 1;

/** What each string means where it does not matter where it stands. */
let anywhere: usize = 0;
/** The last note that linked to each, + 1. */
let linkedBy: usize = 0;

export function beginConnecting(notes: i32): void {
  anywhere = take((<usize>strings.count) << 2);
  for (let string = 0; string < strings.count; string++) store<i32>(anywhere + ((<usize>string) << 2), UNASKED);
  linkedBy = take((<usize>notes) << 2);
  reset(MAPS, notes);
}

/** Finds where the links of these notes lead, and makes edges of them: a map's links cluster what they lead to. */
export function connect(from: i32, to: i32): void {
  for (let note = from; note < to; note++) {
    const first = <i32>(load<u32>(EDGE_KINDS, 4) >>> 2);
    const others = connectNote(note);
    if (load<u8>(load<u32>(MAP_NAMES) + note) === 0 && others < MAP_DEGREE) continue;
    store<u8>(load<u32>(MAPS) + note, 1);
    const end = load<u32>(EDGE_KINDS) + load<u32>(EDGE_KINDS, 4);
    for (let at = load<u32>(EDGE_KINDS) + ((<usize>first) << 2); at < end; at += 4)
      if (load<i32>(at) === REFERENCES) store<i32>(at, CLUSTERS);
  }
}

/** How many other notes it links to. */
function connectNote(note: i32): i32 {
  let others = 0;
  const last = at4(LINK_COUNTS, note);
  for (let link = note === 0 ? 0 : at4(LINK_COUNTS, note - 1); link < last; link++) {
    const row = load<u32>(LINK_ENDS) + <usize>link * 12;
    const kind = load<i32>(row);
    const text = load<i32>(row, 8);
    const target = targetOf(kind, load<i32>(row, 4), note);
    push4(TARGETS, target);
    if (target < 0 || target === note) continue;
    const before = linkedBy + ((<usize>target) << 2);
    if (load<i32>(before) !== note + 1) others++;
    store<i32>(before, note + 1);
    push4(EDGE_SOURCES, note);
    push4(EDGE_TARGETS, target);
    push4(EDGE_KINDS, kind % RELATIONS);
    if (text === 0) continue;
    push4(SAID_OF, target);
    push4(SAID_OF, text);
  }
  return others;
}

function targetOf(kind: i32, target: i32, note: i32): i32 {
  // `[[#heading]]` stays in its note.
  if (target === 0) return note;
  // A path means another note in another folder.
  if (kind >= RELATIONS && kind < 2 * RELATIONS) return targetThere(kind, target, note);
  const place = anywhere + ((<usize>target) << 2);
  if (load<i32>(place) === UNASKED) store<i32>(place, meaningOf(startOf(target), startOf(target + 1)));
  const found = load<i32>(place);
  return found === DEPENDS ? targetThere(kind, target, note) : found;
}

function meaningOf(from: usize, to: usize): i32 {
  if (!isAscii(from, to)) return DEPENDS;
  let start = from;
  let end = to;
  while (start < end && isSpace(load<u8>(start))) start++;
  while (end > start && isSpace(load<u8>(end - 1))) end--;
  if (start === end) return NOWHERE;
  for (let at = start; at < end; at++) if (load<u8>(at) === SLASH) return DEPENDS;
  const folded = foldTo(CALLED, start, end);
  let stemEnd = withoutExtension(CALLED, folded);
  while (stemEnd > CALLED && isSpace(load<u8>(stemEnd - 1))) stemEnd--;
  const found = findKey(STEM, CALLED, stemEnd);
  return found === NOWHERE ? findKey(NAMED, CALLED, folded) : found;
}

function isSpace(code: u8): bool {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Without `.md` or `.markdown`; the text is in small letters. */
function withoutExtension(from: usize, to: usize): usize {
  if (to - from >= 3 && load<u8>(to - 3) === DOT && load<u16>(to - 2) === 0x646d) return to - 3;
  return to - from >= 9 && reads(to - 9, to, ".markdown") ? to - 9 : to;
}
