import { LEFT_BRACKET, SPACE } from "./characters";
import { sayShown } from "./host";
import { byteAt, DECLARED, DECLARED_BYTES, FEEDS, LINK_BYTES, LINKS, NOTE, SAID } from "./layout";
import { EMBED, found, WIKILINK } from "./link-table";
import { extend, LINK_COUNTS, LINK_ENDS, lengthOf, push4 } from "./lists";
import { DECLARED_COUNT } from "./result";
import { intern } from "./strings";
import { readsAsWritten } from "./texts";
import { writeLinkNumber } from "./writer";

const LONGEST_TEXT: i32 = 200;

// Form and relation, as the TypeScript numbers them.
const WIKILINK_REFERENCES: i32 = 0;
const WIKILINK_EMBEDS: i32 = 4;
const PATH_REFERENCES: i32 = 5;
const PATH_EMBEDS: i32 = 9;

/** Packs the links that the frontmatter declares, and then those of the body. */
export function writeLinks(): void {
  writeDeclared();
  let line = 1;
  let feed = FEEDS;
  const last = LINKS + <usize>found.links * LINK_BYTES;
  for (let row = LINKS; row < last; row += LINK_BYTES) {
    const start = load<i32>(row, 4);
    const target = internAt(load<i32>(row, 12), load<i32>(row, 16));
    const shown = load<i32>(row, 28) < 0 ? 0 : shownText(load<i32>(row, 28), load<i32>(row, 32));
    writeEnds(kindOf(load<i32>(row), start), target, shown === target ? 0 : shown);
    writeLinkNumber(internAt(load<i32>(row, 20), load<i32>(row, 24)));
    writeLinkNumber(start);
    while (load<i32>(feed) < start) {
      feed += 4;
      line++;
    }
    writeLinkNumber(line);
  }
}

function writeDeclared(): void {
  const last = DECLARED + <usize>load<i32>(DECLARED_COUNT) * DECLARED_BYTES;
  for (let row = DECLARED; row < last; row += DECLARED_BYTES) {
    writeEnds(load<i32>(row), intern(load<u32>(row, 4), load<u32>(row, 8)), 0);
    writeLinkNumber(intern(load<u32>(row, 12), load<u32>(row, 16)));
    writeLinkNumber(0);
    writeLinkNumber(load<i32>(row, 20));
  }
}

function writeEnds(kind: i32, target: i32, text: i32): void {
  writeLinkNumber(kind);
  writeLinkNumber(target);
  writeLinkNumber(text);
  addLinkEnd(kind, target, text);
}

/** Keeps what connecting notes will need of the link. */
export function addLinkEnd(kind: i32, target: i32, text: i32): void {
  const row = extend(LINK_ENDS, 12);
  store<i32>(row, kind);
  store<i32>(row, target, 4);
  store<i32>(row, text, 8);
}

/** After the links of each note. */
export function endLinks(): void {
  push4(LINK_COUNTS, <i32>(lengthOf(LINK_ENDS) / 12));
}

function internAt(start: i32, end: i32): i32 {
  return start < 0 ? 0 : intern(NOTE + start, NOTE + end);
}

function kindOf(kind: i32, start: i32): i32 {
  if (kind === WIKILINK) return WIKILINK_REFERENCES;
  if (kind !== EMBED) return PATH_REFERENCES;
  return byteAt(start + 1) === LEFT_BRACKET && byteAt(start + 2) === LEFT_BRACKET ? WIKILINK_EMBEDS : PATH_EMBEDS;
}

function shownText(start: i32, end: i32): i32 {
  let from = NOTE + start;
  let to = NOTE + min(end, start + LONGEST_TEXT);
  while (from < to && load<u8>(from) === SPACE) from++;
  while (to > from && load<u8>(to - 1) === SPACE) to--;
  return readsAsWritten(from, to) ? intern(from, to) : intern(SAID, SAID + sayShown(start, end));
}
