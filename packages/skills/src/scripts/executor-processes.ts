import type { ChildProcess } from "node:child_process";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Processes that this one has started and not yet seen the end of. */
const running = new Set<ChildProcess>();

/** Kills a process and all that it started, unless they left its group on purpose. Nothing happens where none is left. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    // Windows has no groups of processes.
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // They are gone already.
  }
}

/** From now until `forget`, it is killed when this process ends: by itself or by a signal that ends it. */
export function watchOver(child: ChildProcess): void {
  if (running.size === 0) {
    process.on("exit", killAll);
    for (const signal of SIGNALS) process.on(signal, endedBy);
  }
  running.add(child);
}

export function forget(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) unwatch();
}

function unwatch(): void {
  process.off("exit", killAll);
  for (const signal of SIGNALS) process.off(signal, endedBy);
}

function killAll(): void {
  for (const child of running) killGroup(child);
}

/** A group of its own gets no signal from the terminal. Where nobody else listens, the signal does afterwards what it would have done. */
function endedBy(signal: NodeJS.Signals): void {
  killAll();
  if (process.listenerCount(signal) > 1) return;
  unwatch();
  process.kill(process.pid, signal);
}
