import { scanBlocks } from "../markdown/block-scanner.js";
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
  PARAGRAPH,
} from "../markdown/block-table.js";
import { cutToLength } from "../markdown/character-cut.js";
import { type Diagnostic, type Frontmatter, readFrontmatterBytes } from "../markdown/frontmatter.js";
import { headingText } from "../markdown/sections.js";
import { sentenceAround } from "../markdown/sentences.js";
import type { FileStamp } from "../node/contained-file.js";
import { bodyReferences } from "./body-references.js";
import type { Note, NoteLink, NoteSection } from "./note.js";
import { stemOf } from "./note-id.js";

export interface ParsedNote {
  readonly note: Note;
  readonly diagnostics: readonly Diagnostic[];
}

/** One table for all notes: it holds nothing from one to the next, and loading a vault needs a hundred thousand of them. */
const table: BlockTable = createBlockTable();

const MOST_TAGS = 64;
const HEADING_LENGTH = 300;

/** Reads a note once and keeps what levels 0 to 2 need, and where the rest is. Structure is found in latin1, where places are bytes. */
export function parseNote(bytes: Buffer, path: string, stamp: FileStamp): ParsedNote {
  const front = readFrontmatterBytes(bytes);
  const bodyStart = front.end === 0 && startsWithMark(bytes) ? 3 : front.end;
  const text = bytes.toString("latin1");
  const blocks = scanBlocks(text, table, bodyStart);
  const sections = sectionsOf(text, blocks, bodyStart);
  const { links, tags, blockIds } = bodyReferences(text, blocks, bodyStart);
  const declared = word(front, "description");
  const type = word(front, "type");
  const domain = word(front, "domain");
  const note: Note = {
    path,
    stamp,
    name: nameOf(front, sections, path),
    type: type || (/(?:^|\/)skill\.md$/i.test(path) ? "skill" : "note"),
    domain: domain || (path.includes("/") ? path.slice(0, path.indexOf("/")) : "general"),
    description: declared || firstSentence(text, blocks),
    tags: unique([...listed(front, "tags", "tag"), ...tags]).slice(0, MOST_TAGS),
    aliases: unique(listed(front, "aliases", "alias")),
    declares: {
      description: Boolean(declared),
      type: Boolean(type),
      domain: Boolean(domain),
    },
    bodyStart,
    sections,
    links: [...declaredLinks(front), ...links],
    blocks: blockIds,
  };
  return { note, diagnostics: front.diagnostics };
}

/** The byte order mark, which is no part of the text. */
function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** A body's headings as sections. Anchors are made when one is asked for: most never are. */
function sectionsOf(text: string, { leaves, leafCount }: BlockTable, bodyStart: number): readonly NoteSection[] {
  const sections: NoteSection[] = [];
  let open = { heading: "", depth: 0, start: bodyStart };
  for (let row = 0; row < leafCount; row += 1) {
    const at = row * LEAF_STRIDE;
    if (leaves[at + LEAF_KIND] !== HEADING) continue;
    const end = leaves[at + LEAF_LINE]!;
    // What stands before the first heading is a section only where there is something (R1.7).
    if (open.depth > 0 || row > 0) sections.push({ ...open, end });
    const heading = headingAt(text, leaves[at + LEAF_START]!, leaves[at + LEAF_END]!);
    open = { heading, depth: headingDepth(leaves[at + LEAF_INFO]!), start: end };
  }
  sections.push({ ...open, end: text.length });
  return sections;
}

/** Most headings are plain words, which need no second look. */
const PLAIN = /^[A-Za-z0-9 ,.:;'"()/?!+-]*$/;

function headingAt(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  if (written.length <= HEADING_LENGTH && PLAIN.test(written)) return written;
  return cutToLength(headingText(text, start, end, true), HEADING_LENGTH);
}

/** The frontmatter's word, else the title at the top, else what the file is called. A first heading deeper than that is no title. */
function nameOf(front: Frontmatter, sections: readonly NoteSection[], path: string): string {
  const declared = word(front, "name") ?? word(front, "title");
  if (declared) return declared;
  const title = sections.find(({ depth }) => depth > 0);
  return title?.depth === 1 && title.heading !== "" ? title.heading : stemOf(path);
}

/** Obsidian has tags and aliases as lists, and as words with commas or blanks between them. */
function listed(front: Frontmatter, plural: string, singular: string): readonly string[] {
  if (!front.data.has(plural) && !front.data.has(singular)) return [];
  const written = [...front.texts(plural), ...front.texts(singular)];
  const found: string[] = [];
  for (const value of written) {
    const words =
      written.length === 1 && plural === "tags"
        ? value.split(/[,\s]+/u)
        : value.includes(",")
          ? value.split(",")
          : [value];
    for (const word of words) {
      const plain = word.trim();
      if (plain !== "" && plain !== "#") found.push(plain.startsWith("#") ? plain.slice(1) : plain);
    }
  }
  return found;
}

/** Relations that the frontmatter declares: names or wikilinks, one, several, or a list of them. */
function declaredLinks(front: Frontmatter): readonly NoteLink[] {
  if (!front.data.has("extends") && !front.data.has("contradicts")) return [];
  return (["extends", "contradicts"] as const).flatMap((relation) => {
    const line = front.line(relation) ?? 1;
    return references(front, relation).map(({ target, anchor }): NoteLink => {
      return { form: "declared", relation, target, anchor, text: "", start: 0, line };
    });
  });
}

/** Unquoted, `[[Note]]` is a list in a list to YAML; what was written is a link all the same. */
function references(front: Frontmatter, key: string): readonly { readonly target: string; readonly anchor: string }[] {
  const written = front.text(key);
  const values = written === undefined ? front.texts(key) : [written];
  return values.flatMap((value) => {
    const links = [...value.matchAll(/\[\[([^[\]]{1,400})\]\]/gu)].map(([, inner = ""]) => inner);
    const names = links.length > 0 ? links : written === undefined ? [value] : front.texts(key);
    return names.flatMap((name) => {
      const [target = "", anchor = ""] = (name.split("|")[0] ?? "").split("#");
      return target.trim() === "" ? [] : [{ target: target.trim(), anchor: anchor.trim() }];
    });
  });
}

/** A field that is there and says something; YAML's null says nothing. */
function word(front: Frontmatter, key: string): string | undefined {
  return front.data.get(key) === null ? undefined : front.text(key)?.trim() || undefined;
}

/** A note without a description is described by how it begins. */
function firstSentence(text: string, blocks: BlockTable): string {
  for (let row = 0; row < blocks.leafCount; row += 1) {
    const at = row * LEAF_STRIDE;
    if (blocks.leaves[at + LEAF_KIND] !== PARAGRAPH) continue;
    const sentence = sentenceAround(text, blocks.leaves[at + LEAF_START] ?? 0, { blocks, latin1: true });
    if (sentence !== "") return sentence;
  }
  return "";
}

function unique(words: readonly string[]): readonly string[] {
  return words.length < 2 ? words : [...new Set(words)];
}
