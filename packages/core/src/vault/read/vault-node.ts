import { LRUCache } from "lru-cache";
import {
  isPassageId,
  type Lines,
  type NodeId,
  noteOf,
  passageNodeId,
  sectionNodeId,
  splitLines,
} from "../../model/node.js";
import type { StoredNote } from "../notes/note-codec.js";
import { passageCount, passageRow } from "../notes/passage-rows.js";
import { type SectionNames, sectionNames } from "../notes/section-names.js";
import type { VaultState } from "../vault-state.js";

/** A node of a vault: a note, one of its sections, or a passage of it. */
export interface VaultNode {
  readonly number: number;
  readonly note: StoredNote;
  /** Which section; none for the whole note. */
  readonly section?: number;
  /** Which passages of the note, from the first to the last: those of one section, which are one node. */
  readonly passages?: readonly [first: number, last: number];
  /** Of passages: from where to where they reach, in bytes. */
  readonly extent?: readonly [start: number, end: number];
}

/** A note with the names of its sections, made when asked for: a request asks for several of them. */
interface Anchored {
  readonly note: StoredNote;
  readonly names: SectionNames;
}

/** Decoded notes of the versions in use, a few each. */
const anchored = new WeakMap<VaultState, LRUCache<number, Anchored>>();
const NOTES_KEPT = 256;

function anchoredNote(state: VaultState, number: number): Anchored {
  const kept = anchored.get(state) ?? new LRUCache<number, Anchored>({ max: NOTES_KEPT });
  anchored.set(state, kept);
  const known = kept.get(number);
  if (known !== undefined) return known;
  const note = state.notes.note(number);
  let names: SectionNames | undefined;
  const made: Anchored = {
    note,
    get names() {
      names ??= sectionNames(note.sections);
      return names;
    },
  };
  kept.set(number, made);
  return made;
}

/** Its note is decoded when somebody asks for it: what a passage costs is known without. */
function placeOf(state: VaultState, number: number, part: Omit<VaultNode, "number" | "note"> = {}): VaultNode {
  return {
    number,
    ...part,
    get note() {
      return anchoredNote(state, number).note;
    },
  };
}

export function sectionIdOf(state: VaultState, number: number, section: number): NodeId {
  return sectionNodeId(state.ids.of(number), anchoredNote(state, number).names.anchors[section] ?? "");
}

/** From where to where a section reaches in its file. */
export function sectionExtent(state: VaultState, number: number, section: number): readonly [number, number] {
  return extentOf({ number, note: anchoredNote(state, number).note, section }, state.notes.stamp(number).size);
}

/** The node that an id means in this version, if there is one. */
export function vaultNode(state: VaultState, id: NodeId): VaultNode | undefined {
  if (isPassageId(id)) return passageNode(state, id);
  const hash = id.indexOf("#");
  const number = state.ids.find(hash < 0 ? id : id.slice(0, hash));
  if (number === undefined || !state.notes.has(number)) return undefined;
  if (hash < 0) return placeOf(state, number);
  const section = sectionNamed(state, number, id.slice(hash + 1));
  return section < 0 ? undefined : placeOf(state, number, { section });
}

function passageNode(state: VaultState, id: NodeId): VaultNode | undefined {
  const number = state.ids.find(noteOf(id));
  const lines = splitLines(id)?.lines;
  if (number === undefined || lines === undefined || !state.notes.has(number)) return undefined;
  const found = passageRuns(state, number, lines);
  const [first, last] = lines;
  const { passageRows } = state;
  const own = found.find(
    ([from, to]) =>
      passageRow(passageRows, number, from).lines[0] === first && passageRow(passageRows, number, to).lines[1] === last,
  );
  if (own === undefined) return undefined;
  const extent = [passageRow(passageRows, number, own[0]).start, passageRow(passageRows, number, own[1]).end] as const;
  return placeOf(state, number, { passages: own, extent });
}

/** The passages that a range of lines touches, one for each section that it reaches into (R1.9). Lines without a block mean the one that follows. */
export function passagesAt(state: VaultState, number: number, lines: Lines): readonly NodeId[] {
  const { passageRows, ids } = state;
  const linesOf = (ordinal: number) => passageRow(passageRows, number, ordinal).lines;
  return passageRuns(state, number, lines).map(([from, to]) =>
    passageNodeId(ids.of(number), [linesOf(from)[0], linesOf(to)[1]]),
  );
}

/** By their places among the note's passages: the first and the last of each section. */
function passageRuns({ passageRows }: VaultState, number: number, [first, last]: Lines): readonly [number, number][] {
  const count = passageCount(passageRows, number);
  const touched: number[] = [];
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    const { lines } = passageRow(passageRows, number, ordinal);
    const isNext = touched.length === 0 && lines[0] > last;
    if ((lines[0] <= last && lines[1] >= first) || isNext) touched.push(ordinal);
    if (lines[0] > last) break;
  }
  const runs: [number, number][] = [];
  for (const ordinal of touched) {
    const run = runs.at(-1);
    const { heading } = passageRow(passageRows, number, ordinal);
    if (run !== undefined && passageRow(passageRows, number, run[0]).heading === heading) run[1] = ordinal;
    else runs.push([ordinal, ordinal]);
  }
  return runs;
}

/** A section by its anchor, or by its heading as a link writes it. */
export function sectionNamed(state: VaultState, number: number, name: string): number {
  return anchoredNote(state, number).names.find(name);
}

/** From where to where a place's text reaches, in bytes: a section with all that is below it. */
export function extentOf({ note, section, extent }: VaultNode, fileSize: number): readonly [number, number] {
  if (extent !== undefined) return extent;
  if (section === undefined) return [note.bodyStart, fileSize];
  const own = note.sections[section]!;
  if (own.depth === 0) return [own.start, own.end];
  let after = section + 1;
  while (after < note.sections.length && note.sections[after]!.depth > own.depth) after += 1;
  return [own.start, note.sections[after]?.start ?? fileSize];
}
