import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const manifest = createRequire(import.meta.url).resolve("@pd/mcp/package.json");

/** The bin as it is built, which is what a client's configuration names. */
export const bin = join(dirname(manifest), "dist", "bin.js");

/** The program with skills in it. */
export const wholeProgram = fileURLToPath(new URL("../../../apps/pd/dist/bin.js", import.meta.url));

export interface ServedVault {
  /** The folder holds skills, and is served by the whole program. */
  readonly skills?: boolean;
  readonly folder: string;
  /** Where a server on the same folder listens. */
  readonly url: string;
  close(): void;
}

export async function serveVault(): Promise<ServedVault> {
  const folder = mkdtempSync(join(tmpdir(), "pd-clients-"));
  const notes = { budgets: "# Budgets\n\nA hard ceiling in tokens.\n", index: "# Index\n\n[[Budgets]] are kept.\n" };
  for (const [name, text] of Object.entries(notes)) writeFileSync(join(folder, `${name}.md`), text);
  const server = spawn(process.execPath, [bin, folder, "--http", "--port", "0", "--no-cache", "--no-config"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  return {
    folder,
    url: await urlOf(server),
    close() {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function urlOf({ stderr }: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of stderr ?? []) {
    text += String(chunk);
    const [url] = /http:\/\/\S+/.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`The server did not start: ${text}`);
}
