import type { SegmentBuilder } from "../graph/index-builder.js";
import { createSearchIndex } from "../graph/search-index.js";
import { sameStamp } from "../node/contained-file.js";
import type { Steps } from "./in-steps.js";
import type { KeptFiles } from "./kept-files.js";
import type { NoteList } from "./note-list.js";
import { readFolder } from "./read-notes.js";
import { fileSays, says } from "./stored-price.js";
import type { VaultState } from "./vault-state.js";

/** The same version with an index of all but bodies: for who searches before those are read. */
export function* withFields(state: VaultState, builder: SegmentBuilder): Steps<VaultState> {
  return { ...state, index: createSearchIndex({ base: yield* builder.finishing(), ...NO_CHANGES }) };
}

const NO_CHANGES = { dead: new Uint32Array(0), deltaNodes: new Uint32Array(0) };

export interface BodyPass {
  readonly kept?: KeptFiles | undefined;
  /** From time to time: how many notes are done, of how many. */
  readonly onRead?: ((read: number, all: number) => void) | undefined;
}

/** After so many notes it is told how many. */
const TOLD_AFTER = 64;

/** Takes every note again, for the terms of its body and what it costs; keeps neither the text nor a part of it. What is not kept is read. */
export function* readBodies(
  root: string,
  state: VaultState,
  builder: SegmentBuilder,
  { kept, onRead }: BodyPass = {},
): Steps<VaultState> {
  const { notes } = state;
  const missing: number[] = [];
  let read = 0;
  function readOne(bytes: Buffer, number: number): void {
    readBody(bytes, number, state, builder);
    read += 1;
    if (read % TOLD_AFTER === 0) onRead?.(read, state.count);
  }
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const bytes = kept?.take(number);
    if (bytes === undefined) missing.push(number);
    else {
      readOne(bytes, number);
      yield;
    }
  }
  yield* readMissing(root, notes, missing, readOne);
  const index = createSearchIndex({ base: yield* builder.finishing(), ...NO_CHANGES });
  return { ...state, index, complete: true };
}

function* readMissing(
  root: string,
  notes: NoteList,
  missing: readonly number[],
  readOne: (bytes: Buffer, number: number) => void,
): Steps<void> {
  for (const folder of foldersOf(notes, missing)) {
    let at = 0;
    const files = readFolder(root, { path: folder.path, notes: folder.names });
    for (const file of files) {
      while (folder.names[at] !== nameOf(file.path)) at += 1;
      const number = folder.numbers[at]!;
      if ("error" in file || !sameStamp(file.stamp, notes.stamp(number))) continue;
      // It was cut off after it was looked at.
      if (file.bytes.length !== file.stamp.size) continue;
      readOne(file.bytes, number);
      yield;
    }
  }
}

/** Gives a body's terms to the index, and notes its price. */
function readBody(bytes: Buffer, number: number, { notes, prices }: VaultState, builder: SegmentBuilder): void {
  const packed = notes.bodyPlaces(number);
  const { bodyStart, extents } = packed ?? notes.places(number);
  const price = builder.setFile(number, bytes, bodyStart, extents);
  prices.text[number] = price.text;
  prices.json[number] = price.json;
  const isSaid =
    packed === undefined
      ? says(bytes.toString("utf8", bodyStart), notes.head(number).description)
      : fileSays(bytes, bodyStart, notes.base.bytes, packed.description);
  prices.says[number] = isSaid ? 1 : 0;
}

interface NumberedFolder {
  readonly path: string;
  readonly names: string[];
  readonly numbers: number[];
}

function foldersOf(notes: NoteList, numbers: readonly number[]): readonly NumberedFolder[] {
  const folders = new Map<string, NumberedFolder>();
  for (const number of numbers) {
    const full = notes.path(number);
    const path = full.slice(0, Math.max(0, full.lastIndexOf("/")));
    const folder = folders.get(path) ?? { path, names: [], numbers: [] };
    folders.set(path, folder);
    folder.names.push(nameOf(full));
    folder.numbers.push(number);
  }
  return [...folders.values()];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
