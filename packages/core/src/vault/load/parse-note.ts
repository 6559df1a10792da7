import type { FileStamp } from "../../files/contained-file.js";
import { awaitsJudge, scanBlocks } from "../../markdown/blocks/block-scanner.js";
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
} from "../../markdown/blocks/block-table.js";
import { loadBlockJudge } from "../../markdown/blocks/judge.js";
import { type Frontmatter, readFrontmatterLatin1 } from "../../markdown/frontmatter/frontmatter.js";
import { namedHeading } from "../../markdown/text/heading-id.js";
import { headingText } from "../../markdown/text/sections.js";
import type { Finding } from "../../ports/content.js";
import { cutToLength } from "../../text/character-cut.js";
import type { NoteRules } from "../ignore/note-rules.js";
import type { ByteWriter } from "../notes/byte-writer.js";
import type { Note } from "../notes/note.js";
import { writeStart, writeStrings } from "../notes/note-codec.js";
import { isSkillFile, stemOf, withoutExportId } from "../notes/note-id.js";
import { createNoteList } from "../notes/note-list.js";
import { createNotePacker, type NotePacker } from "../notes/note-packer.js";
import { encodingFindings, frontmatterFinding, invisibleFindings } from "../read/problems.js";
import { type Body, bodyTags, writeBodyLinks } from "./body-references.js";
import { firstSentences } from "./first-sentence.js";
import { type FrontFields, frontFields, unique } from "./front-fields.js";
import type { Steps } from "./in-steps.js";
import { type LogseqPage, logseqPage } from "./logseq-page.js";

/** A note's file as a reader sees it. */
export interface NoteFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly stamp: FileStamp;
}

export interface ParsedNote {
  readonly note: Note;
  /** What is wrong with its file. */
  readonly findings: readonly Finding[];
}

/** One table for all notes: it holds nothing from one to the next, and loading a vault needs a hundred thousand of them. */
const table: BlockTable = createBlockTable();

const MOST_TAGS = 64;
const HEADING_LENGTH = 300;

/**
 * Reads a note once and packs what levels 0 to 2 need, and where the rest is; gives what is wrong with it. Structure is found in latin1, where places are bytes; most
 * strings are copied from the file's bytes as they stand. Where its blocks are doubtful, the judge is loaded first. Nothing is packed and nothing comes
 * back of a note that the rules hide.
 */
export function* parseInto(
  packer: NotePacker,
  { bytes, path, stamp }: NoteFile,
  rules: NoteRules,
): Steps<readonly Finding[] | undefined> {
  const text = bytes.toString("latin1");
  const front = readFrontmatterLatin1(bytes, text);
  const bodyStart = bodyStartOf(front, bytes);
  const blocks = scanBlocks(text, table, bodyStart);
  if (awaitsJudge(blocks, text, bodyStart)) {
    yield loadBlockJudge();
    scanBlocks(text, table, bodyStart);
  }
  const body: Body = { bytes, text, blocks, bodyStart };
  const page = rules.logseq ? logseqPage(path, text, bodyStart) : undefined;
  const hiding = { properties: page?.properties, bodyTags: () => [...(page?.tags ?? []), ...bodyTags(body)] };
  if (rules.hides(front, hiding)) return undefined;
  const declared = withPage(plainFields(frontFields(front), rules), page);
  const { description, domain } = declared;
  const title = titleOf(body, path);
  const name = declared.name ?? (rules.namedByFile ? stemOf(path) : title);
  const aliases = rules.namedByFile && title !== name ? unique([...declared.aliases, title]) : declared.aliases;
  const type = declared.type ?? (isSkillFile(path) ? "skill" : "note");
  const [first = "", ...standIns] = description === undefined ? firstSentences(text, blocks) : [];
  const { tags, blockIds, isMostlyLinks } = writeBodyLinks(packer, body, declared.links);
  writeStart(packer.writer, {
    path,
    name,
    type,
    domain: domain ?? (path.includes("/") ? withoutExportId(path.slice(0, path.indexOf("/"))) : "general"),
    description: description ?? first,
    tags: tagsOf(declared.tags, tags),
    aliases,
    routes: rules.site?.routes(path, front) ?? [],
    ...declared.more,
    declares: {
      description: description !== undefined,
      type: declared.type !== undefined,
      domain: domain !== undefined,
    },
    isMostlyLinks,
    bodyStart,
  });
  writeSections(packer.writer, body);
  writeStrings(packer.writer, blockIds);
  writeStrings(packer.writer, standIns);
  packer.end(stamp);
  return [
    ...front.diagnostics.map((diagnostic) => frontmatterFinding(path, diagnostic)),
    ...invisibleFindings(path, text, bytes),
    ...encodingFindings(path, bytes, bodyStart),
  ];
}

/** The same, unpacked: its strings are its own, and no part of the file's text. */
export function* parseNote(file: NoteFile, rules: NoteRules): Steps<ParsedNote | undefined> {
  const packer = createNotePacker();
  const findings = yield* parseInto(packer, file, rules);
  if (findings === undefined) return undefined;
  const { stamp } = file;
  const list = createNoteList(packer.pack());
  return { note: { ...list.note(0), links: list.links(0), stamp }, findings };
}

/** What a site's frontmatter says is shown as its text is. */
function plainFields(fields: FrontFields, { site }: NoteRules): FrontFields {
  if (site === undefined) return fields;
  const plain = (text: string | undefined) => (text === undefined ? undefined : site.plain(text) || undefined);
  // Addresses are no names.
  const aliases = fields.aliases.filter((alias) => !alias.startsWith("/"));
  return { ...fields, name: plain(fields.name), description: plain(fields.description), aliases };
}

/** What a Logseq page says in its first lines stands beside its frontmatter, which goes first. */
function withPage(fields: FrontFields, page: LogseqPage | undefined): FrontFields {
  if (page === undefined) return fields;
  return {
    ...fields,
    name: fields.name ?? page.name,
    type: fields.type ?? page.type,
    description: fields.description ?? page.description,
    tags: [...fields.tags, ...page.tags],
    aliases: unique([...fields.aliases, ...page.aliases]),
  };
}

function tagsOf(declared: readonly string[], used: readonly string[]): readonly string[] {
  return unique(used.length === 0 ? declared : [...declared, ...used]).slice(0, MOST_TAGS);
}

/** After the frontmatter; where there is none, after the byte order mark, which is no part of the text. */
function bodyStartOf({ end }: Frontmatter, bytes: Uint8Array): number {
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
function shownHeading(text: string, start: number, end: number): string {
  return cutToLength(headingText(text, start, end, true), HEADING_LENGTH);
}

/** The title at the top, else what the file is called. A first heading deeper than that is no title. */
function titleOf({ text, blocks: { leaves, leafCount } }: Body, path: string): string {
  for (let row = 0; row < leafCount; row += 1) {
    const at = row * LEAF_STRIDE;
    if (leaves[at + LEAF_KIND] !== HEADING) continue;
    if (headingDepth(leaves[at + LEAF_INFO]!) !== 1) break;
    const { text: title } = namedHeading(shownHeading(text, leaves[at + LEAF_START]!, leaves[at + LEAF_END]!));
    return title === "" ? stemOf(path) : title;
  }
  return stemOf(path);
}
