import type { Finding } from "../content.js";
import { createSegmentBuilder, type NoteFields, type SegmentBuilder } from "../graph/index-builder.js";
import { createSearchIndex } from "../graph/search-index.js";
import { connectNotes } from "./connect-notes.js";
import type { Steps } from "./in-steps.js";
import { createNodeIds, packIds } from "./node-ids.js";
import type { Note } from "./note.js";
import type { NoteCalled } from "./note-codec.js";
import { noteIds } from "./note-id.js";
import { createNoteList, createNotePacker, type NoteList } from "./note-list.js";
import { parseNote } from "./parse-note.js";
import { fileFinding, frontmatterFinding } from "./problems.js";
import { readFolder } from "./read-notes.js";
import { resolverOf, type VaultState } from "./vault-state.js";
import type { WalkedFolder } from "./walk.js";

export interface Building {
  readonly root: string;
  readonly folders: readonly WalkedFolder[];
  readonly version: string;
  readonly onProgress?: ((read: number) => void) | undefined;
}

export interface Built {
  readonly state: VaultState;
  /** Still open: body terms are added later. */
  readonly builder: SegmentBuilder;
}

/** Reads every note once and makes a version of which all but the body text can be searched. */
export function* buildState({ root, folders, version, onProgress }: Building): Steps<Built> {
  const packer = createNotePacker();
  const builder = createSegmentBuilder();
  const problems: Finding[] = [];
  for (const folder of folders) {
    for (const file of readFolder(root, folder)) {
      if ("error" in file) {
        problems.push(fileFinding(file.path, file.error));
        continue;
      }
      const { note, diagnostics } = parseNote(file.bytes, file.path, file.stamp);
      for (const diagnostic of diagnostics) problems.push(frontmatterFinding(file.path, diagnostic));
      packer.add(note);
      builder.add(fieldsOf(note));
      if (packer.count % 16 === 0) {
        onProgress?.(packer.count);
        yield;
      }
    }
  }
  onProgress?.(packer.count);
  const notes = createNoteList(packer.pack());
  const { links, adjacency, maps, texts } = yield* connectNotes({ notes, resolver: resolverOf(notes) });
  for (const [number, said] of texts) builder.setLinkTexts(number, said);
  yield;
  const base = yield* builder.finishing();
  const index = createSearchIndex({ base, dead: new Uint32Array(0), deltaNodes: new Uint32Array(0) });
  const ids = createNodeIds(packIds(noteIds(headsOf(notes))));
  const { size } = notes;
  const prices = { text: new Uint32Array(size), json: new Uint32Array(size), says: new Uint8Array(size) };
  const state = {
    version,
    notes,
    count: notes.size,
    ids,
    links,
    adjacency,
    maps,
    index,
    complete: false,
    prices,
    problems,
  };
  return { state, builder };
}

export function fieldsOf({ path, name, aliases, description, tags, sections }: Note): NoteFields {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  return {
    // People remember a file by its name too.
    names: stem === name ? [name, ...aliases] : [name, ...aliases, stem],
    description,
    tags,
    headings: sections.map(({ heading }) => heading),
  };
}

export function headsOf(notes: NoteList): readonly (NoteCalled | undefined)[] {
  return Array.from({ length: notes.size }, (_, number) => (notes.has(number) ? notes.called(number) : undefined));
}
