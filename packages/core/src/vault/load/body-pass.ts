import { textPrice } from "../../content/text-price.js";
import { sameStamp } from "../../files/contained-file.js";
import { awaitsJudge, scanBlocks } from "../../markdown/blocks/block-scanner.js";
import { type BlockTable, createBlockTable } from "../../markdown/blocks/block-table.js";
import { loadBlockJudge } from "../../markdown/blocks/judge.js";
import { createPassageBuilder } from "../../search/passages/builder.js";
import { passageIndexOf } from "../../search/passages/update.js";
import type { SegmentBuilder } from "../../search/postings/index-builder.js";
import { createSearchIndex } from "../../search/postings/search-index.js";
import { noteDigest } from "../notes/note-digest.js";
import type { NoteList } from "../notes/note-list.js";
import { createGrowingRows, joinRows } from "../notes/passage-rows.js";
import { fileSays, says } from "../read/stored-price.js";
import type { KeptFiles } from "../snapshot/kept-files.js";
import type { VaultState } from "../vault-state.js";
import type { Steps } from "./in-steps.js";
import { bytesOfFiles } from "./index-fields.js";

import { cutNote } from "./note-passages.js";
import { readFolder } from "./read-notes.js";

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
  const { notes, rules } = state;
  const missing: number[] = [];
  let read = 0;
  const passages = createPassageBuilder({ noteBytes: bytesOfFiles(notes) });
  const rows = createGrowingRows();
  function* readOne(bytes: Buffer, number: number): Steps<void> {
    readBody(bytes, number, state, builder);
    const note = notes.note(number);
    const cut = cutNote(bytes, note, yield* scanFile(bytes, note.bodyStart));
    passages.set(number, cut.indexed);
    rows.set(number, cut.rows);
    read += 1;
    if (read % TOLD_AFTER === 0) onRead?.(read, state.count);
  }
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const bytes = kept?.take(number);
    if (bytes === undefined) missing.push(number);
    else {
      yield* readOne(bytes, number);
      yield;
    }
  }
  yield* readMissing({ root, notes, rules }, missing, readOne);
  const index = createSearchIndex({ base: yield* builder.finishing(), ...NO_CHANGES });
  const found = { passages: yield* passageIndexOf(passages), passageRows: joinRows(notes.size, rows.of) };
  return { ...state, index, ...found, complete: true };
}

function* readMissing(
  { root, notes, rules }: { readonly root: string } & Pick<VaultState, "notes" | "rules">,
  missing: readonly number[],
  readOne: (bytes: Buffer, number: number) => Steps<void>,
): Steps<void> {
  for (const folder of foldersOf(notes, missing)) {
    let at = 0;
    const files = readFolder(root, { path: folder.path, notes: folder.names }, rules);
    for (const file of files) {
      while (folder.names[at] !== nameOf(file.path)) at += 1;
      const number = folder.numbers[at]!;
      if ("error" in file || !sameStamp(file.stamp, notes.stamp(number))) continue;
      if (!file.isWhole) continue;
      yield* readOne(file.bytes, number);
      yield;
    }
  }
}

/** One table for all notes: it holds nothing from one to the next. */
const table = createBlockTable();

/** The blocks of a file. Where they are doubtful, the judge is loaded first. */
export function* scanFile(bytes: Buffer, bodyStart: number): Steps<BlockTable> {
  const text = bytes.toString("latin1");
  const blocks = scanBlocks(text, table, bodyStart);
  if (!awaitsJudge(blocks, text, bodyStart)) return blocks;
  yield loadBlockJudge();
  return scanBlocks(text, table, bodyStart);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Gives a body's terms to the index, and records its price and digest. */
function readBody(bytes: Buffer, number: number, state: VaultState, builder: SegmentBuilder): void {
  const { notes, prices, digests } = state;
  digests[number] = noteDigest(notes.path(number), bytes);
  const packed = notes.bodyPlaces(number);
  const { bodyStart, extents } = packed ?? notes.places(number);
  builder.setFile(number, bytes, extents);
  const price = textPrice(decoder.decode(bytes.subarray(bodyStart)));
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
