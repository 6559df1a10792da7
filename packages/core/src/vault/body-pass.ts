import type { SegmentBuilder } from "../graph/index-builder.js";
import { createSearchIndex } from "../graph/search-index.js";
import { createTextMeter } from "../graph/text-meter.js";
import { sameStamp } from "../node/contained-file.js";
import type { Steps } from "./in-steps.js";
import type { KeptFiles } from "./kept-files.js";
import type { NoteList } from "./note-list.js";
import { readFolder } from "./read-notes.js";
import { type StoredPrice, says, storedPrice } from "./stored-price.js";
import type { VaultState } from "./vault-state.js";

/** The same version with an index of all but bodies: for who searches before those are read. */
export function* withFields(state: VaultState, builder: SegmentBuilder): Steps<VaultState> {
  return { ...state, index: createSearchIndex({ base: yield* builder.finishing(), ...NO_CHANGES }) };
}

const NO_CHANGES = { dead: new Uint32Array(0), deltaNodes: new Uint32Array(0) };

/** Takes every note again, for the terms of its body and what it costs; keeps neither the text nor a part of it. What is not kept is read. */
export function* readBodies(
  root: string,
  state: VaultState,
  builder: SegmentBuilder,
  kept?: KeptFiles,
): Steps<VaultState> {
  const { notes } = state;
  const missing: number[] = [];
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const bytes = kept?.take(number);
    if (bytes === undefined) missing.push(number);
    else {
      readBody(bytes, number, state, builder);
      yield;
    }
  }
  yield* readMissing(root, state, builder, missing);
  const index = createSearchIndex({ base: yield* builder.finishing(), ...NO_CHANGES });
  return { ...state, index, complete: true };
}

function* readMissing(
  root: string,
  state: VaultState,
  builder: SegmentBuilder,
  missing: readonly number[],
): Steps<void> {
  const { notes } = state;
  for (const folder of foldersOf(notes, missing)) {
    let at = 0;
    const files = readFolder(root, { path: folder.path, notes: folder.names });
    for (const file of files) {
      while (folder.names[at] !== nameOf(file.path)) at += 1;
      const number = folder.numbers[at]!;
      if ("error" in file || !sameStamp(file.stamp, notes.stamp(number))) continue;
      readBody(file.bytes, number, state, builder);
      yield;
    }
  }
}

const meter = createTextMeter();

function readBody(bytes: Buffer, number: number, { notes, prices }: VaultState, builder: SegmentBuilder): void {
  const price = measureBody(bytes, number, notes, builder);
  prices.text[number] = price.text;
  prices.json[number] = price.json;
  prices.says[number] = price.says ? 1 : 0;
}

/** Gives a body's terms to the index, and its price, in one pass over it. */
function measureBody(buffer: Buffer, number: number, notes: NoteList, builder: SegmentBuilder): StoredPrice {
  // As names and headings come, which are no buffers: code that sees one kind of array only is compiled to faster code.
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
  const { bodyStart, extents } = notes.places(number);
  const { description } = notes.head(number);
  const text = buffer.toString("utf8", bodyStart);
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
