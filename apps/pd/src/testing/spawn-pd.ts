import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterwards } from "pd-tooling/afterwards";

/** As it is published: the build of this package, which its tests depend on. */
export const BIN = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

export interface Place {
  readonly folder: string;
  pd(args: readonly string[]): { readonly code: number | null; readonly stdout: string; readonly stderr: string };
  /** A program that runs on; it is ended with the test. */
  start(args: readonly string[]): ChildProcessWithoutNullStreams;
}

/** A folder with these files, gone when the test is over. */
export function place(files: Readonly<Record<string, string | Uint8Array>>): Place {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "pd-whole-")));
  afterwards(() => rmSync(top, { recursive: true, force: true }));
  const folder = join(top, "work");
  mkdirSync(join(folder, ".git"), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const env = {
    ...process.env,
    HOME: top,
    PD_CACHE_DIR: join(top, "cache"),
    PD_STATE_DIR: join(top, "state"),
    NO_COLOR: "1",
  };
  return {
    folder,
    pd(args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
        cwd: folder,
        env,
        encoding: "utf8",
      });
      return { code: status, stdout, stderr };
    },
    start(args) {
      const child = spawn(process.execPath, [BIN, ...args], { cwd: folder, env });
      afterwards(() => void child.kill("SIGKILL"));
      return child;
    },
  };
}

/** The first part of what a program writes that matches. */
export function written(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = "";
    stream.on("data", (piece) => {
      text += String(piece);
      const found = pattern.exec(text);
      if (found !== null) resolve(found);
    });
    stream.on("end", () => reject(new Error(`${String(pattern)} is not in: ${text}`)));
  });
}
