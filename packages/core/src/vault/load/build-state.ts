import type { Finding } from "../../ports/content.js";
import { emptyPassages } from "../../search/passages/update.js";
import { createSegmentBuilder } from "../../search/postings/index-builder.js";
import { indexOf } from "../../search/postings/index-update.js";
import { type NoteRules, PLAIN_NOTES } from "../ignore/note-rules.js";
import { type Connected, connectNotes } from "../links/connect-notes.js";
import { chooseSentences } from "../notes/descriptions.js";
import { hiddenFile } from "../notes/hidden-files.js";
import { createNodeIds, packIds } from "../notes/node-ids.js";
import { noteIds } from "../notes/note-id.js";
import { createNoteList } from "../notes/note-list.js";
import { createNotePacker, type NotePacker } from "../notes/note-packer.js";
import { NO_ROWS } from "../notes/passage-rows.js";
import { fileFinding } from "../read/problems.js";
import { createKeptFiles, type KeptFiles } from "../snapshot/kept-files.js";
import { identifiedOf, resolverOf, type VaultState } from "../vault-state.js";
import type { Steps } from "./in-steps.js";
import { parseInto } from "./parse-note.js";
import { openFolderReader, type ReadTogether } from "./read-notes.js";
import type { WalkedFolder } from "./walk.js";

export interface Building {
  readonly root: string;
  readonly folders: readonly WalkedFolder[];
  readonly version: string;
  readonly rules?: NoteRules | undefined;
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
export function* buildState({ root, folders, version, rules, onProgress }: Building): Steps<Built> {
  const packer = createNotePacker(folders.reduce((sum, { notes }) => sum + notes.length, 0));
  const problems: Finding[] = [];
  const kept = createKeptFiles();
  const hidden = new Set<string>();
  const loading: Loading = { packer, kept, problems, hidden, rules: rules ?? PLAIN_NOTES };
  for (const { path, notes: names } of folders) {
    if (names.length === 0) continue;
    const reader = openFolderReader(root, path, { room: kept.room, shown: loading.rules.shown });
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
  const notes = createNoteList(packer.pack());
  yield;
  const { links, adjacency, maps, texts } = yield* connectNotes({ notes, resolver: resolverOf(notes) });
  const ids = createNodeIds(packIds(noteIds(identifiedOf(notes))));
  const { size } = notes;
  const prices = { text: new Uint32Array(size), json: new Uint32Array(size), says: new Uint8Array(size) };
  const index = indexOf(createSegmentBuilder());
  const digests = new Uint32Array(size);
  const connected = { notes, count: size, ids, links, adjacency, maps, sentences: chooseSentences(notes) };
  const empty = { passages: emptyPassages(), passageRows: NO_ROWS };
  const state = {
    version,
    rules: loading.rules,
    ...connected,
    index,
    ...empty,
    complete: false,
    prices,
    digests,
    problems,
    hidden,
  };
  return { state, texts, kept };
}

interface Loading {
  readonly packer: NotePacker;
  readonly kept: KeptFiles;
  readonly problems: Finding[];
  readonly hidden: Set<string>;
  readonly rules: NoteRules;
}

function* parseAll({ packer, kept, problems, hidden, rules }: Loading, files: ReadTogether["found"]): Steps<void> {
  for (const file of files) {
    if ("error" in file) {
      problems.push(fileFinding(file.path, file.error));
      continue;
    }
    const number = packer.count;
    const findings = yield* parseInto(packer, file, rules);
    if (findings === undefined) {
      hidden.add(hiddenFile(file.path, file.stamp));
      continue;
    }
    kept.keep(number, file.bytes);
    problems.push(...findings);
  }
}
