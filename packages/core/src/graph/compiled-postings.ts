import { compiledFrom, engine, PAGE_BYTES, type WasmMemory } from "../compiled/engine.js";
import { WASM } from "../compiled/postings.wasm.js";
import type { InversionInput, Postings } from "./postings.js";

// Of what is copied to the module's memory at a time, between two pauses. A note that has more is not for it.
const MOST_NOTES = 1024;
const MOST_DOCUMENTS = 1 << 14;
const MOST_BYTES = 1 << 22;

/** Longer postings stay in the module's memory: a copy would take as much again while both are there. Shorter ones do not keep a memory for them. */
const MOST_COPIED = 1 << 20;

const TALLY_BYTES = 16;
/** Numbers of more terms take more bytes than the module reads at once. */
const MOST_TERMS = 2 ** 26;
/** It reads and writes four bytes at once, of which it may need one. */
const SLACK = 8;

interface Exports {
  begin(terms: number, order: number, bounds: number, starts: number, ends: number, lists: number): void;
  measureNotes(from: number, count: number, skipped: number): void;
  countLists(): number;
  layOut(listed: number, starts: number, frequencies: number): number;
  writeNotes(from: number, count: number, skipped: number, into: number): void;
}

let module: object | undefined;

/** The inversion of `postings.ts` by a compiled module, to the byte. Nothing where that cannot be: without WebAssembly, or for a note like no other. */
export function compiledInversion(input: InversionInput): Generator<void, Postings> | undefined {
  if (input.terms >= MOST_TERMS) return undefined;
  const windows = windowsOf(input);
  if (windows === undefined) return undefined;
  try {
    module ??= compiledFrom(WASM);
    const { Memory, Instance } = engine();
    const layout = layoutOf(input);
    const memory = new Memory({ initial: Math.ceil(layout.end / PAGE_BYTES) });
    const exports = new Instance(module, { env: { memory } }).exports as Exports;
    return inverting({ input, windows, layout, memory, exports });
  } catch {
    return undefined;
  }
}

/** Some notes, and from where to where their lists are. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Lists mostly stand in the order of their notes: those of some notes are then copied as one. */
function windowsOf({ forward: { starts, ends }, notes, bounds }: InversionInput): readonly Window[] | undefined {
  const windows: Window[] = [];
  for (let from = 0; from < notes; ) {
    let to = from;
    let [start, end] = [0, 0];
    for (; to < notes && to < from + MOST_NOTES && bounds[to + 1]! - bounds[from]! <= MOST_DOCUMENTS; to++) {
      let first = start;
      let last = end;
      for (let document = bounds[to]!; document < bounds[to + 1]!; document++) {
        if (starts[document] === ends[document]) continue;
        if (last === 0 || starts[document]! < first) first = starts[document]!;
        if (ends[document]! > last) last = ends[document]!;
      }
      if (last - first > MOST_BYTES) break;
      start = first;
      end = last;
    }
    if (to === from) return undefined;
    windows.push({ from, to, start, end });
    from = to;
  }
  return windows;
}

/** Where things stand in the memory until the lists are laid out. Tallies come first. */
interface Layout {
  readonly order: number;
  readonly bounds: number;
  readonly starts: number;
  readonly ends: number;
  readonly lists: number;
  readonly end: number;
}

function layoutOf({ forward, terms }: InversionInput): Layout {
  const order = terms * TALLY_BYTES;
  const bounds = order + (terms + 1) * 4;
  const starts = bounds + (MOST_NOTES + 1) * 4;
  const ends = starts + MOST_DOCUMENTS * 4;
  const lists = ends + MOST_DOCUMENTS * 4;
  return { order, bounds, starts, ends, lists, end: lists + Math.min(MOST_BYTES, forward.bytes.length) + SLACK };
}

interface Inversion {
  readonly input: InversionInput;
  readonly windows: readonly Window[];
  readonly layout: Layout;
  readonly memory: WasmMemory;
  readonly exports: Exports;
}

function* inverting({ input, windows, layout, memory, exports }: Inversion): Generator<void, Postings> {
  const { begin, measureNotes, countLists, layOut, writeNotes } = exports;
  begin(input.terms, layout.order, layout.bounds, layout.starts, layout.ends, layout.lists);
  for (const window of windows) {
    copy(window, input, layout, memory.buffer);
    measureNotes(window.from, window.to - window.from, window.start);
    yield;
  }
  const lists = countLists();
  const listed = (layout.end + 3) & ~3;
  const starts = listed + lists * 4;
  const frequencies = starts + (lists + 1) * 4;
  const bytes = frequencies + lists * 4;
  growTo(memory, bytes);
  const size = layOut(listed, starts, frequencies);
  growTo(memory, bytes + size + SLACK);
  yield;
  for (const window of windows) {
    copy(window, input, layout, memory.buffer);
    writeNotes(window.from, window.to - window.from, window.start, bytes);
    yield;
  }
  const written = new Uint8Array(memory.buffer, bytes, size);
  return {
    terms: new Uint32Array(memory.buffer, listed, lists).slice(),
    starts: new Uint32Array(memory.buffer, starts, lists + 1).slice(),
    bytes: size > MOST_COPIED ? written : written.slice(),
    frequencies: new Uint32Array(memory.buffer, frequencies, lists).slice(),
    lengths: lengthsOf(input),
  };
}

function copy({ from, to, start, end }: Window, input: InversionInput, layout: Layout, buffer: ArrayBuffer): void {
  const { bounds, forward } = input;
  const [first, last] = [bounds[from]!, bounds[to]!];
  new Uint8Array(buffer, layout.lists).set(forward.bytes.subarray(start, end));
  new Uint32Array(buffer, layout.bounds, MOST_NOTES + 1).set(bounds.subarray(from, to + 1));
  new Uint32Array(buffer, layout.starts, MOST_DOCUMENTS).set(forward.starts.subarray(first, last));
  new Uint32Array(buffer, layout.ends, MOST_DOCUMENTS).set(forward.ends.subarray(first, last));
}

function lengthsOf({ forward: { lengths }, notes, bounds }: InversionInput): Uint32Array {
  const sums = new Uint32Array(notes);
  for (let note = 0; note < notes; note++) {
    let sum = 0;
    for (let document = bounds[note]!; document < bounds[note + 1]!; document++) sum += lengths[document]!;
    sums[note] = sum;
  }
  return sums;
}

function growTo(memory: WasmMemory, size: number): void {
  const lacking = Math.ceil((size - memory.buffer.byteLength) / PAGE_BYTES);
  if (lacking > 0) memory.grow(lacking);
}
