import type { Command } from "./command.js";

type Library = typeof import("./library.js");

let load: () => Promise<Library> = () => import("./library.js");
let atHand: (name: string) => Command | undefined = () => undefined;

/** What commands do: loaded when one is called, since help needs none of it. */
export function library(): Promise<Library> {
  return load();
}

/** The command of this name: from the bundle that is running if it has it, else from the one that has all. */
export async function commandNamed(name: string): Promise<Command | undefined> {
  return atHand(name) ?? (await load()).commandNamed(name);
}

/** For a bundle that has it already. */
export function useLibrary(given: Library): void {
  load = async () => given;
}

/** For a bundle that has some of the commands. */
export function useCommands(given: (name: string) => Command | undefined): void {
  atHand = given;
}
