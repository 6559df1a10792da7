import { documentsOf, perField, type Segment } from "../terms/segment.js";
import { createTokenizer } from "../terms/tokenizer.js";
import { BODY, DESCRIPTION, FIELD_NUMBERS, type FieldNumber, HEADING, isPerUnit, LINK, NAME, TAG } from "./field.js";
import { createForwardField } from "./forward-field.js";
import { invert, type Postings } from "./postings.js";
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

export interface SegmentBuilder {
  /** The next note; gives its number, counted from 0. */
  add(note: NoteFields): number;
  /** What others call the note where they link to it. All of it at once. */
  setLinkTexts(note: number, texts: readonly string[]): void;
  /** A unit's text as UTF-8. Any order; never is the same as empty. */
  setBody(note: number, unit: number, bytes: Uint8Array, start?: number, end?: number): void;
  /** All units of a file, start and end of each, as UTF-8. */
  setFile(note: number, file: Uint8Array, extents: readonly number[]): void;
  /** Takes a field over from another segment, as it is there. Units that are not in both are left out. */
  copyField(note: number, field: FieldNumber, from: Segment, fromNote: number): void;
  /** The segment as it stands. More may be added and `finish` called again: only what changed is made anew. */
  finish(): Segment;
  /** The same in small steps: let others run between them, but add nothing until it is done. */
  finishing(): Generator<void, Segment>;
}

const encoder = new TextEncoder();
const SEPARATE = "\n";

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

  /** Where a text of so many bytes is written to. */
  function roomFor(length: number): Uint8Array {
    if (length > scratch.length) scratch = new Uint8Array(length * 2);
    return scratch;
  }

  /** What was written to the room is a document. */
  function setRoom(field: FieldNumber, document: number, length: number): void {
    made[field] = undefined;
    forward[field]!.set(document, tokenizer.tokenize(scratch, 0, length));
  }

  function setText(field: FieldNumber, document: number, text: string): void {
    const room = roomFor(text.length);
    // Most are short and ASCII: a call into the encoder costs more than they do.
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) {
        setAnyText(field, document, text.normalize("NFC"));
        return;
      }
      room[at] = code;
    }
    setRoom(field, document, text.length);
  }

  function setAnyText(field: FieldNumber, document: number, text: string): void {
    setRoom(field, document, encoder.encodeInto(text, roomFor(text.length * 3)).written);
  }

  function setUnit(note: number, unit: number, bytes: Uint8Array, start?: number, end?: number): void {
    const document = firstUnit[note]! + unit;
    if (document >= firstUnit[note + 1]!) return;
    made[BODY] = undefined;
    forward[BODY]!.set(document, tokenizer.tokenize(bytes, start, end));
  }

  function* finishing(): Generator<void, Segment> {
    const unitBounds = Uint32Array.from(firstUnit);
    const count = notes();
    const frozen = perField((field) => forward[field]!.freeze(isPerUnit(field) ? units() : count));
    const words = vocabulary.freeze();
    const each = Uint32Array.from({ length: count + 1 }, (_, note) => note);
    for (const field of FIELD_NUMBERS) {
      const bounds = isPerUnit(field) ? unitBounds : each;
      const input = { forward: frozen[field]!, notes: count, terms: words.count, bounds };
      made[field] ??= yield* invert(input);
    }
    return {
      notes: count,
      firstUnit: unitBounds,
      vocabulary: words,
      forward: frozen,
      postings: made.map((one) => one!),
    };
  }

  /** Gives its number. */
  function open(headings: number): number {
    const note = notes();
    firstUnit.push(units() + Math.max(1, headings));
    // Lengths of a field that has no text for this note change too.
    made.fill(undefined);
    return note;
  }

  function add({ names, description, tags, headings }: NoteFields): number {
    const unit = units();
    const note = open(headings.length);
    setText(NAME, note, names.length === 1 ? names[0]! : names.join(SEPARATE));
    setText(DESCRIPTION, note, description);
    setText(TAG, note, tags.join(SEPARATE));
    for (let at = 0; at < headings.length; at++) setText(HEADING, unit + at, headings[at]!);
    return note;
  }

  return {
    add,
    // Each wording once: what counts is what others call the note, not how many do.
    setLinkTexts: (note, texts) => setText(LINK, note, [...new Set(texts)].join(SEPARATE)),
    setBody: setUnit,
    setFile(note, file, extents) {
      // A file may have been longer when it was parsed.
      for (let unit = 0; 2 * unit < extents.length; unit++)
        setUnit(note, unit, file, extents[2 * unit]!, Math.min(file.length, extents[2 * unit + 1]!));
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
