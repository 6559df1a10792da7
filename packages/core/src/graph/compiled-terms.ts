import { compiledFrom, engine, PAGE_BYTES, type WasmMemory } from "../compiled/engine.js";
import { WASM } from "../compiled/terms.wasm.js";
import { decodedTables } from "../estimate-pieces.js";
import { characterClass } from "./character-class.js";
import { type DenseTerms, denseTerms } from "./dense-terms.js";
import type { MadeLists } from "./forward-field.js";
import { styleOf } from "./name-style.js";
import { termsOfSpelling } from "./spelling-terms.js";
import { stemTables } from "./stem-tables.js";
import { hashTerm } from "./term-hash.js";
import type { TextPrice } from "./text-price.js";
import type { GrowingVocabulary } from "./vocabulary.js";
import { KIND, MARK_ALONE } from "./word-bounds.js";

/**
 * The tokenizer and the estimator as one compiled module: it runs at full speed from the first word on, and where both cut a text alike, one look
 * at one table gives the term and the price. It finds what they find, to the unit; a property test compares.
 */
export interface CompiledTerms extends MadeLists {
  // Lists are those of the documents of the last call.
  /** Where a text is written to that is to be tokenized. Good until then. */
  readonly room: Uint8Array;
  /** The text in the first bytes of the room is a document. */
  tokenize(length: number): void;
  /**
   * The fields of a packed note: names, description and tags are documents, and each heading. Gives how many; 0 where not all is ASCII, and nothing
   * was done.
   */
  tokenizeFields(bytes: Uint8Array, start: number, end: number): number;
  /** Documents of a file, start and end of each, and what its text costs from a place on. Nothing, if that is too much or no UTF-8. */
  measure(file: Uint8Array, textStart: number, extents: readonly number[]): TextPrice | undefined;
}

// Where things stand in the module's memory: `compiled/terms/memory.ts`.
const RESULT = 0x0;
const BYTE_KINDS = 0x400;
const ALONE = 0x500;
const DEFINED = 0x600;
const STEM_LISTS = 0x4000;
const KNOWN = 0x10000;
const KINDS = 0x90000;
const COSTS = 0xa0000;
const INNER = 0xb0000;
const SYMBOL_NUMBERS = 0xc0000;
const PAIRS = 0xd0000;
const CLASSES = 0xe0000;
const DOCUMENTS = 0xf0000;
const MOST_DOCUMENTS = 0x8000;
/** After a line end, so that a text begins a sentence. */
const INPUT = 0x130001;
const MOST_BYTES = 0x200000;
const OUTPUT = 0x1760000;
const OUTPUT_END = 0x2370000;
const TERMS = 0x2900000;
const TERM_BYTES = 8;
const BLOCK = 256;
const LINE_FEED = 10;

interface Exports {
  prepare(seed: bigint): void;
  add(word: number): void;
  tokenizeAll(texts: number): void;
  tokenizeFields(from: number, to: number): number;
  /** Whether it was done. */
  measureAll(from: number, to: number, documents: number): number;
}

let module: object | undefined;

/** Nothing where there is no WebAssembly: a process may be told to compile nothing. */
export function createCompiledTerms(vocabulary: GrowingVocabulary): CompiledTerms | undefined {
  try {
    module ??= compiledFrom(WASM);
    return instantiate(module, vocabulary);
  } catch {
    return undefined;
  }
}

