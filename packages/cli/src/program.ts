import type { AddMounts, Mount } from "@pd/core";
import type { Heading } from "./command.js";
import type { ExitCode } from "./terminal/io.js";

interface PartWords {
  /** The first word of its commands. */
  readonly name: string;
  /** Under which it stands in the list of commands. */
  readonly heading: Heading;
  /** One line, in the list of commands. */
  readonly summary: string;
}

/** Commands of another package, all below one word. Its code is loaded when one of them is asked for. */
export interface MountedPart extends PartWords {
  /** Brings commands whose names begin with the part's. */
  mount(): Promise<Mount>;
}

/** A program of another package, which reads its own arguments and runs until it ends by itself or is told to. */
export interface StartedPart extends PartWords {
  start(args: readonly string[]): Promise<ExitCode>;
}

/** What a composition root adds to the command line. */
export type ProgramPart = MountedPart | StartedPart;

export interface Program {
  readonly parts: readonly ProgramPart[];
  /** What `--version` says; the version of the command line if it is not given. */
  readonly version?: string;
  /** Makes mounts of the skills and prompts that a configuration names; what it needs is loaded when there are any. */
  readonly addMounts?: AddMounts;
}

/** The command line alone. */
export const ALONE: Program = { parts: [] };

export function mountedPart({ parts }: Program, name: string): MountedPart | undefined {
  return parts.find((part): part is MountedPart => part.name === name && "mount" in part);
}

export function startedPart({ parts }: Program, name: string): StartedPart | undefined {
  return parts.find((part): part is StartedPart => part.name === name && "start" in part);
}
