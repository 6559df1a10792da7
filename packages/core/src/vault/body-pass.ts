import type { SegmentBuilder } from "../graph/index-builder.js";
import { createSearchIndex } from "../graph/search-index.js";
import { sameStamp } from "../node/contained-file.js";
import type { Steps } from "./in-steps.js";
import type { NoteList } from "./note-list.js";
import { readFolder } from "./read-notes.js";
import { storedPrice } from "./stored-price.js";
import type { VaultState } from "./vault-state.js";

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
      const { bodyStart, extents } = notes.places(number);
      for (let unit = 0; 2 * unit < extents.length; unit += 1) {
        builder.setBody(number, unit, file.bytes, extents[2 * unit], extents[2 * unit + 1]);
      }
      const price = storedPrice(file.bytes.toString("utf8", bodyStart), notes.head(number).description);
      prices.text[number] = price.text;
      prices.json[number] = price.json;
      prices.says[number] = price.says ? 1 : 0;
      yield;
    }
  }
  const base = yield* builder.finishing();
  const index = createSearchIndex({ base, dead: new Uint32Array(0), deltaNodes: new Uint32Array(0) });
  return { ...state, index, complete: true };
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
