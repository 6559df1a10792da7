import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import type { PdEvent } from "../../model/event.js";
import { mountsFrom } from "../mounts-from.js";
import { openVault } from "../open-vault.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "pd-size-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function filled(name: string, count: number): string {
  const vault = join(folder, name);
  mkdirSync(join(vault, "más"), { recursive: true });
  // One folder, one note in it; the rest are no notes, and are looked at all the same.
  writeFileSync(join(vault, "más", "São Paulo.md"), "# São Paulo\n");
  for (let at = 0; at < count - 2; at += 1) writeFileSync(join(vault, `${at}.bin`), "");
  return vault;
}

const refused = (what: string) => ({
  code: "vault-too-large",
  message: expect.stringContaining(what),
  fix: expect.stringContaining("--max-files"),
});

describe("a folder that is too large for a vault is refused before its notes are read", () => {
  test("by the number of files and folders in it, notes or not", async () => {
    const vault = filled("many", 30);
    await expect(openVault(vault, { maxFiles: 29, cache: false })).rejects.toMatchObject(refused("more than 29 files"));
    const open = await openVault(vault, { maxFiles: 30, cache: false });
    await open.close();
  });

  test("what a .pdignore leaves out is not looked through", async () => {
    const vault = filled("ignored", 10);
    mkdirSync(join(vault, "Téléchargements"));
    for (let at = 0; at < 20; at += 1) writeFileSync(join(vault, "Téléchargements", `${at}.bin`), "");
    await expect(openVault(vault, { maxFiles: 15, cache: false })).rejects.toMatchObject(refused("15"));
    writeFileSync(join(vault, ".pdignore"), "Téléchargements/\n");
    await (await openVault(vault, { maxFiles: 15, cache: false })).close();
  });

  test("one that grows past it while it is open keeps what was there, and the event says why", async () => {
    const vault = filled("growing", 5);
    const events: PdEvent[] = [];
    const open = await openVault(vault, { maxFiles: 5, cache: false, onEvent: (event) => events.push(event) });
    await open.ready();
    writeFileSync(join(vault, "more.md"), "# More\n");
    expect(await open.refresh()).toBe(false);
    expect(events.at(-1)).toMatchObject({ kind: "vault-failed", cause: refused("more than 5 files") });
    expect((await open.open()).graph.size).toBe(1);
    await open.close();
  });

  test("a whole disk is, named or not, also by a link, unless a number says that it is meant", async () => {
    const disk = parse(folder).root;
    const link = join(folder, "disk");
    symlinkSync(disk, link);
    for (const place of [disk, link]) {
      const served = mountsFrom({ folders: [place], config: false, cache: false });
      await expect(served).rejects.toMatchObject(refused("is a whole disk"));
      const inside = mountsFrom({ workingFolder: place, config: false, cache: false });
      await expect(inside).rejects.toMatchObject(refused("is a whole disk"));
      const meant = mountsFrom({ folders: [place], config: false, cache: false, maxFiles: 3 });
      await expect(meant).rejects.toMatchObject(refused("more than 3 files"));
    }
  });

  test("a home folder is where nobody named it", async () => {
    const home = filled("home", 5);
    vi.stubEnv("HOME", home);
    const options = { config: false, cache: false } as const;
    await expect(mountsFrom({ ...options, workingFolder: home })).rejects.toMatchObject(refused("is your home folder"));
    await (await mountsFrom({ ...options, folders: [home] })).close();
    await (await mountsFrom({ ...options, workingFolder: join(home, "más") })).close();
    await (await mountsFrom({ ...options, workingFolder: home, maxFiles: 10 })).close();
  });
});
