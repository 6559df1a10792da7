import type { OnEvent } from "../model/event.js";
import type { Mount } from "./mount.js";

/** What a function that makes mounts is told. */
export interface MountContext {
  /** Where the configuration lies; without one, the working folder. */
  readonly folder: string;
  /** Whether the server of the mounts picks up changes while it runs. */
  readonly watch: boolean;
  readonly onEvent?: OnEvent | undefined;
  /** Called back when the mounts are no longer served. */
  onClose(callback: () => void | Promise<void>): void;
}

/** A function, so that nothing is opened before it is asked for. */
export type MakeMounts = (context: MountContext) => readonly Mount[] | Promise<readonly Mount[]>;

/** A folder that a configuration names, and the id if it chose one. */
export interface NamedFolder {
  /** Absolute. */
  readonly folder: string;
  readonly id?: string | undefined;
}

/** A graph that a configuration names in a database. */
export interface NamedDatabase {
  readonly graph: string;
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  /** The environment variable that has the address. */
  readonly urlFrom?: string | undefined;
  readonly tenant?: string | undefined;
}

/** What a composition root is told, so that it can add mounts of packages that core does not know. */
export interface AddMountsContext extends MountContext {
  /** The folders of notes that are served. */
  readonly folders: readonly string[];
  /** The folders of skills that the configuration names; `undefined` where it says nothing of skills. */
  readonly skills: readonly string[] | undefined;
  readonly prompts: readonly NamedFolder[];
  readonly databases: readonly NamedDatabase[];
  /** What is mounted already: vaults first, then what the configuration brings. */
  readonly mounts: readonly Mount[];
  /** This id for a content, with a number behind it where another content has it. */
  freeId(id: string): string;
}

/** Makes mounts of what a configuration names, or of what lies in the folders of notes. */
export type AddMounts = (context: AddMountsContext) => readonly Mount[] | Promise<readonly Mount[]>;
