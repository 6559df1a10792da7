import { readFileSync, readlinkSync } from "node:fs";
import { systemCodeOf } from "@pd/core/files";

/** A process, as a lock names it. */
export interface LockOwner {
  readonly pid: number;
  /** When it began, where the system tells: another process may have its number by now. */
  readonly started: string;
  /** Where its number means this process: a machine since it was started, and a container in it. */
  readonly machine: string;
}

const NOT_TOLD = "-";

export function ownerOf(pid: number): LockOwner {
  return { pid, started: stateOf(pid)?.started ?? NOT_TOLD, machine: thisMachine() };
}

/**
 * `undefined` where that cannot be told from here: the process is, or was, on another machine, or nobody tells when the one that has its number
 * began, so that it may be another.
 */
export function isGone({ pid, started, machine }: LockOwner): boolean | undefined {
  if (machine !== thisMachine()) return undefined;
  if (!isRunning(pid)) return true;
  const now = stateOf(pid);
  if (now === undefined || started === NOT_TOLD) return undefined;
  // Killed, and its parent has not asked what became of it.
  return now.state === "Z" || now.state === "X" || started !== now.started;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be asked, and is there.
    return systemCodeOf(error) !== "ESRCH";
  }
}

/** Linux tells; elsewhere only the number is known. */
function stateOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  try {
    // The name of the program stands in brackets before these, and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(")").at(-1)?.trim().split(" ") ?? [];
    const [state, started] = [fields[0], fields[19]];
    return state === undefined || started === undefined ? undefined : { state, started };
  } catch {
    return undefined;
  }
}

function thisMachine(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot}/${readlinkSync("/proc/self/ns/pid").replace(/[^0-9]/gu, "")}`;
  } catch {
    return encodeURIComponent(process.getBuiltinModule("node:os").hostname());
  }
}
