import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { startStudio } from "../../src/server/start-studio.js";
import { CHROMIUM, launch, PAGE, pagesOf, type StudioInBrowser } from "./browser.js";
import { GARDEN, madeVault } from "./made-vault.js";
import { GARDEN_CALLS, recordSession, WASTEFUL_CALLS } from "./record-session.js";

/**
 * A group of tests with a studio on the garden of notes and two saved sessions (`file-1` careful, `file-2` wasteful), and
 * a browser. Where there is no Chromium they are skipped, and the name of the group says so.
 */
export function describeInBrowser(name: string, tests: (studio: () => StudioInBrowser) => void): void {
  const words = CHROMIUM === undefined ? `${name} (skipped: no Chromium; install it or set CHROMIUM_PATH)` : name;
  describe.skipIf(CHROMIUM === undefined)(words, () => {
    let running: (StudioInBrowser & { close(): Promise<void> }) | undefined;
    beforeAll(async () => {
      running = await startGarden();
    });
    afterAll(async () => running?.close());
    tests(() => {
      if (running === undefined) throw new Error("The studio did not start");
      return running;
    });
  });
}

async function startGarden() {
  const vault = await madeVault(GARDEN);
  const notes = join(vault.folder, "notes");
  const saved = await mkdtemp(join(tmpdir(), "pd-sessions-"));
  const files = [join(saved, "careful.jsonl"), join(saved, "wasteful.jsonl")] as const;
  await writeFile(files[0], await recordSession(notes, GARDEN_CALLS));
  await writeFile(files[1], await recordSession(notes, WASTEFUL_CALLS));
  const studio = await startStudio({
    folders: [notes],
    sessions: files,
    live: [],
    liveToken: undefined,
    port: 0,
    config: false,
    open: false,
    skills: vault.folder,
    page: PAGE,
  });
  const browser = await launch();
  const inBrowser = pagesOf(browser, studio.server.url, studio.token);
  return {
    ...inBrowser,
    async close() {
      await browser.close();
      await studio.close();
      await vault.remove();
      await rm(saved, { recursive: true, force: true });
    },
  };
}
