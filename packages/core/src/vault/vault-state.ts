import type { Finding } from "../ports/content.js";
import type { PassageIndex } from "../search/passages/passage-index.js";
import type { SearchIndex } from "../search/postings/search-index.js";
import type { Adjacency } from "../search/relevance/adjacency.js";
import type { NoteRules } from "./ignore/note-rules.js";
import { createLinkResolver, type LinkResolver } from "./links/link-resolver.js";
import type { ResolvedLinks } from "./links/resolved-links.js";
import { readText } from "./notes/byte-reader.js";
import type { Sentences } from "./notes/descriptions.js";
import type { HiddenFiles } from "./notes/hidden-files.js";
import type { NodeIds } from "./notes/node-ids.js";
import type { Identified } from "./notes/note-id.js";
import type { NoteList } from "./notes/note-list.js";
import type { PassageRows } from "./notes/passage-rows.js";
import type { FolderMemory } from "./watch/folder-memory.js";

/** What a note's whole text costs by the default counter, by note number; 0 where it is not known yet. */
export interface PriceTable {
  readonly text: Uint32Array;
  readonly json: Uint32Array;
  /** 1 where the body says the description by itself. */
  readonly says: Uint8Array;
}

/** One version of a vault. Nothing in it changes any more, so that a request sees one world. */
export interface VaultState {
  readonly version: string;
  /** How its files are read. */
  readonly rules: NoteRules;
  readonly notes: NoteList;
  /** How many notes there are; the list has holes. */
  readonly count: number;
  readonly ids: NodeIds;
  readonly links: ResolvedLinks;
  readonly adjacency: Adjacency;
  /** 1 for a map of content. */
  readonly maps: Uint8Array;
  /** Which of its sentences describes each note that declares no description. */
  readonly sentences: Sentences;
  /** Everything but body text until `complete` has been reached. */
  readonly index: SearchIndex;
  readonly complete: boolean;
  /** Empty until `complete` has been reached. */
  readonly passages: PassageIndex;
  readonly passageRows: PassageRows;
  readonly prices: PriceTable;
  /** `noteDigest` of each note, by number; 0 for a hole, and until its body has been read. */
  readonly digests: Uint32Array;
  /** What was wrong with files, found while they were read. */
  readonly problems: readonly Finding[];
  /** Files that need not be read again to know that they are left out. No part of the version. */
  readonly hidden: HiddenFiles;
  /** The folders, for the next look at them. */
  readonly folders?: FolderMemory | undefined;
}

/** What the ids of notes are made of; nothing for a hole. */
export function identifiedOf(notes: NoteList): readonly (Identified | undefined)[] {
  const all = new Array<Identified | undefined>(notes.size).fill(undefined);
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const { bytes, path, type } = notes.namePlaces(number);
    all[number] = { path: readText(bytes, path[0], path[1]), type: readText(bytes, type[0], type[1]) };
  }
  return all;
}

const resolvers = new WeakMap<NoteList, LinkResolver>();

/** Made when it is first needed, and once for a list of notes. */
export function resolverOf(notes: NoteList): LinkResolver {
  const made = resolvers.get(notes) ?? createLinkResolver(notes);
  resolvers.set(notes, made);
  return made;
}
