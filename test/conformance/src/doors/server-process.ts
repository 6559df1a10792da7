import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { MadePlace } from "../places/place.js";

export interface ServerProcess {
  readonly child: ChildProcess;
  /** What the process says of where it listens. */
  readonly url: string;
  close(): Promise<void>;
}

/** What a bin is told to serve. */
export function servedBy({ folder, config, keepsSnapshot }: MadePlace): readonly string[] {
  const served = config === undefined ? [folder, "--no-config"] : ["--config", config];
  return [...served, "--no-watch", ...(keepsSnapshot ? [] : ["--no-cache"])];
}

export function environmentOf({ scratch }: MadePlace): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(own), NO_COLOR: "1", PD_CACHE_DIR: join(scratch, "cache") };
}

/** Starts a server and waits until it says where it is. */
export async function startServer(args: readonly string[], place: MadePlace): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    cwd: place.folder,
    env: environmentOf(place),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await urlIn(child);
  return {
    child,
    url,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

function urlIn(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const look = (chunk: Buffer) => {
      text += chunk.toString();
      const [url] = /http:\/\/[^\s"]+/u.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.once("exit", () => reject(new Error(`The server did not start: ${text}`)));
  });
}
