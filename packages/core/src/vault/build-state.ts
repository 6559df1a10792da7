import type { Finding } from "../content.js";
import { createSegmentBuilder } from "../graph/index-builder.js";
import { indexOf } from "../graph/index-update.js";
import { type Connected, connectNotes } from "./connect-notes.js";
import type { Steps } from "./in-steps.js";
import { createKeptFiles, type KeptFiles } from "./kept-files.js";
import { createNodeIds, packIds } from "./node-ids.js";
import type { NoteCalled } from "./note-codec.js";
import { noteIds } from "./note-id.js";
import { createNoteList, createNotePacker } from "./note-list.js";
import { parseInto } from "./parse-note.js";
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
  /** Nothing can be searched in it yet. */
  readonly state: VaultState;
  /** What others call each note where they link to it. */
  readonly texts: Connected["texts"];
  /** For the body pass, which comes next: so that it need not read them again. */
  readonly kept: KeptFiles;
}

/** Reads every note once and makes a version that has all but the index. */
export function* buildState({ root, folders, version, onProgress }: Building): Steps<Built> {
  const packer = createNotePacker();
  const problems: Finding[] = [];
  const kept = createKeptFiles();
  const called: NoteCalled[] = [];
  for (const folder of folders) {
    for (const file of readFolder(root, folder, kept.room)) {
      if ("error" in file) {
        problems.push(fileFinding(file.path, file.error));
        continue;
      }
      const parsed = yield* parseInto(packer, file.bytes, file.path, file.stamp);
      called.push(parsed.called);
      for (const diagnostic of parsed.diagnostics) problems.push(frontmatterFinding(file.path, diagnostic));
      kept.keep(packer.count - 1, file.bytes);
      if (packer.count % 16 === 0) {
        onProgress?.(packer.count);
        yield;
      }
    }
  }
  onProgress?.(packer.count);
  const notes = createNoteList(packer.pack());
  yield;
  const resolver = resolverOf(notes, called);
  const { links, adjacency, maps, texts } = yield* connectNotes({ notes, resolver, called });
  const ids = createNodeIds(packIds(noteIds(called)));
  const { size } = notes;
  const prices = { text: new Uint32Array(size), json: new Uint32Array(size), says: new Uint8Array(size) };
  const index = indexOf(createSegmentBuilder());
  const state = { version, notes, count: size, ids, links, adjacency, maps, index, complete: false, prices, problems };
  return { state, texts, kept };
}
