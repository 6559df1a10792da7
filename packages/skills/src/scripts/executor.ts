import { realpathSync } from "node:fs";
import { join } from "node:path";
import { isPdError, PdError } from "@pd/core";
import { readContainedSync } from "@pd/core/files";
import { ConfigurationError, PathSecurityError } from "../record/errors.js";
import type { SkillMetadata } from "../record/skill-metadata.js";
import { bytesDigest } from "../trust/trust.js";

/** A script that is about to run: its path is checked, its file is there. */
export interface ScriptRun {
  readonly skill: string;
  /** The skill's folder as a real path: the working directory. */
  readonly baseDir: string;
  /** Relative to the folder, as it was asked for. */
  readonly path: string;
  /** The script's absolute path. */
  readonly file: string;
  readonly firstLine: string;
  readonly arguments: readonly string[];
  readonly input: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** How a script ended. That it failed is a result too: an agent has to see what it said. */
export interface ScriptResult {
  /** `timed-out`: it was killed for taking too long. `killed`: by a signal of somebody else's, or its own. */
  readonly outcome: "exited" | "timed-out" | "killed";
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Some of the output is missing: it was more than is kept. */
  readonly truncated: boolean;
  readonly milliseconds: number;
}

/** Runs scripts, in whatever sandbox the host chooses: a container, another machine, or none (`createLocalExecutor`). */
export interface ScriptExecutor {
  readonly name: string;
  run(script: ScriptRun): Promise<ScriptResult>;
}

export interface RunScriptOptions {
  /** Without one, nothing is run (R5.13). */
  readonly executor: ScriptExecutor | undefined;
  readonly arguments?: readonly string[] | undefined;
  /** What the script reads from its standard input. */
  readonly input?: string | undefined;
  /** The digest that was approved or locked: another content is not run. */
  readonly digest?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FOLDERS = 5;
const MOST_ARGUMENTS = 256;
const MOST_ARGUMENT_CHARACTERS = 64 * 1024;

/**
 * Runs a script of a skill through the host's executor. Throws where it is not even started: without an executor
 * (`configuration-invalid`), for a path out of the skill's folder (`PathSecurityError`), for a content other than `digest`
 * (`content-changed`), for arguments that cannot be, and when the signal is aborted (`cancelled`).
 */
export async function runScript(
  skill: Pick<SkillMetadata, "qualifiedName" | "baseDir">,
  path: string,
  options: RunScriptOptions,
): Promise<ScriptResult> {
  const { executor, input, signal, digest } = options;
  if (executor === undefined) {
    const fix = "Hand over an executor, e.g. createLocalExecutor(), if the skills are trusted to run on this machine.";
    throw new ConfigurationError("Scripts are not run: there is no executor", { where: "executor", fix });
  }
  const given = checkedArguments(options.arguments ?? []);
  const { baseDir, bytes } = scriptBytes(skill, path);
  if (digest !== undefined && bytesDigest(bytes) !== digest) {
    const fix = "Look at the script, and approve or lock the skill anew.";
    throw new PdError("content-changed", "The script is not the one that was approved", { where: path, fix });
  }
  if (signal?.aborted === true) throw scriptCancelled(signal);
  const firstLine = new TextDecoder().decode(bytes.subarray(0, 256)).split("\n", 1)[0] ?? "";
  const file = join(baseDir, path);
  return executor.run({ skill: skill.qualifiedName, baseDir, path, file, firstLine, arguments: given, input, signal });
}

export function scriptCancelled(signal: AbortSignal): PdError {
  return new PdError("cancelled", "The script was stopped before it had ended", { cause: signal.reason });
}

function scriptBytes({ qualifiedName, baseDir }: Pick<SkillMetadata, "qualifiedName" | "baseDir">, path: string) {
  try {
    const real = realpathSync.native(baseDir);
    return {
      baseDir: real,
      bytes: readContainedSync(real, path, { maxBytes: MOST_BYTES, maxDepth: MOST_FOLDERS, noDotNames: true }).bytes,
    };
  } catch (error) {
    if (isPdError(error)) throw new PathSecurityError(error, { skill: qualifiedName, path });
    const fix = "Discover the skills again.";
    throw new PdError("content-unreadable", "The skill's folder is not there any more", { fix, cause: error });
  }
}

function checkedArguments(given: readonly string[]): readonly string[] {
  const isList = Array.isArray(given) && given.every((each) => typeof each === "string" && !each.includes("\0"));
  const size = isList ? given.reduce((sum, each) => sum + each.length, 0) : 0;
  if (isList && given.length <= MOST_ARGUMENTS && size <= MOST_ARGUMENT_CHARACTERS) return given;
  const fix = `Give at most ${MOST_ARGUMENTS} texts without NUL; longer ones through the script's input.`;
  throw new PdError("input-invalid", "These cannot be a script's arguments", { where: "arguments", fix });
}
