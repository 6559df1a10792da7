import { compiledFrom, engine, PAGE_BYTES, type WasmMemory } from "./compiled/engine.js";
import { WASM } from "./compiled/estimate.wasm.js";
import type { EstimateTables } from "./estimate-table.js";

/** Longer texts are counted by the way that V8 has compiled by then. */
export const MOST_CHARACTERS = 1 << 15;

interface Exports {
  place(...starts: readonly number[]): void;
  estimate(characters: number): number;
}

/** Counts the units of a text of at most `MOST_CHARACTERS`, to the unit as `estimateUnits` does. */
export type CompiledEstimate = (text: string) => number;

/**
 * `compiled/estimate.ts`, with the tables in its memory: `load` is given the room for them and lays them there. Nothing where there is no
 * WebAssembly, or no `Buffer` to write texts with.
 */
export function compileEstimate(
  load: (room: (size: number) => Uint8Array<ArrayBuffer>) => EstimateTables,
): { readonly tables: EstimateTables; readonly units: CompiledEstimate } | undefined {
  if (typeof Buffer !== "function") return undefined;
  try {
    const { Memory, Instance } = engine();
    let memory: WasmMemory | undefined;
    let textAt = 0;
    const tables = load((size) => {
      textAt = Math.ceil(size / 8) * 8;
      memory = new Memory({ initial: Math.ceil((textAt + 2 * MOST_CHARACTERS) / PAGE_BYTES) });
      return new Uint8Array(memory.buffer, 0, size);
    });
    const { place, estimate } = new Instance(compiledFrom(WASM), { env: { memory } }).exports as Exports;
    const { kinds, costs, inner, symbols, pairs, known } = tables;
    place(...[kinds, costs, inner, symbols, pairs, known].map(({ byteOffset }) => byteOffset), textAt);
    const room = Buffer.from(kinds.buffer as ArrayBuffer, textAt, 2 * MOST_CHARACTERS);
    return { tables, units: (text) => estimate(room.write(text, 0, "utf16le") >> 1) };
  } catch {
    // There is none, or a process may be told to compile nothing.
    return undefined;
  }
}
