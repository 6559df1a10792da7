import { isMapOfContent } from "../graph/moc.js";
import { type BlockTable, LEAF_STRIDE } from "../markdown/block-table.js";
import { type Diagnostic, readFrontmatterBytes } from "../markdown/frontmatter.js";
import { shownText } from "./body-references.js";
import { createByteReader } from "./byte-reader.js";
import {
  ALIAS_COUNT,
  ALIASES,
  DECLARED,
  DECLARED_COUNT,
  FIELDS,
  FRONT_TEXTS,
  LEAF_COUNT,
  LEAVES,
  LISTED,
  MOST_LISTED,
  NAME_KEY,
  NOTE,
  RECORD,
  RECORD_LENGTH,
  SAID,
  STEM_KEY,
  TAG_COUNT,
} from "./compiled-layout.js";
import type { CompiledModule, ModuleImports, ModuleMemory } from "./compiled-module.js";
import { fileStem } from "./connect-notes.js";
import { firstSentence } from "./first-sentence.js";
import { type FrontFields, frontFields } from "./front-fields.js";
import { keysOf } from "./link-resolver.js";
import { linkKind, type NoteCalled, readCalled } from "./note-codec.js";
import { noteIdOf } from "./note-id.js";
import { bodyStartOf, shownHeading } from "./parse-note.js";

const encoder = new TextEncoder();
const NO_DEFINITIONS = new Int32Array(0);

/** The note that the module reads now. */
export interface NoteAtHand {
  /** In bytes, of the file and of what was packed before it. */
  size: number;
  packedBefore: number;
  /** The file as latin1, if anything asked for it. */
  text: string | undefined;
  diagnostics: readonly Diagnostic[];
}

/** What the module asks for: it needs Unicode's tables, or seldom comes. Texts with marks in them, sentences, frontmatter that few write. */
export function answersFor(note: NoteAtHand, module: () => CompiledModule): Omit<ModuleImports, "targetThere"> {
  function text(): string {
    note.text ??= module().memory.bytes.toString("latin1", NOTE, NOTE + note.size);
    return note.text;
  }

  function say(said: string): number {
    return encoder.encodeInto(said, module().memory.bytes.subarray(SAID, NOTE)).written;
  }

  function called(): NoteCalled {
    const { bytes, numbers } = module().memory;
    return readCalled(createByteReader(bytes, RECORD + note.packedBefore, RECORD + numbers[RECORD_LENGTH]!));
  }

  return {
    sayHeading: (start, end) => say(shownHeading(text(), start, end)),
    sayShown: (start, end) => say(shownText(text(), start, end)),
    saySentence: () => say(firstSentence(text(), blocksIn(module().memory))),
    readFrontThere(length) {
      const { memory } = module();
      const bytes = memory.bytes.subarray(NOTE, NOTE + length);
      const front = readFrontmatterBytes(bytes);
      note.diagnostics = front.diagnostics;
      return writeFields(memory, frontFields(front)) ? bodyStartOf(front, bytes) : -1;
    },
    addCalledThere: (number) => announce(module(), called(), number),
    addIdThere: (number) => identify(module(), called(), number),
  };
}

/** Says what a note can be found by: file name, name, aliases and id, and whether it is called like a map of content. */
export function announce(module: CompiledModule, called: NoteCalled, number: number): void {
  const { exports, memory } = module;
  const { path, name, type } = called;
  const { stems, names } = keysOf(called);
  const add = (kind: number, key: string) => {
    const { from, to } = memory.put(Buffer.from(key));
    exports.addKey(kind, from, to, number);
  };
  for (const key of stems) add(STEM_KEY, key);
  for (const key of names) add(NAME_KEY, key);
  exports.addMapName(isMapOfContent({ type, names: [name, fileStem(path)] }, 0) ? 1 : 0);
  identify(module, called, number);
}

function identify({ exports, memory }: CompiledModule, called: NoteCalled, number: number): void {
  const { from, to } = memory.put(Buffer.from(noteIdOf(called)));
  exports.addId(from, to, number);
}

function blocksIn({ bytes, numbers }: ModuleMemory): BlockTable {
  const leafCount = numbers[LEAF_COUNT]!;
  const leaves = new Int32Array(bytes.buffer, LEAVES, leafCount * LEAF_STRIDE);
  return { leaves, leafCount, definitions: NO_DEFINITIONS, definitionCount: 0, doubtful: false };
}

/** Says what the frontmatter holds where the module would; false where that is too much. */
function writeFields({ bytes, numbers }: ModuleMemory, fields: FrontFields): boolean {
  const { name, type, domain, description, tags, aliases, links } = fields;
  if (Math.max(tags.length, aliases.length, links.length) > MOST_LISTED) return false;
  let at = FRONT_TEXTS;
  let fits = true;
  const put = (word: string, row: number) => {
    const { read, written } = encoder.encodeInto(word, bytes.subarray(at, SAID));
    fits &&= read === word.length;
    numbers[row] = at;
    at += written;
    numbers[row + 1] = at;
  };
  for (const [index, field] of [name, type, domain, description].entries()) {
    if (field === undefined) numbers.fill(0, FIELDS + 2 * index, FIELDS + 2 * index + 2);
    else put(field, FIELDS + 2 * index);
  }
  for (const [index, tag] of tags.entries()) put(tag, LISTED + 2 * index);
  for (const [index, alias] of aliases.entries()) put(alias, ALIASES + 2 * index);
  for (const [index, { form, relation, target, anchor, line }] of links.entries()) {
    const row = DECLARED + 6 * index;
    numbers[row] = linkKind(form, relation);
    put(target, row + 1);
    put(anchor, row + 3);
    numbers[row + 5] = line;
  }
  numbers[TAG_COUNT] = tags.length;
  numbers[ALIAS_COUNT] = aliases.length;
  numbers[DECLARED_COUNT] = links.length;
  return fits;
}
