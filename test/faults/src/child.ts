import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface Child {
  /** The next time it says that it begins with something. */
  sign(): Promise<unknown>;
  /** Kills it as nothing can be caught, and waits until it is gone. */
  kill(): Promise<void>;
}

/** A process that works until it is killed. Resolves once it has begun. */
export async function startChild(program: string, args: readonly string[]): Promise<Child> {
  const path = join(import.meta.dirname, "..", "children", program);
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const endedEarly = ended.then(([code, signal]) => {
    throw new Error(`${program} ended by itself: ${code ?? signal}`);
  });
  const sign = () => Promise.race([once(child.stdout, "data"), endedEarly]);
  endedEarly.catch(() => undefined);
  await sign();
  return {
    sign,
    async kill() {
      child.kill("SIGKILL");
      const [code] = await ended;
      if (code !== null) throw new Error(`${program} had ended by itself, with ${code}`);
    },
  };
}
