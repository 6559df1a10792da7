import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** A server in a process of its own, which can be asked what it has cost. */
export interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  /** Everything it has said so far, on both outputs. */
  said(): string;
  /** Milliseconds of processor time; 0 where the system does not tell. */
  cpu(): number;
  isAlive(): boolean;
  close(): Promise<void>;
}

/** What one tick of /proc/…/stat is worth on every Linux there is. */
const TICK_MILLISECONDS = 10;

export async function startServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  workingFolder?: string,
): Promise<Server> {
  const child = spawn(process.execPath, args, {
    ...(workingFolder === undefined ? {} : { cwd: workingFolder }),
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const url = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      text += chunk.toString();
      const [found] = /http:\/\/[^\s",]+/u.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.once("exit", () => reject(new Error(`The server did not start: ${text}`)));
  });
  return {
    child,
    url,
    said: () => text,
    cpu: () => cpuOf(child.pid ?? 0),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return TICK_MILLISECONDS * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}
