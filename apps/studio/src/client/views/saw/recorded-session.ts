import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit, recorded, type SessionLogEntry } from "@pd/core";
import { openVault } from "@pd/core/vault";
import type { Ask } from "./look-again.js";

/** For tests: a small vault, a toolkit that is listened to, and everything that was heard. */
export async function recordedSession(notes: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "pd-studio-saw-"));
  for (const [name, text] of Object.entries(notes)) await writeFile(join(folder, name), text);
  const vault = await openVault(folder, { cache: false });
  const entries: SessionLogEntry[] = [];
  const plain = createToolkit({ mounts: [{ content: vault }] });
  const toolkit = recorded(plain, { onEntry: (entry) => void entries.push(entry) });
  const ask: Ask = (operation, input) => plain.call(operation as "call", input);
  return {
    entries,
    toolkit,
    ask,
    /** The latest call. */
    last: () => entries.at(-1) as SessionLogEntry,
    async close() {
      await vault.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
