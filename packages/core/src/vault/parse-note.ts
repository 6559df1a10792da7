import { awaitsJudge, scanBlocks } from "../markdown/block-scanner.js";
import {
  type BlockTable,
  createBlockTable,
  HEADING,
  headingDepth,
  LEAF_END,
  LEAF_INFO,
  LEAF_KIND,
  LEAF_LINE,
  LEAF_START,
  LEAF_STRIDE,
} from "../markdown/block-table.js";
import { cutToLength } from "../markdown/character-cut.js";
import { type Diagnostic, type Frontmatter, readFrontmatterBytes } from "../markdown/frontmatter.js";
import { loadBlockJudge } from "../markdown/judge.js";
import { headingText } from "../markdown/sections.js";
import type { FileStamp } from "../node/contained-file.js";
import { type Body, writeBodyLinks } from "./body-references.js";
import type { ByteWriter } from "./byte-writer.js";
import { firstSentence } from "./first-sentence.js";
import { frontFields, unique } from "./front-fields.js";
import type { Steps } from "./in-steps.js";
import type { Note } from "./note.js";
import { writeStart, writeStrings } from "./note-codec.js";
import { stemOf } from "./note-id.js";
import { createNoteList } from "./note-list.js";
import { createNotePacker, type NotePacker } from "./note-packer.js";

export interface ParsedNote {
  readonly note: Note;
  readonly diagnostics: readonly Diagnostic[];
}

/** One table for all notes: it holds nothing from one to the next, and loading a vault needs a hundred thousand of them. */
const table: BlockTable = createBlockTable();

const MOST_TAGS = 64;
const HEADING_LENGTH = 300;

/**
 * Reads a note once and packs what levels 0 to 2 need, and where the rest is; gives what is wrong with it. Structure is found in latin1, where places are bytes; most
 * strings are copied from the file's bytes as they stand. Where its blocks are doubtful, the judge is loaded first.
 */
export function* parseInto(
  packer: NotePacker,
  bytes: Buffer,
  path: string,
  stamp: FileStamp,
): Steps<readonly Diagnostic[]> {
  const front = readFrontmatterBytes(bytes);
  const bodyStart = bodyStartOf(front, bytes);
  const text = bytes.toString("latin1");
  const blocks = scanBlocks(text, table, bodyStart);
  if (awaitsJudge(blocks, text, bodyStart)) {
    yield loadBlockJudge();
    scanBlocks(text, table, bodyStart);
  }
  const body: Body = { bytes, text, blocks, bodyStart };
  const declared = frontFields(front);
  const { description, domain, aliases } = declared;
  const name = declared.name ?? titleOf(body, path);
  const type = declared.type ?? (SKILL.test(path) ? "skill" : "note");
  const { tags, blockIds } = writeBodyLinks(packer, body, declared.links);
  writeStart(packer.writer, {
    path,
    name,
    type,
    domain: domain ?? (path.includes("/") ? path.slice(0, path.indexOf("/")) : "general"),
    description: description ?? firstSentence(text, blocks),
    tags: tagsOf(declared.tags, tags),
    aliases,
    declares: {
      description: description !== undefined,
      type: declared.type !== undefined,
      domain: domain !== undefined,
    },
    bodyStart,
  });
  writeSections(packer.writer, body);
  writeStrings(packer.writer, blockIds);
  packer.end(stamp);
  return front.diagnostics;
}

/** The same, unpacked: its strings are its own, and no part of the file's text. */
export function* parseNote(bytes: Buffer, path: string, stamp: FileStamp): Steps<ParsedNote> {
  const packer = createNotePacker();
  const diagnostics = yield* parseInto(packer, bytes, path, stamp);
  const list = createNoteList(packer.pack());
  return { note: { ...list.note(0), links: list.links(0), stamp }, diagnostics };
}

const SKILL = /(?:^|\/)skill\.md$/i;

function tagsOf(declared: readonly string[], used: readonly string[]): readonly string[] {
  return unique(used.length === 0 ? declared : [...declared, ...used]).slice(0, MOST_TAGS);
}

/** After the frontmatter; where there is none, after the byte order mark, which is no part of the text. */
export function bodyStartOf({ end }: Frontmatter, bytes: Uint8Array): number {
  return end === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : end;
}

/** A body's headings as sections. Anchors are made when one is asked for: most never are. */
function writeSections(writer: ByteWriter, { bytes, text, blocks, bodyStart }: Body): void {
  const { leaves, leafCount } = blocks;
  let headings = 0;
  let first = leafCount;
  for (let row = leafCount - 1; row >= 0; row -= 1) {
    if (leaves[row * LEAF_STRIDE + LEAF_KIND] !== HEADING) continue;
    headings += 1;
    first = row;
  }
  // What stands before the first heading is a section only where there is something (R1.7).
  const hasLead = headings === 0 || first > 0;
  writer.number(headings + (hasLead ? 1 : 0));
  let start = bodyStart;
  if (hasLead) {
    start = headings === 0 ? text.length : leaves[first * LEAF_STRIDE + LEAF_LINE]!;
    writer.string("");
    writer.number(0);
    writer.number(bodyStart);
    writer.number(start - bodyStart);
  }
  let depth = 0;
  for (let row = first; row < leafCount; row += 1) {
    const at = row * LEAF_STRIDE;
    if (leaves[at + LEAF_KIND] !== HEADING) continue;
    const line = leaves[at + LEAF_LINE]!;
    if (row > first) writeExtent(writer, depth, start, line);
    writeHeading(writer, bytes, text, leaves[at + LEAF_START]!, leaves[at + LEAF_END]!);
    depth = headingDepth(leaves[at + LEAF_INFO]!);
    start = line;
  }
  if (headings > 0) writeExtent(writer, depth, start, text.length);
}

function writeExtent(writer: ByteWriter, depth: number, start: number, end: number): void {
  writer.number(depth);
  writer.number(start);
  writer.number(end - start);
}

/** Most headings are plain words, which need no second look. */
const PLAIN = new Uint8Array(256);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ,.:;'\"()/?!+-") {
  PLAIN[character.charCodeAt(0)] = 1;
}

function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (PLAIN[bytes[at]!] === 0) return false;
  return end - start <= HEADING_LENGTH;
}

function writeHeading(writer: ByteWriter, bytes: Uint8Array, text: string, start: number, end: number): void {
  if (isPlain(bytes, start, end)) writer.range(bytes, start, end);
  else writer.string(shownHeading(text, start, end));
}

/** A heading as it reads, from its place in latin1. */
export function shownHeading(text: string, start: number, end: number): string {
  return cutToLength(headingText(text, start, end, true), HEADING_LENGTH);
}

/** The title at the top, else what the file is called. A first heading deeper than that is no title. */
function titleOf({ text, blocks: { leaves, leafCount } }: Body, path: string): string {
  for (let row = 0; row < leafCount; row += 1) {
    const at = row * LEAF_STRIDE;
    if (leaves[at + LEAF_KIND] !== HEADING) continue;
    if (headingDepth(leaves[at + LEAF_INFO]!) !== 1) break;
    const title = shownHeading(text, leaves[at + LEAF_START]!, leaves[at + LEAF_END]!);
    return title === "" ? stemOf(path) : title;
  }
  return stemOf(path);
}
