import { WASM } from "./compiled/arrays.wasm.js";
import { compiledFrom, engine, PAGE_BYTES } from "./compiled/engine.js";

/** Looks at arrays by where they lie in one memory, in bytes. */
export interface MemoryChecks {
  readonly a: Lane;
  readonly b: Lane;
  readonly c: Lane;
  readonly d: Lane;
  add(from: number, end: number): void;
  isAscending(from: number, end: number): number;
  allBelow(from: number, end: number, limit: number): number;
  noneReaches(from: number, end: number, limit: number): number;
  neverAbove(from: number, end: number, ends: number): number;
}

interface Lane {
  value: number;
}

let module: object | undefined;
const checks = new WeakMap<ArrayBufferLike, MemoryChecks>();

/** Memory with compiled checks for what lies in it. Nothing where there is no WebAssembly, or not that much of its memory. */
export function checkedMemory(size: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    const { Memory, Instance } = engine();
    module ??= compiledFrom(WASM);
    const memory = new Memory({ initial: Math.max(1, Math.ceil(size / PAGE_BYTES)) });
    checks.set(memory.buffer, new Instance(module, { env: { memory } }).exports as MemoryChecks);
    return new Uint8Array(memory.buffer, 0, size);
  } catch {
    // There is none, or a process may be told to compile nothing, or to take no more memory.
    return undefined;
  }
}

/** Of an array that lies in such memory. */
export function checksOf({ buffer }: { readonly buffer: ArrayBufferLike }): MemoryChecks | undefined {
  return checks.get(buffer);
}
