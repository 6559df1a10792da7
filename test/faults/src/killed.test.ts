import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createDiskFilesystem } from "@pd/core/files";
import { openVault } from "@pd/core/vault";
import { expect, test } from "vitest";
import { type Child, startChild } from "./child.js";
import { long } from "./extent.js";
import { temporaryFolder } from "./temporary-folder.js";

const KILLS = long ? 120 : 12;
const LANES = 2;
/** On a disk, where a write takes long enough to be killed in. */
const onDisk = () => temporaryFolder(tmpdir());

/** Kills a writer at random moments, and has each state that it left looked at. */
async function killAtRandom(start: (lane: number) => Promise<Child>, look: Look): Promise<void> {
  const lane = async (number: number) => {
    for (let kill = 0; kill < KILLS / LANES; kill += 1) {
      const child = await start(number);
      // At any moment of its second round or later, so that the first is whole on any machine; every other time soon after it began to
      // write, which is the smaller part of its work.
      await child.sign();
      await wait(Math.random() * (kill % 2 === 0 ? 60 : 8));
      await child.kill();
      await look(number);
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
}

type Look = (lane: number) => Promise<void>;

function makeOld(folder: string, names: readonly string[]): void {
  const hourAgo = Date.now() / 1000 - 3700;
  for (const name of names) utimesSync(join(folder, name), hourAgo, hourAgo);
}

test(`a process killed while it writes snapshots, ${KILLS} times: one version or another, whole; what it left is swept`, async () => {
  const places = Array.from({ length: LANES }, () => {
    const folder = onDisk();
    const [root, cache] = [join(folder, "notes"), join(folder, "cache")];
    mkdirSync(root);
    for (let at = 0; at < 150; at += 1)
      writeFileSync(
        join(root, `note ${at}.md`),
        `# Note ${at}\n\nOf ${"many words ".repeat(40)} and [[note ${at + 1}]].\n`,
      );
    return { root, cache, snapshots: join(cache, "vaults") };
  });
  let [fromSnapshot, left] = [0, 0];
  await killAtRandom(
    (lane) => startChild("write-snapshots.mjs", [places[lane]!.root, places[lane]!.cache]),
    async (lane) => {
      const { root, cache, snapshots } = places[lane]!;
      const kinds: string[] = [];
      const vault = await openVault(root, {
        cache,
        onEvent: (event) => kinds.push(event.kind === "vault-loaded" ? event.from : event.kind),
      });
      await vault.ready();
      await vault.close();
      expect(kinds).not.toContain("snapshot-rejected");
      if (kinds.includes("snapshot")) fromSnapshot += 1;
      left += readdirSync(snapshots).filter((name) => name.endsWith(".tmp")).length;
      makeOld(
        snapshots,
        readdirSync(snapshots).filter((name) => name.endsWith(".tmp")),
      );
    },
  );
  // Otherwise nothing was there to be torn, or it was never killed while it wrote.
  expect(fromSnapshot).toBeGreaterThan(KILLS / 2);
  if (long) expect(left).toBeGreaterThan(0);
  for (const { root, cache, snapshots } of places) {
    writeFileSync(join(root, "changing.md"), "# Changed once more\n");
    const vault = await openVault(root, { cache });
    await vault.ready();
    await vault.close();
    expect(readdirSync(snapshots)).toHaveLength(1);
  }
});

test(`a process killed while it writes context files, ${KILLS} times: all of one call; what it left is swept`, async () => {
  const paths = ["context/a.md", "context/b.md", "context/below/c.md"];
  const roots = Array.from({ length: LANES }, onDisk);
  const versions = new Set<string>();
  let left = 0;
  for (const root of roots)
    await createDiskFilesystem(root).write(paths.map((path) => ({ path, text: "first\n".repeat(2000) })));
  await killAtRandom(
    (lane) => startChild("write-context-files.mjs", [roots[lane]!, ...paths]),
    async (lane) => {
      const root = roots[lane]!;
      const files = createDiskFilesystem(root);
      const texts = await Promise.all(paths.map(async (path) => (await files.read(path)).text));
      expect(new Set(texts).size).toBe(1);
      expect(new Set(texts[0]?.split("\n").slice(0, 2000)).size).toBe(1);
      expect(await files.list()).toHaveLength(paths.length);
      versions.add(texts[0]?.split("\n")[0] ?? "");
      for (const folder of ["", "context", "context/below"].map((name) => join(root, name))) {
        const names = readdirSync(folder).filter((name) => name.startsWith(".pd-unfinished"));
        left += names.length;
        makeOld(folder, names);
      }
    },
  );
  // Otherwise it was always killed before it wrote, or never while it did.
  expect(versions.size).toBeGreaterThan(KILLS / 4);
  if (long) expect(left).toBeGreaterThan(0);
  for (const root of roots) {
    await createDiskFilesystem(root).write([...paths, "x.md"].map((path) => ({ path, text: "last" })));
    const unfinished = readdirSync(root, { recursive: true }).filter((name) => String(name).includes(".pd-unfinished"));
    expect(unfinished).toEqual([]);
  }
});
