type Library = typeof import("./library.js");

let load: () => Promise<Library> = () => import("./library.js");

/** What commands do: loaded when one is called, since help needs none of it. */
export function library(): Promise<Library> {
  return load();
}

/** For a bundle that has it already. */
export function useLibrary(given: Library): void {
  load = async () => given;
}
