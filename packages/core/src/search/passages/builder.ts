import { createForwardField } from "../postings/forward-field.js";
import { createGrowingWords } from "../postings/growing-words.js";
import { invert, type Postings } from "../postings/postings.js";
import { createVocabulary } from "../postings/vocabulary.js";
import { mix } from "../terms/term-hash.js";
import { createTokenizer } from "../terms/tokenizer.js";
import { createGrams, gramsByTerm } from "./grams.js";
import { leadOf } from "./lead.js";
import { keyTerm, withRuns } from "./name-runs.js";
import { BODY, KEYS, PASSAGE_FIELDS, type PassageSegment, TITLE } from "./segment.js";

/** A note as its passages are indexed. */
export interface NotePassages {
  /** The name, then the aliases. */
  readonly names: readonly string[];
  /** The file, and where each passage starts and ends in it. */
  readonly bytes: Uint8Array;
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
  /** The headings above each passage, as one text; the same text for passages under the same heading. */
  readonly headings: readonly string[];
}

export interface PassageBuilder {
  /** A note under its number. Notes may come in any order, each once; a number that never comes has no passages. */
  set(number: number, note: NotePassages): void;
  /** A note as another segment has it. */
  copy(number: number, from: PassageSegment, note: number): void;
  finish(): PassageSegment;
  /** The same in small steps: let others run between them, but add nothing until it is done. */
  finishing(): Generator<void, PassageSegment>;
}

const encoder = new TextEncoder();
/** A title is looked for in other passages where its note has no more passages than this; of longer notes the first one stands for it. */
const MOST_KEYED = 30;
/** In brackets behind a name: what kind of thing it is. */
const BRACKETS = /\s*\([^)]*\)\s*$/u;
/** No more aliases of a note are looked for. */
const MOST_NAMES = 8;

export interface PassageBuilderOptions {
  /** About how many bytes all notes have: growing to that size by steps would take twice the memory for a while. */
  readonly noteBytes?: number;
}

/** On real text the terms of passages, names and runs of names included, take less than half of its size. */
const TERMS_SHARE = 0.45;

