import type { Diagnostic } from "../markdown/frontmatter.js";
import { connectCompiled } from "./compiled-connect.js";
import { announce, answersFor, type NoteAtHand } from "./compiled-host.js";
import {
  ID_BYTES,
  ID_ENDS,
  LINK_RECORDS,
  LINKS_LENGTH,
  MOST_NOTE_BYTES,
  NOTE,
  PATH,
  PATH_BYTES,
  RECORD,
  RECORD_LENGTH,
  STRING_BYTES,
  STRING_STARTS,
} from "./compiled-layout.js";
import { type CompiledModule, type ModuleImports, startModule } from "./compiled-module.js";
import type { Connected } from "./connect-notes.js";
import type { Steps } from "./in-steps.js";
import type { PackedIds } from "./node-ids.js";
import { LINK_END_STRIDE } from "./note-codec.js";
import type { NoteList } from "./note-list.js";
import type { NotePacker } from "./note-packer.js";
import type { ReadFile } from "./read-notes.js";
import type { StringTable } from "./string-table.js";

/** Loads a vault in WebAssembly, from the first note on as fast as it ever will be. */
export interface CompiledParser {
  /** Strings of links, for who packs the notes that it does not take. */
  readonly strings: StringTable;
  /** Packs a note as `parseInto` does, and gives what is wrong with it; nothing where the note is not for it. */
  parse(packer: NotePacker, file: ReadFile): readonly Diagnostic[] | undefined;
  /** Before a note is packed by somebody else, and before all are taken. */
  flush(packer: NotePacker): void;
  /** After a note was packed by somebody else. */
  follow(packer: NotePacker): void;
  /** As `connectNotes` does, once all are packed. */
  connect(notes: NoteList): Steps<Connected>;
  /** The ids of all; nothing where two would have the same. */
  ids(): PackedIds | undefined;
}

const NONE: readonly Diagnostic[] = [];
/** As much is packed before it is taken away: to copy every note by itself would take longer than to pack it. */
const MOST_PENDING = 1 << 16;

/** For about so many notes. Nothing where the process may not compile. */
export function createCompiledParser(notes = 1): CompiledParser | undefined {
  try {
    return createParser(notes);
  } catch {
    return undefined;
  }
}

function createParser(notes: number): CompiledParser {
  const note: NoteAtHand = { size: 0, packedBefore: 0, text: undefined, diagnostics: NONE };
  let target: ModuleImports["targetThere"] = () => -1;
  const module = startModule(notes, (started) => ({
    ...answersFor(note, started),
    targetThere: (kind, name, number) => target(kind, name, number),
  }));
  const { exports, memory } = module;

  function flush(packer: NotePacker): void {
    const { bytes, numbers } = memory;
    packer.writer.copy(bytes, RECORD, RECORD + numbers[RECORD_LENGTH]!);
    packer.links.copy(bytes, LINK_RECORDS, LINK_RECORDS + numbers[LINKS_LENGTH]!);
    exports.takenAway();
  }

  return {
    strings: stringsOf(module),
    parse(packer, { bytes: file, path, stamp }) {
      const { bytes, numbers } = memory;
      if (file.length > MOST_NOTE_BYTES) return undefined;
      bytes.set(file, NOTE);
      const pathBytes = bytes.write(path, PATH, PATH_BYTES);
      if (pathBytes > PATH_BYTES - 4) return undefined;
      note.size = file.length;
      note.packedBefore = numbers[RECORD_LENGTH]!;
      note.text = undefined;
      note.diagnostics = NONE;
      if (exports.parse(packer.count, file.length, pathBytes) === 0) return undefined;
      const [recordBytes, linkBytes] = [memory.numbers[RECORD_LENGTH]!, memory.numbers[LINKS_LENGTH]!];
      packer.end(stamp, recordBytes, linkBytes);
      if (recordBytes > MOST_PENDING || linkBytes > MOST_PENDING) flush(packer);
      return note.diagnostics;
    },
    flush,
    follow(packer) {
      const { called, ends } = packer.last();
      for (let at = 0; at < ends.count * LINK_END_STRIDE; at += LINK_END_STRIDE)
        exports.addLinkEnd(ends.numbers[at]!, ends.numbers[at + 1]!, ends.numbers[at + 2]!);
      exports.endLinks();
      announce(module, called, packer.count - 1);
    },
    *connect(notes) {
      return yield* connectCompiled(module, notes, (answer) => {
        target = answer;
      });
    },
    ids() {
      if (exports.idsDiffer() === 0) return undefined;
      const ends = new Uint32Array(memory.list(ID_ENDS).buffer);
      const starts = new Uint32Array(ends.length + 1);
      starts.set(ends, 1);
      return { bytes: memory.list(ID_BYTES), starts };
    },
  };
}

function stringsOf({ exports, memory }: CompiledModule): StringTable {
  const intern = (text: Uint8Array) => {
    const { from, to } = memory.put(text);
    return exports.intern(from, to);
  };
  return {
    intern: (bytes, start, end) => intern(bytes.subarray(start, end)),
    internText: (text) => (text === "" ? 0 : intern(Buffer.from(text))),
    pack: () => ({
      bytes: memory.list(STRING_BYTES),
      starts: new Uint32Array(memory.list(STRING_STARTS).buffer),
    }),
  };
}
