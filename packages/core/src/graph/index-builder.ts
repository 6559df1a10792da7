import { BODY, DESCRIPTION, FIELD_NUMBERS, type FieldNumber, HEADING, isPerUnit, LINK, NAME, TAG } from "./field.js";
import { createForwardField } from "./forward-field.js";
import { invert, type Postings } from "./postings.js";
import { documentsOf, perField, type Segment } from "./segment.js";
import type { TextMeter } from "./text-meter.js";
import { createTokenizer } from "./tokenizer.js";
import { createVocabulary } from "./vocabulary.js";

/** What is indexed of a note besides its body. */
export interface NoteFields {
  /** The name and the aliases. */
  readonly names: readonly string[];
  readonly description: string;
  readonly tags: readonly string[];
  /** One a unit, in order; empty for text before the first heading. At least one. */
  readonly headings: readonly string[];
}

/** The same as places in some bytes that are UTF-8: start and end of each text, one after the other. */
export interface NoteFieldRanges {
  readonly names: readonly number[];
  readonly description: readonly number[];
  readonly tags: readonly number[];
  readonly headings: readonly number[];
}

export interface SegmentBuilder {
  /** The next note; gives its number, counted from 0. */
  add(note: NoteFields): number;
  /** The same, and no strings are made where all is ASCII. */
  addRanges(bytes: Uint8Array, note: NoteFieldRanges): number;
  /** What others call the note where they link to it. All of it at once. */
  setLinkTexts(note: number, texts: readonly string[]): void;
  /** A unit's text as UTF-8. Any order; never is the same as empty. */
  setBody(note: number, unit: number, bytes: Uint8Array, start?: number, end?: number): void;
  /** The same for a unit of a text that the meter has begun, and the meter goes on over it. In the order of the text. */
  setMeasuredBody(
    note: number,
    unit: number,
    bytes: Uint8Array,
    range: readonly [number, number],
    meter: TextMeter,
  ): void;
  /** Takes a field over from another segment, as it is there. Units that are not in both are left out. */
  copyField(note: number, field: FieldNumber, from: Segment, fromNote: number): void;
  /** The segment as it stands. More may be added and `finish` called again: only what changed is made anew. */
  finish(): Segment;
  /** The same in small steps: let others run between them, but add nothing until it is done. */
  finishing(): Generator<void, Segment>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const SEPARATE = "\n";
const SEPARATE_BYTE = 10;

export interface SegmentBuilderOptions {
  /** About how many bytes all bodies have: growing to that size by steps would take twice the memory for a while. */
  readonly bodyBytes?: number;
}

/** On real text the terms of bodies take about a quarter of its size. */
const TERMS_SHARE = 0.3;

export function createSegmentBuilder({ bodyBytes = 0 }: SegmentBuilderOptions = {}): SegmentBuilder {
  const vocabulary = createVocabulary();
  const tokenizer = createTokenizer(vocabulary);
  const forward = perField((field) =>
    createForwardField(field === BODY ? Math.max(1024, Math.ceil(bodyBytes * TERMS_SHARE)) : undefined),
  );
  const made: (Postings | undefined)[] = perField(() => undefined).slice();
  const firstUnit: number[] = [0];
  let scratch = new Uint8Array(4096);
  let renumberedFrom: Uint32Array | undefined;
  let numbers = new Uint32Array(0);

  const notes = () => firstUnit.length - 1;
  const units = () => firstUnit[notes()]!;

  /** From another segment's term numbers to ours, each looked up once. */
  function renumbering({ vocabulary: { low, high, count } }: Segment): (term: number) => number {
    if (renumberedFrom !== low) {
      renumberedFrom = low;
      numbers = new Uint32Array(count);
    }
    return (term) => {
      if (term >= count) return vocabulary.number(0, term);
      if (numbers[term] === 0) numbers[term] = vocabulary.number(low[term]!, high[term]!) + 1;
      return numbers[term]! - 1;
    };
  }

  function setText(field: FieldNumber, document: number, text: string): void {
    made[field] = undefined;
    // First this: it may put a larger buffer in the place of the one there is.
    const length = encode(text);
    forward[field]!.set(document, tokenizer.tokenize(scratch, 0, length));
  }

  /** The texts from one place of `ranges` to another, as one. */
  function setRanges(
    field: FieldNumber,
    document: number,
    bytes: Uint8Array,
    ranges: readonly number[],
    from: number,
    to: number,
  ): void {
    made[field] = undefined;
    let length = 0;
    for (let place = from; place < to; place += 2) {
      const [start, end] = [ranges[place]!, ranges[place + 1]!];
      if (length + end - start + 1 > scratch.length) growScratch(length + end - start + 1);
      if (place > from) scratch[length++] = SEPARATE_BYTE;
      for (let at = start; at < end; at++) {
        const byte = bytes[at]!;
        if (byte > 0x7f) {
          setText(field, document, textOf(bytes, ranges, from, to));
          return;
        }
        scratch[length++] = byte;
      }
    }
    forward[field]!.set(document, tokenizer.tokenize(scratch, 0, length));
  }

  function growScratch(length: number): void {
    const larger = new Uint8Array(length * 2);
    larger.set(scratch);
    scratch = larger;
  }

  /** Into one buffer for all: a vault has a hundred thousand names, and each would be an array of its own. */
  function encode(text: string): number {
    if (text.length * 3 > scratch.length) scratch = new Uint8Array(text.length * 3);
    // Most are short and ASCII: a call into the encoder costs more than they do.
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) return encodeAny(text.normalize("NFC"));
      scratch[at] = code;
    }
    return text.length;
  }

  function encodeAny(text: string): number {
    if (text.length * 3 > scratch.length) scratch = new Uint8Array(text.length * 3);
    return encoder.encodeInto(text, scratch).written;
  }

  function* finishing(): Generator<void, Segment> {
    const bounds = Uint32Array.from(firstUnit);
    const count = notes();
    const frozen = perField((field) => forward[field]!.freeze(isPerUnit(field) ? units() : count));
    const words = vocabulary.freeze();
    for (const field of FIELD_NUMBERS) {
      const firstDocument = isPerUnit(field) ? (note: number) => bounds[note]! : (note: number) => note;
      made[field] ??= yield* invert({ forward: frozen[field]!, notes: count, terms: words.count, firstDocument });
    }
    return { notes: count, firstUnit: bounds, vocabulary: words, forward: frozen, postings: made.map((each) => each!) };
  }

  /** Gives its number. */
  function open(headings: number): number {
    const note = notes();
    firstUnit.push(units() + Math.max(1, headings));
    // Lengths of a field that has no text for this note change too.
    made.fill(undefined);
    return note;
  }

  return {
    add({ names, description, tags, headings }) {
      const unit = units();
      const note = open(headings.length);
      setText(NAME, note, names.length === 1 ? names[0]! : names.join(SEPARATE));
      setText(DESCRIPTION, note, description);
      setText(TAG, note, tags.join(SEPARATE));
      for (let at = 0; at < headings.length; at++) setText(HEADING, unit + at, headings[at]!);
      return note;
    },
    addRanges(bytes, { names, description, tags, headings }) {
      const unit = units();
      const note = open(headings.length / 2);
      setRanges(NAME, note, bytes, names, 0, names.length);
      setRanges(DESCRIPTION, note, bytes, description, 0, 2);
      setRanges(TAG, note, bytes, tags, 0, tags.length);
      for (let at = 0; at < headings.length; at += 2) setRanges(HEADING, unit + at / 2, bytes, headings, at, at + 2);
      return note;
    },
    // Each wording once: what counts is what others call the note, not how many do.
    setLinkTexts: (note, texts) => setText(LINK, note, [...new Set(texts)].join(SEPARATE)),
    setBody(note, unit, bytes, start, end) {
      const document = firstUnit[note]! + unit;
      if (document >= firstUnit[note + 1]!) return;
      made[BODY] = undefined;
      forward[BODY]!.set(document, tokenizer.tokenize(bytes, start, end));
    },
    setMeasuredBody(note, unit, bytes, [start, end], meter) {
      const document = firstUnit[note]! + unit;
      made[BODY] = undefined;
      forward[BODY]!.set(document, tokenizer.measure(bytes, start, end, meter));
    },
    copyField(note, field, from, fromNote) {
      made[field] = undefined;
      const [to, end] = documentsOf({ firstUnit }, field, note);
      const [start, stop] = documentsOf(from, field, fromNote);
      const renumber = renumbering(from);
      for (let at = 0; start + at < stop && to + at < end; at++) {
        forward[field]!.copy(to + at, from.forward[field]!, start + at, renumber);
      }
    },
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

function textOf(bytes: Uint8Array, ranges: readonly number[], from: number, to: number): string {
  const texts: string[] = [];
  for (let place = from; place < to; place += 2)
    texts.push(decoder.decode(bytes.subarray(ranges[place], ranges[place + 1])));
  return texts.join(SEPARATE);
}
