import type { Finding } from "../content.js";
import { createSegmentBuilder, type OnAbandoned } from "../graph/index-builder.js";
import { indexOf } from "../graph/index-update.js";
import type { Diagnostic } from "../markdown/frontmatter.js";
import { type CompiledParser, createCompiledParser } from "./compiled-parser.js";
import { type Connected, connectNotes } from "./connect-notes.js";
import type { Steps } from "./in-steps.js";
import { createKeptFiles, type KeptFiles } from "./kept-files.js";
import { createNodeIds, packIds } from "./node-ids.js";
import { noteIds } from "./note-id.js";
import { createNoteList, type NoteList } from "./note-list.js";
import { createNotePacker, type NotePacker } from "./note-packer.js";
import { parseInto } from "./parse-note.js";
import { fileFinding, frontmatterFinding } from "./problems.js";
import { openFolderReader, type ReadFile, type ReadTogether } from "./read-notes.js";
import { calledOf, resolverOf, type VaultState } from "./vault-state.js";
import type { WalkedFolder } from "./walk.js";

export interface Building {
  readonly root: string;
  readonly folders: readonly WalkedFolder[];
  readonly version: string;
  readonly onProgress?: ((read: number) => void) | undefined;
  /** From how many notes on it is worth while to compile what reads them. */
  readonly compileFrom?: number | undefined;
  readonly onAbandoned?: OnAbandoned | undefined;
}

/** Fewer are read before it is compiled. */
const WORTH_COMPILING = 32;

export interface Built {
  /** Nothing can be searched in it yet. */
  readonly state: VaultState;
  /** What others call each note where they link to it. */
  readonly texts: Connected["texts"];
  /** For the body pass, which comes next: so that it need not read them again. */
  readonly kept: KeptFiles;
}

/** Reads every note once and makes a version that has all but the index. */
export function* buildState(building: Building): Steps<Built> {
  const { folders, compileFrom = WORTH_COMPILING, onAbandoned } = building;
  const all = folders.reduce((sum, { notes }) => sum + notes.length, 0);
  const compiled = all < compileFrom ? undefined : createCompiledParser(all);
  if (compiled === undefined) return yield* build(building, all);
  try {
    return yield* build(building, all, compiled);
  } catch (cause) {
    // The module's memory ends before ours does, and after a trap nothing in it can be trusted. What failed for another reason fails again.
    const built = yield* build(building, all);
    onAbandoned?.("parser", cause);
    return built;
  }
}

function* build(building: Building, all: number, compiled?: CompiledParser): Steps<Built> {
  const { root, folders, version, onProgress } = building;
  const packer = createNotePacker(compiled?.strings, all);
  const problems: Finding[] = [];
  const kept = createKeptFiles();
  const loading: Loading = { compiled, packer, kept, problems };
  for (const { path, notes: names } of folders) {
    if (names.length === 0) continue;
    const reader = openFolderReader(root, path, kept.room);
    try {
      for (let at = 0; at < names.length; ) {
        // Some are read, then parsed: one after the other takes longer, since each makes the system forget what the other needs.
        const { found, next } = reader.read(names, at);
        yield* parseAll(loading, found);
        kept.recycle();
        at = next;
        onProgress?.(packer.count);
        yield;
      }
    } finally {
      reader.close();
    }
  }
  onProgress?.(packer.count);
  compiled?.flush(packer);
  const notes = createNoteList(packer.pack());
  yield;
  const { links, adjacency, maps, texts } = yield* compiled?.connect(notes) ?? connectPlainly(notes);
  const ids = createNodeIds(compiled?.ids() ?? packIds(noteIds(calledOf(notes))));
  const { size } = notes;
  const prices = { text: new Uint32Array(size), json: new Uint32Array(size), says: new Uint8Array(size) };
  const index = indexOf(createSegmentBuilder());
  const state = { version, notes, count: size, ids, links, adjacency, maps, index, complete: false, prices, problems };
  return { state, texts, kept };
}

interface Loading {
  readonly compiled: CompiledParser | undefined;
  readonly packer: NotePacker;
  readonly kept: KeptFiles;
  readonly problems: Finding[];
}

function* parseAll({ compiled, packer, kept, problems }: Loading, files: ReadTogether["found"]): Steps<void> {
  let number = packer.count;
  for (const file of files) if (!("error" in file)) kept.keep(number++, file.bytes);
  for (const file of files) {
    if ("error" in file) {
      problems.push(fileFinding(file.path, file.error));
      continue;
    }
    const found = compiled?.parse(packer, file) ?? (yield* parseAside(packer, file, compiled));
    for (const diagnostic of found) problems.push(frontmatterFinding(file.path, diagnostic));
  }
}

/** A note that the module leaves to us, or all where there is none. */
function* parseAside(
  packer: NotePacker,
  { bytes, path, stamp }: ReadFile,
  compiled: CompiledParser | undefined,
): Steps<readonly Diagnostic[]> {
  compiled?.flush(packer);
  const found = yield* parseInto(packer, bytes, path, stamp);
  compiled?.follow(packer);
  return found;
}

function* connectPlainly(notes: NoteList): Steps<Connected> {
  const called = calledOf(notes);
  return yield* connectNotes({ notes, resolver: resolverOf(notes, called), called });
}