export function createPassageBuilder({ noteBytes = 0 }: PassageBuilderOptions = {}): PassageBuilder {
  const vocabulary = createVocabulary();
  const grams = createGrams();
  const tokenizer = createTokenizer(vocabulary, { names: true, onNewTerm: grams.add });
  const forward = PASSAGE_FIELDS.map((field) =>
    createForwardField(field === BODY ? Math.max(1024, Math.ceil(noteBytes * TERMS_SHARE)) : undefined),
  );
  const first: number[] = [];
  const counts: number[] = [];
  const digests = createGrowingWords();
  let passages = 0;
  let room = new Uint32Array(1024);

  /** The words of a text, each with the bit of a name; their runs and, for a title, what it is mentioned by. */
  function read(bytes: Uint8Array, start?: number, end?: number): Words {
    const found = tokenizer.tokenize(bytes, start, end);
    const marks = tokenizer.marks();
    if (room.length < found.length * 4) room = new Uint32Array(found.length * 8);
    const length = withRuns(vocabulary, found, marks, room);
    return { words: room.slice(0, length), length: found.length, key: keyTerm(vocabulary, found, marks) };
  }

  function keysOf(names: readonly string[]): readonly number[] {
    const keys = new Set<number>();
    for (const name of names.slice(0, MOST_NAMES)) {
      const { key } = read(encoder.encode(name.normalize("NFC").replace(BRACKETS, "")));
      if (key >= 0) keys.add(key * 2);
    }
    return [...keys];
  }

  function set(number: number, { names, bytes, starts, ends, headings }: NotePassages): void {
    const count = starts.length;
    const title = read(encoder.encode((names[0] ?? "").normalize("NFC")));
    const keys = keysOf(names);
    const byHeading = new Map<string, Words>();
    for (let at = 0; at < count; at++) {
      const heading = headings[at] ?? "";
      let above = byHeading.get(heading);
      if (above === undefined) {
        above = heading === "" || heading === names[0] ? NO_WORDS : read(encoder.encode(heading.normalize("NFC")));
        byHeading.set(heading, above);
      }
      addPassage(bytes, starts[at]!, ends[at]!, [title, above], at === 0 || count <= MOST_KEYED ? keys : []);
    }
    open(number, count);
  }

  function addPassage(
    bytes: Uint8Array,
    start: number,
    end: number,
    above: readonly Words[],
    noteKeys: readonly number[],
  ): void {
    const lead = leadOf(bytes, start, end);
    const own = lead.end > lead.start ? read(bytes, lead.start, lead.end) : NO_WORDS;
    const body = read(bytes, start, end);
    const titles = [...above, own];
    forward[BODY]!.set(passages, body.words, body.length);
    const length = titles.reduce((sum, title) => sum + title.length, 0);
    forward[TITLE]!.set(passages, joined(titles.map(({ words }) => words)), length);
    forward[KEYS]!.set(passages, Uint32Array.from(own.key < 0 ? noteKeys : [...new Set([...noteKeys, own.key * 2])]));
    let [low, high] = [0x811c9dc5, 0x3c6ef372];
    for (const word of body.words) {
      low = Math.imul(low ^ vocabulary.lowOf(word >>> 1), 0x01000193);
      high = Math.imul(high ^ vocabulary.highOf(word >>> 1), 0x5bd1e995) ^ (high >>> 15);
    }
    digests.push(mix(low));
    digests.push(mix(high));
    passages += 1;
  }

  /** The passages that were added last are a note. */
  function open(number: number, count: number): void {
    while (first.length <= number) {
      first.push(0);
      counts.push(0);
    }
    first[number] = passages - count;
    counts[number] = count;
  }

  const sources = new Map<PassageSegment, { numbers: Uint32Array; grams: readonly (readonly number[])[] }>();

  function copy(at: number, from: PassageSegment, note: number): void {
    let source = sources.get(from);
    if (source === undefined) {
      const { count: terms } = from.vocabulary;
      source = { numbers: new Uint32Array(terms), grams: gramsByTerm(from.grams, terms) };
      sources.set(from, source);
    }
    const { numbers, grams: lists } = source;
    const renumber = (term: number) => {
      if (numbers[term] === 0) {
        const before = vocabulary.size;
        const number = vocabulary.number(from.vocabulary.low[term]!, from.vocabulary.high[term]!);
        if (number === before) grams.copy(number, lists[term]!, from.grams);
        numbers[term] = number + 1;
      }
      return numbers[term]! - 1;
    };
    const start = from.firstPassage[note]!;
    const count = from.passageCount[note]!;
    for (let passage = start; passage < start + count; passage++) {
      for (const field of PASSAGE_FIELDS) forward[field]!.copy(passages, from.forward[field]!, passage, renumber);
      digests.append(from.digests.subarray(2 * passage, 2 * passage + 2));
      passages += 1;
    }
    open(at, count);
  }

  function* finishing(): Generator<void, PassageSegment> {
    const frozen = PASSAGE_FIELDS.map((field) => forward[field]!.freeze(passages));
    const words = vocabulary.freeze();
    const bounds = Uint32Array.from({ length: passages + 1 }, (_, passage) => passage);
    const postings: Postings[] = [];
    for (const field of PASSAGE_FIELDS)
      postings.push(yield* invert({ forward: frozen[field]!, notes: passages, terms: words.count, bounds }));
    yield;
    return {
      notes: first.length,
      passages,
      firstPassage: Uint32Array.from(first),
      passageCount: Uint32Array.from(counts),
      digests: digests.slice(),
      vocabulary: words,
      grams: grams.freeze(),
      forward: frozen,
      postings,
    };
  }

  return {
    set,
    copy,
    finish() {
      const steps = finishing();
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
      }
    },
    finishing,
  };
}

/** The words of a text as a field has them, how many they are without runs of names, and what a title of these words is mentioned by. */
interface Words {
  readonly words: Uint32Array;
  readonly length: number;
  readonly key: number;
}

const NO_WORDS: Words = { words: new Uint32Array(0), length: 0, key: -1 };

function joined(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
