import type { SegmentBuilder } from "../graph/index-builder.js";
import { createSearchIndex } from "../graph/search-index.js";
import { createTextMeter } from "../graph/text-meter.js";
import { sameStamp } from "../node/contained-file.js";
import type { Steps } from "./in-steps.js";
import type { NoteList } from "./note-list.js";
import { readFolder } from "./read-notes.js";
import { type StoredPrice, says, storedPrice } from "./stored-price.js";
import type { VaultState } from "./vault-state.js";

/** The same version with an index of all but bodies: for who searches before those are read. */
export function* withFields(state: VaultState, builder: SegmentBuilder): Steps<VaultState> {
  return { ...state, index: createSearchIndex({ base: yield* builder.finishing(), ...NO_CHANGES }) };
}

const NO_CHANGES = { dead: new Uint32Array(0), deltaNodes: new Uint32Array(0) };

/** Reads every note again, for the terms of its body and what it costs; keeps neither the text nor a part of it. */
export function* readBodies(root: string, state: VaultState, builder: SegmentBuilder): Steps<VaultState> {
  const { notes, prices } = state;
  for (const folder of foldersOf(notes)) {
    let at = 0;
    const files = readFolder(root, { path: folder.path, notes: folder.names });
    for (const file of files) {
      while (folder.names[at] !== nameOf(file.path)) at += 1;
      const number = folder.numbers[at]!;
      if ("error" in file || !sameStamp(file.stamp, notes.stamp(number))) continue;
      const price = readBody(file.bytes, number, notes, builder);
      prices.text[number] = price.text;
      prices.json[number] = price.json;
      prices.says[number] = price.says ? 1 : 0;
      yield;
    }
  }
  const index = createSearchIndex({ base: yield* builder.finishing(), ...NO_CHANGES });
  return { ...state, index, complete: true };
}

const meter = createTextMeter();

/** Gives a body's terms to the index, and its price, in one pass over it. */
function readBody(bytes: Buffer, number: number, notes: NoteList, builder: SegmentBuilder): StoredPrice {
  const { bodyStart, extents } = notes.places(number);
  const { description } = notes.head(number);
  const text = bytes.toString("utf8", bodyStart);
  // Bytes that are no UTF-8 have no places in the text: both are gone over, each by itself.
  const apart = text.includes("\uFFFD");
  meter.begin(text, bodyStart);
  let at = bodyStart;
  for (let unit = 0; 2 * unit < extents.length; unit += 1) {
    const [start, end] = [extents[2 * unit]!, extents[2 * unit + 1]!];
    if (apart) builder.setBody(number, unit, bytes, start, end);
    else {
      meter.pass(bytes, at, start);
      builder.setMeasuredBody(number, unit, bytes, [start, end], meter);
      at = end;
    }
  }
  return apart ? storedPrice(text, description) : { ...meter.end(), says: says(text, description) };
}

interface NumberedFolder {
  readonly path: string;
  readonly names: string[];
  readonly numbers: number[];
}

function foldersOf(notes: NoteList): readonly NumberedFolder[] {
  const folders = new Map<string, NumberedFolder>();
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
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
