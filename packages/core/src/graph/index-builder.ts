import type { CompiledModuleName } from "../event.js";
import { type CompiledTerms, createCompiledTerms } from "./compiled-terms.js";
import { BODY, DESCRIPTION, FIELD_NUMBERS, type FieldNumber, HEADING, isPerUnit, LINK, NAME, TAG } from "./field.js";
import { createForwardField } from "./forward-field.js";
import { invert, type Postings } from "./postings.js";
import { documentsOf, perField, type Segment } from "./segment.js";
import { type TextPrice, textPrice } from "./text-price.js";
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

export interface SegmentBuilder {
  /** The next note; gives its number, counted from 0. */
  add(note: NoteFields): number;
  /** The same of a note as a vault packs it, and no strings are made. False where that cannot be, and nothing was added. */
  addPacked(bytes: Uint8Array, start: number, end: number): boolean;
  /** What others call the note where they link to it. All of it at once. */
  setLinkTexts(note: number, texts: readonly string[]): void;
  /** A unit's text as UTF-8. Any order; never is the same as empty. */
  setBody(note: number, unit: number, bytes: Uint8Array, start?: number, end?: number): void;
  /** All units of a file, start and end of each, as UTF-8; gives what the file costs from a place on. */
  setFile(note: number, file: Uint8Array, textStart: number, extents: readonly number[]): TextPrice;
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

/** Hears of a compiled module that could not go on; what it was to do is done without it. */
export type OnAbandoned = (module: CompiledModuleName, cause: unknown) => void;

export interface SegmentBuilderOptions {
  /** About how many bytes all bodies have: growing to that size by steps would take twice the memory for a while. */
  readonly bodyBytes?: number;
  readonly onAbandoned?: OnAbandoned | undefined;
}

/** On real text the terms of bodies take about a quarter of its size. */
const TERMS_SHARE = 0.3;

/** Of the documents of a packed note: before it are the names, the description and the tags. */
const FIRST_HEADING = 3;

/** Below this all is done before something faster is made. */
const WORTH_COMPILING = 64 * 1024;

export function createSegmentBuilder({ bodyBytes = 0, onAbandoned }: SegmentBuilderOptions = {}): SegmentBuilder {
  const vocabulary = createVocabulary();
  const tokenizer = createTokenizer(vocabulary);
  let compiled = bodyBytes < WORTH_COMPILING ? undefined : createCompiledTerms(vocabulary);
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

  /** What the module says. Nothing where it could not go on: its memory ends before ours does, and after a trap nothing in it can be trusted. */
  function asked<Result>(module: CompiledTerms, ask: (module: CompiledTerms) => Result): Result | undefined {
    try {
      return ask(module);
    } catch (cause) {
      compiled = undefined;
      onAbandoned?.("terms", cause);
      return undefined;
    }
  }

  /** Where a text of so many bytes is written to. */
  function roomFor(length: number): Uint8Array {
    if (compiled !== undefined && length <= compiled.room.length) return compiled.room;
    if (length > scratch.length) scratch = new Uint8Array(length * 2);
    return scratch;
  }

  /** What was written to a room is a document. False where that room is gone with its module. */
  function setRoom(field: FieldNumber, document: number, room: Uint8Array, length: number): boolean {
    made[field] = undefined;
    const module = room === scratch ? undefined : compiled;
    if (module === undefined) {
      forward[field]!.set(document, tokenizer.tokenize(room, 0, length));
      return true;
    }
    const isDone = asked(module, ({ tokenize }) => {
      tokenize(length);
      return true;
    });
    if (isDone === undefined) return false;
    forward[field]!.take(document, module, 0, 1);
    return true;
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
    if (!setRoom(field, document, room, text.length)) setText(field, document, text);
  }

  function setAnyText(field: FieldNumber, document: number, text: string): void {
    const room = roomFor(text.length * 3);
    const isSet = setRoom(field, document, room, encoder.encodeInto(text, room).written);
    if (!isSet) setAnyText(field, document, text);
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
      made[field] ??= yield* invert(input, (cause) => onAbandoned?.("postings", cause));
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
    addPacked(bytes, start, end) {
      const module = compiled;
      if (module === undefined) return false;
      const documents = asked(module, ({ tokenizeFields }) => tokenizeFields(bytes, start, end)) ?? 0;
      if (documents === 0) return false;
      const unit = units();
      const note = open(documents - FIRST_HEADING);
      forward[NAME]!.take(note, module, 0, 1);
      forward[DESCRIPTION]!.take(note, module, 1, 2);
      forward[TAG]!.take(note, module, 2, FIRST_HEADING);
      forward[HEADING]!.take(unit, module, FIRST_HEADING, documents);
      return true;
    },
    // Each wording once: what counts is what others call the note, not how many do.
    setLinkTexts: (note, texts) => setText(LINK, note, [...new Set(texts)].join(SEPARATE)),
    setBody: setUnit,
    setFile(note, file, textStart, extents) {
      made[BODY] = undefined;
      const module = compiled;
      const price = module && asked(module, ({ measure }) => measure(file, textStart, extents));
      if (module === undefined || price === undefined) {
        for (let unit = 0; 2 * unit < extents.length; unit++)
          setUnit(note, unit, file, extents[2 * unit]!, extents[2 * unit + 1]!);
        return textPrice(decoder.decode(file.subarray(textStart)));
      }
      const document = firstUnit[note]!;
      const units = Math.min(extents.length / 2, firstUnit[note + 1]! - document);
      forward[BODY]!.take(document, module, 0, units);
      return price;
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
