import { spawn } from "node:child_process";
import { inject } from "vitest";
import type { TemporaryPlace } from "./temporary-place.js";

export interface Spawned {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Called as soon as the process has started. */
  readonly meanwhile?: (child: ReturnType<typeof spawn>) => void;
}

/** Runs the built bin in a process of its own, without a terminal. */
export function spawnPd(place: TemporaryPlace, args: readonly string[], options: SpawnOptions = {}): Promise<Spawned> {
  return spawnIn(place, [process.execPath, inject("bin"), ...args], options);
}

export function spawnIn(
  place: TemporaryPlace,
  [command = "", ...args]: readonly string[],
  { environment = {}, meanwhile }: SpawnOptions = {},
): Promise<Spawned> {
  const { PATH = "" } = process.env;
  const env = { PATH, ...place.environment, ...environment };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: place.folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
    meanwhile?.(child);
  });
}
