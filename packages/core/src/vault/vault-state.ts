import type { Finding } from "../content.js";
import type { Adjacency } from "../graph/adjacency.js";
import type { SearchIndex } from "../graph/search-index.js";
import type { FolderMemory } from "./folder-memory.js";
import { type Called, createLinkResolver, type LinkResolver } from "./link-resolver.js";
import type { NodeIds } from "./node-ids.js";
import type { NoteCalled } from "./note-codec.js";
import type { NoteList } from "./note-list.js";
import type { ResolvedLinks } from "./resolved-links.js";

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
  readonly notes: NoteList;
  /** How many notes there are; the list has holes. */
  readonly count: number;
  readonly ids: NodeIds;
  readonly links: ResolvedLinks;
  readonly adjacency: Adjacency;
  /** 1 for a map of content. */
  readonly maps: Uint8Array;
  /** Everything but body text until `complete` has been reached. */
  readonly index: SearchIndex;
  readonly complete: boolean;
  readonly prices: PriceTable;
  /** What was wrong with files, found while they were read. */
  readonly problems: readonly Finding[];
  /** The folders, for the next look at them. */
  readonly folders?: FolderMemory | undefined;
}

const resolvers = new WeakMap<NoteList, LinkResolver>();

/** Made when it is first needed, and once for a list of notes. */
export function resolverOf(notes: NoteList, called?: readonly (Called | undefined)[]): LinkResolver {
  const made = resolvers.get(notes) ?? createLinkResolver(called ?? calledOf(notes));
  resolvers.set(notes, made);
  return made;
}

/** What each note is called; nothing for a hole. */
export function calledOf(notes: NoteList): readonly (NoteCalled | undefined)[] {
  const called = new Array<NoteCalled | undefined>(notes.size);
  for (let number = 0; number < notes.size; number += 1)
    called[number] = notes.has(number) ? notes.called(number) : undefined;
  return called;
}