function instantiate(from: object, vocabulary: GrowingVocabulary): CompiledTerms {
  const { Memory, Instance } = engine();
  const memory = new Memory({ initial: TERMS / PAGE_BYTES + 8 });
  let views = viewsOf(memory);
  let hasPrices = false;

  /** The number of a term, which the module then has room for. */
  function numberOf(low: number, high: number): number {
    // From the module they come with a sign.
    const number = vocabulary.number(low >>> 0, high >>> 0);
    const lacking = TERMS + (number + 1) * TERM_BYTES - views.bytes.length;
    if (lacking > 0) {
      memory.grow(Math.max(Math.ceil(lacking / PAGE_BYTES), (views.bytes.length - TERMS) / PAGE_BYTES));
      views = viewsOf(memory);
    }
    return number;
  }

  const host = {
    define(start: number, end: number): number {
      const terms = termsOfSpelling(views.bytes, start, end);
      const style = styleOf(views.bytes, start, end);
      for (let at = 0; at < terms.length; at += 1) {
        const { low, high } = hashTerm(terms[at]!);
        const number = numberOf(low, high);
        views.numbers[DEFINED / 4 + at] = number;
      }
      return terms.length | (style << 8);
    },
    numberOf,
    classify(block: number): void {
      for (let low = 0; low < BLOCK; low += 1)
        views.bytes[CLASSES + block * BLOCK + low] = characterClass(block * BLOCK + low);
    },
    classOf: characterClass,
    dense(start: number, end: number): number {
      // First all of them are found: a new term may need more memory, and who looked at it before sees nothing then.
      hashes.length = 0;
      const after = dense(views.bytes, start, end);
      for (let at = 0; at < hashes.length; at += 2) exports.add(numberOf(hashes[at]!, hashes[at + 1]!) * 2 + 1);
      return after;
    },
  };
  const exports = new Instance(from, { env: { memory }, host }).exports as Exports;
  const hashes: number[] = [];
  const dense: DenseTerms = denseTerms((low, high) => hashes.push(low, high));
  setWordTables(views.bytes);
  // Not to be foreseen: nobody can write words that all meet in one place of the table.
  exports.prepare(BigInt(Math.floor(Math.random() * 2 ** 52)));

  return {
    get room() {
      return views.room;
    },
    get lists() {
      return views.lists;
    },
    tokenize(length) {
      views.documents[0] = INPUT;
      views.documents[1] = INPUT + length;
      exports.tokenizeAll(1);
    },
    tokenizeFields(bytes, start, end) {
      if (end - start > MOST_BYTES) return 0;
      views.room.set(bytes.subarray(start, end));
      return exports.tokenizeFields(INPUT, INPUT + end - start);
    },
    measure(file, textStart, extents) {
      if (file.length > MOST_BYTES || textStart > file.length || extents.length > 2 * MOST_DOCUMENTS) return undefined;
      if (!hasPrices) setPriceTables(views.bytes);
      hasPrices = true;
      const { room, documents } = views;
      room.set(file);
      for (let at = 0; at < extents.length; at += 1) {
        // The file was longer when it was parsed.
        if (extents[at]! > file.length) return undefined;
        documents[at] = INPUT + extents[at]!;
      }
      if (exports.measureAll(INPUT + textStart, INPUT + file.length, extents.length >> 1) === 0) return undefined;
      return { text: views.numbers[RESULT]!, json: views.numbers[RESULT + 1]! };
    },
    get found() {
      return views.documents;
    },
  };
}

/** A memory that grows has another buffer after that. */
function viewsOf({ buffer }: WasmMemory) {
  return {
    bytes: new Uint8Array(buffer),
    numbers: new Uint32Array(buffer, 0, KNOWN / 4),
    documents: new Uint32Array(buffer, DOCUMENTS, 2 * MOST_DOCUMENTS),
    room: new Uint8Array(buffer, INPUT, MOST_BYTES),
    lists: new Uint8Array(buffer, OUTPUT, OUTPUT_END - OUTPUT),
  };
}

function setWordTables(bytes: Uint8Array): void {
  bytes.set(KIND, BYTE_KINDS);
  bytes.set(MARK_ALONE, ALONE);
  bytes.set(stemTables(STEM_LISTS), STEM_LISTS);
  bytes[INPUT - 1] = LINE_FEED;
}

function setPriceTables(bytes: Uint8Array): void {
  const { kinds, costs, inner, symbols, pairs, known } = decodedTables();
  bytes.set(new Uint8Array(known.buffer, known.byteOffset, known.byteLength), KNOWN);
  bytes.set(kinds, KINDS);
  bytes.set(costs, COSTS);
  bytes.set(inner, INNER);
  bytes.set(symbols, SYMBOL_NUMBERS);
  bytes.set(pairs, PAIRS);
}
