import { compiledFrom, engine, type WasmMemory } from "../compiled/engine.js";
import { WASM } from "../compiled/parse.wasm.js";
import { FRONT_TEXTS, PAGES, SAID } from "./compiled-layout.js";

/** What `compiled/parse.ts` can do. */
export interface ModuleExports {
  begin(seed: number, notes: number): void;
  parse(note: number, length: number, pathLength: number): number;
  takenAway(): void;
  intern(from: number, to: number): number;
  addKey(kind: number, from: number, to: number, note: number): number;
  addId(from: number, to: number, note: number): void;
  addMapName(yes: number): void;
  addLinkEnd(kind: number, target: number, text: number): void;
  endLinks(): void;
  idsDiffer(): number;
  beginConnecting(notes: number): void;
  connect(from: number, to: number): void;
  joinEdges(notes: number): void;
  take(size: number): number;
}

/** What it asks of us. */
export interface ModuleImports {
  readFrontThere(length: number): number;
  sayHeading(start: number, end: number): number;
  sayShown(start: number, end: number): number;
  saySentence(): number;
  addCalledThere(note: number): void;
  addIdThere(note: number): void;
  targetThere(kind: number, target: number, note: number): number;
}

/** Its memory as it is now: it moves where it grows, and who looked at it before sees nothing any more. */
export interface ModuleMemory {
  readonly bytes: Buffer;
  readonly numbers: Int32Array;
  /** A copy of a list that it keeps. */
  list(header: number): Uint8Array<ArrayBuffer>;
  /** Writes a text where the module can read it, and where it stood before none stays; gives from where to where. */
  put(text: Uint8Array): { readonly from: number; readonly to: number };
}

export interface CompiledModule {
  readonly exports: ModuleExports;
  readonly memory: ModuleMemory;
}

let compiled: object | undefined;

/** For about so many notes. Throws where the process may not compile. */
export function startModule(notes: number, imports: (module: () => CompiledModule) => ModuleImports): CompiledModule {
  const { Memory, Instance } = engine();
  compiled ??= compiledFrom(WASM);
  const memory = new Memory({ initial: PAGES });
  let started: CompiledModule | undefined;
  const host = imports(() => started!);
  const instance = new Instance(compiled, { env: { memory }, host });
  const exports = instance.exports as ModuleExports;
  exports.begin(Math.floor(Math.random() * 2 ** 32), notes);
  started = { exports, memory: viewOf(memory, exports) };
  return started;
}

function viewOf(memory: WasmMemory, { take }: ModuleExports): ModuleMemory {
  let bytes = Buffer.from(memory.buffer);
  let numbers = new Int32Array(memory.buffer);
  const look = () => {
    if (numbers.length > 0) return;
    bytes = Buffer.from(memory.buffer);
    numbers = new Int32Array(memory.buffer);
  };
  return {
    get bytes() {
      look();
      return bytes;
    },
    get numbers() {
      look();
      return numbers;
    },
    list(header) {
      look();
      // Beyond two gigabytes they come with a sign.
      const from = numbers[header]! >>> 0;
      return new Uint8Array(memory.buffer.slice(from, from + (numbers[header + 1]! >>> 0)));
    },
    put(text) {
      const from = text.length <= SAID - FRONT_TEXTS ? FRONT_TEXTS : take(text.length) >>> 0;
      look();
      bytes.set(text, from);
      return { from, to: from + text.length };
    },
  };
}
