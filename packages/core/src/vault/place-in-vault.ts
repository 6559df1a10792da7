import { LRUCache } from "lru-cache";
import { anchorOf, createAnchors } from "../markdown/anchors.js";
import { cutToLength } from "../markdown/character-cut.js";
import { type NodeId, sectionNodeId } from "../node.js";
import type { NoteSection } from "./note.js";
import type { StoredNote } from "./note-codec.js";
import { hash } from "./note-id.js";
import type { VaultState } from "./vault-state.js";

/** A node of a vault: a note, or one of its sections. */
export interface Place {
  readonly number: number;
  readonly note: StoredNote;
  /** Which section; none for the whole note. */
  readonly section?: number;
}

/** The text before the first heading has no heading to be named by. No heading makes this anchor: `^` is in none. */
export const LEAD_ANCHOR = "^lead";

/** Characters of an anchor in an id; what is longer is cut, and made unique again by a hash. */
const ANCHOR_LENGTH = 100;

/** The anchors of a note's sections, in their order, as GitHub makes them. */
function anchorsOf(sections: readonly NoteSection[]): readonly string[] {
  const anchor = createAnchors();
  return sections.map(({ heading, depth }) => (depth === 0 ? LEAD_ANCHOR : shortened(anchor(heading))));
}

function shortened(anchor: string): string {
  return anchor.length <= ANCHOR_LENGTH ? anchor : `${cutToLength(anchor, ANCHOR_LENGTH - 9)}-${hash(anchor)}`;
}

/** A note with its anchors. A page can have thousands of sections, and a request asks for several of them. */
interface Anchored {
  readonly note: StoredNote;
  readonly anchors: readonly string[];
}

/** Decoded notes of the versions in use, a few each. */
const anchored = new WeakMap<VaultState, LRUCache<number, Anchored>>();
const NOTES_KEPT = 64;

function anchoredNote(state: VaultState, number: number): Anchored {
  const kept = anchored.get(state) ?? new LRUCache<number, Anchored>({ max: NOTES_KEPT });
  anchored.set(state, kept);
  const known = kept.get(number);
  if (known !== undefined) return known;
  const note = state.notes.note(number);
  const made = { note, anchors: anchorsOf(note.sections) };
  kept.set(number, made);
  return made;
}

export function sectionIdOf(state: VaultState, number: number, section: number): NodeId {
  return sectionNodeId(state.ids.of(number), anchoredNote(state, number).anchors[section] ?? "");
}

/** From where to where a section reaches in its file. */
export function sectionExtent(state: VaultState, number: number, section: number): readonly [number, number] {
  return extentOf({ number, note: anchoredNote(state, number).note, section }, state.notes.stamp(number).size);
}

/** The node that an id means in this version, if there is one. */
export function placeOf(state: VaultState, id: NodeId): Place | undefined {
  const hash = id.indexOf("#");
  const number = state.ids.find(hash < 0 ? id : id.slice(0, hash));
  if (number === undefined || !state.notes.has(number)) return undefined;
  if (hash < 0) return { number, note: state.notes.note(number) };
  const section = sectionNamed(state, number, id.slice(hash + 1));
  return section < 0 ? undefined : { number, note: anchoredNote(state, number).note, section };
}

/** A section by its anchor, or by its heading as a link writes it. */
export function sectionNamed(state: VaultState, number: number, name: string): number {
  const { anchors } = anchoredNote(state, number);
  const exact = anchors.indexOf(name);
  if (exact >= 0) return exact;
  const whole = anchors.indexOf(shortened(anchorOf(name.trim())));
  // Obsidian joins the headings on the way with #: the last one is meant.
  return whole >= 0 ? whole : anchors.indexOf(shortened(anchorOf(name.slice(name.lastIndexOf("#") + 1).trim())));
}

/** From where to where a place's text reaches, in bytes: a section with all that is below it. */
export function extentOf({ note, section }: Place, fileSize: number): readonly [number, number] {
  if (section === undefined) return [note.bodyStart, fileSize];
  const own = note.sections[section]!;
  if (own.depth === 0) return [own.start, own.end];
  const after = note.sections.findIndex(({ depth }, index) => index > section && depth <= own.depth);
  return [own.start, after < 0 ? fileSize : note.sections[after]!.start];
}
