import { type AddMounts, type Mount, type OnEvent, PdError } from "@pd/core";
import { type MountsOptions, mountsFrom, type ServedMounts } from "@pd/core/vault";
import { programName } from "../program/name.js";

/** What a program that knows Agent Skills serves of them, without a vault. */
export interface MountedSkills {
  readonly mount: Mount;
  /** What a client is told at the start, for its model. */
  readonly instructions: string;
  readonly onEvent?: OnEvent | undefined;
  close(): void | Promise<void>;
}

export interface MountSkillsOptions {
  /** Folders of skills, absolute; none for those of the project and the person. */
  readonly folders: readonly string[];
  readonly watch: boolean;
  readonly cache: boolean;
  /** Lines for the user who started the server. */
  readonly log: (line: string) => void;
}

/** How a program mounts skills. This package knows no skills: the program that composes it hands this over. */
export type MountSkills = (options: MountSkillsOptions) => Promise<MountedSkills>;

/** What the program that this is a command of adds. */
export interface Mounting {
  readonly addMounts?: AddMounts | undefined;
  readonly mountSkills?: MountSkills | undefined;
}

/** What `serve` and `cost` need of what is served. */
export interface Served
  extends Pick<ServedMounts, "mounts" | "structured" | "notice">,
    Pick<MountedSkills, "onEvent" | "close"> {
  readonly toolkit: Pick<ServedMounts["toolkit"], "mounts"> & Partial<ServedMounts["toolkit"]>;
  readonly operationTools?: boolean;
  readonly instructions?: string | undefined;
}

export interface ServedOptions extends MountsOptions {
  /** The folders hold skills, and nothing else is served. */
  readonly skills: MountSkillsOptions | false;
  readonly mountSkills: MountSkills | undefined;
}

export async function servedMounts({ skills, mountSkills, ...options }: ServedOptions): Promise<Served> {
  if (skills === false) return mountsFrom(options);
  if (mountSkills === undefined) {
    throw new PdError("input-invalid", `${programName()} has no skills to serve`, {
      where: "--skills",
      fix: "Use the whole program: pd mcp --skills.",
    });
  }
  const { mount, instructions, onEvent, close } = await mountSkills(skills);
  const mounts = [mount];
  return {
    toolkit: { mounts },
    // Skills come with tools of their own, and each tool costs a model tokens on every turn.
    operationTools: false,
    mounts,
    structured: options.structured ?? false,
    notice: undefined,
    instructions,
    onEvent,
    close,
  };
}
