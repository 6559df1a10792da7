import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { PdError } from "@pd/core";
import { ConfigurationError } from "../record/errors.js";
import { type ScriptExecutor, type ScriptResult, type ScriptRun, scriptCancelled } from "./executor.js";
import { type CappedOutput, capOutput } from "./executor-output.js";
import { forget, killGroup, watchOver } from "./executor-processes.js";
import { scriptLanguage } from "./script-language.js";

export interface LocalExecutorOptions {
  readonly timeoutMilliseconds?: number | undefined;
  /** Of each stream; what is more is read and let go. */
  readonly maxOutputBytes?: number | undefined;
  /** What scripts find in their environment beside PATH. Nothing of this process's own is handed on. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Where programs are looked for; this process's PATH by default. Only absolute folders count. */
  readonly path?: string | undefined;
}

/** After a process has ended, its pipes may still be held by one that left its group: that is not waited for. */
const PIPES_MILLISECONDS = 500;
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Runs scripts on this machine, as this user: no shell, arguments as they are, the skill's folder as working directory, a bare
 * environment, a time limit after which the script and all it started are killed, and a cap on what it says.
 *
 * This is not a sandbox. A script can read and write whatever this user can, use the network, and leave its group of processes on
 * purpose. Use it for skills that were read and approved; for others, write an executor that runs a container.
 */
export function createLocalExecutor(options: LocalExecutorOptions = {}): ScriptExecutor {
  const { timeoutMilliseconds = 30_000, maxOutputBytes = 256 * 1024, environment = {} } = options;
  checkLimit("timeoutMilliseconds", timeoutMilliseconds, LONGEST_TIMEOUT);
  checkLimit("maxOutputBytes", maxOutputBytes, 2 ** 30);
  const path = (options.path ?? process.env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return {
    name: "local",
    async run(script) {
      const { signal } = script;
      if (signal?.aborted === true) throw scriptCancelled(signal);
      const program = findProgram(script, path);
      const child = spawn(program, [script.file, ...script.arguments], {
        cwd: script.baseDir,
        env: { PATH: path.join(delimiter), ...environment },
        stdio: ["pipe", "pipe", "pipe"],
        // A group of its own, so that all of it can be killed and nothing else.
        detached: process.platform !== "win32",
        shell: false,
        windowsHide: true,
      });
      return follow(child, script, { timeoutMilliseconds, maxOutputBytes });
    },
  };
}

function checkLimit(where: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value > 0 && value <= most) return;
  throw new ConfigurationError(`${value} cannot be "${where}"`, {
    where,
    fix: `Use a whole number from 1 to ${most}.`,
  });
}

/** The interpreter's absolute path: looked up here, so that a file in the skill's folder can never stand in for it. */
function findProgram({ path: script, firstLine }: ScriptRun, path: readonly string[]): string {
  const interpreter = scriptLanguage(script, firstLine)?.interpreter;
  if (interpreter === undefined) {
    const fix = "Give it an ending such as .py, .mjs or .sh, or a first line such as #!/usr/bin/env python3.";
    throw new PdError("input-invalid", "Nothing says which program runs that script", { where: script, fix });
  }
  if (interpreter === "node") return process.execPath;
  const names = process.platform === "win32" ? [`${interpreter}.exe`, interpreter] : [interpreter];
  const found = path.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
  if (found !== undefined) return found;
  const fix = `Install ${interpreter}, or set the PATH that the executor is made with.`;
  throw new ConfigurationError(`The script needs "${interpreter}", which is not on the PATH`, { where: script, fix });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Limits {
  readonly timeoutMilliseconds: number;
  readonly maxOutputBytes: number;
}

type Ending = "timed-out" | "cancelled" | undefined;

async function follow(child: ChildProcess, script: ScriptRun, limits: Limits): Promise<ScriptResult> {
  const started = performance.now();
  const output = [capOutput(child.stdout!, limits.maxOutputBytes), capOutput(child.stderr!, limits.maxOutputBytes)];
  let ending: Ending;
  const kill = (reason: Ending) => {
    ending ??= reason;
    killGroup(child);
  };
  const abort = () => kill("cancelled");
  watchOver(child);
  const timer = setTimeout(() => kill("timed-out"), limits.timeoutMilliseconds);
  script.signal?.addEventListener("abort", abort, { once: true });
  // A script that does not read its input closes it, which is no failure.
  child.stdin!.on("error", () => undefined).end(script.input ?? "");
  try {
    const { code, signal } = await ended(child);
    // What it started and left behind goes with it.
    killGroup(child);
    await pipesClosed(child);
    if (ending === "cancelled" && script.signal !== undefined) throw scriptCancelled(script.signal);
    return resultOf({ code, signal, ending, output, milliseconds: Math.round(performance.now() - started) });
  } finally {
    clearTimeout(timer);
    script.signal?.removeEventListener("abort", abort);
    forget(child);
  }
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function ended(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (cause) => {
      reject(new PdError("tool-failed", "The script could not be started", { cause, fix: "See the cause." }));
    });
  });
}

function pipesClosed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      resolve();
    };
    const timer = setTimeout(done, PIPES_MILLISECONDS);
    if (child.stdout?.closed === true && child.stderr?.closed === true) done();
    else child.once("close", done);
  });
}

interface Finished extends Exit {
  readonly ending: Ending;
  readonly output: readonly CappedOutput[];
  readonly milliseconds: number;
}

function resultOf({ code, signal, ending, output, milliseconds }: Finished): ScriptResult {
  const [stdout, stderr] = output.map((each) => each.text());
  const outcome = ending === "timed-out" ? "timed-out" : signal === null ? "exited" : "killed";
  return {
    outcome,
    exitCode: code ?? undefined,
    signal: signal ?? undefined,
    stdout: stdout ?? "",
    stderr: stderr ?? "",
    truncated: output.some(({ truncated }) => truncated),
    milliseconds,
  };
}
