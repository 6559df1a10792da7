/** What is used of `WebAssembly`, which the types of Node 20 do not have. */
export interface Engine {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export const PAGE_BYTES = 0x10000;

export function engine(): Engine {
  return (globalThis as unknown as { readonly WebAssembly: Engine }).WebAssembly;
}

/** A module from the text it is shipped as. */
export function compiledFrom(base64: string): object {
  const { Module } = engine();
  if (typeof Buffer === "function") return new Module(Buffer.from(base64, "base64"));
  return new Module(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}
