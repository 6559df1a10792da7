import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToolkit, isPdError } from "@pd/core";
import { createDiskFilesystem, readContainedSync } from "@pd/core/files";
import { openVault } from "@pd/core/vault";
import { SkillManager } from "@pd/skills";
import { expect, test } from "vitest";
import { startChild } from "./child.js";
import { long } from "./extent.js";
import { temporaryFolder } from "./temporary-folder.js";

const SECONDS = long ? 20 : 2;
const SECRET = "the secret outside";

/** A folder that is vault, skill and place for files at once, and one outside with the same names in it. */
function folders(): { readonly root: string; readonly skills: string; readonly outside: string } {
  const folder = temporaryFolder();
  const [skills, outside] = [join(folder, "skills"), join(folder, "outside")];
  const root = join(skills, "notes");
  for (const [place, text] of [
    [root, "inside"],
    [outside, SECRET],
  ] as const) {
    mkdirSync(join(place, "way"), { recursive: true });
    writeFileSync(join(place, "leaf.md"), `# Leaf\n\n${text}\n`);
    writeFileSync(join(place, "note.md"), `# Note\n\n${text}\n`);
    writeFileSync(join(place, "way", "note.md"), `# Way\n\n${text}\n`);
  }
  writeFileSync(join(root, "SKILL.md"), "---\nname: notes\ndescription: Notes.\n---\nRead leaf.md and way/note.md\n");
  return { root, skills, outside };
}

interface Outcome {
  answered: number;
  refused: number;
  leaked: number;
}

async function meet(outcome: Outcome, read: () => Promise<unknown>): Promise<void> {
  try {
    const text = JSON.stringify(await read());
    outcome.answered += 1;
    if (text?.includes(SECRET)) outcome.leaked += 1;
  } catch (error) {
    if (!isPdError(error)) throw error;
    outcome.refused += 1;
  }
}

/** What a check of the path and a read after it gives: here to show that the race would be lost. */
function checkThenRead(root: string, path: string): string {
  const real = realpathSync.native(join(root, path));
  if (!real.startsWith(`${root}/`)) throw new Error("outside");
  return readFileSync(join(root, path), "utf8");
}

test.runIf(process.platform === "linux")(
  `R5.9 links swapped for ${SECONDS} s under every reader and writer: nothing from outside is read, nothing is written there`,
  async () => {
    const { root, skills, outside } = folders();
    const before = readdirSync(outside, { recursive: true }).sort();
    const files = createDiskFilesystem(root);
    const manager = new SkillManager({
      projectDir: skills,
      personalDir: false,
      pluginDirs: false,
      onEvent: () => undefined,
    });
    await manager.discover();
    const readers = new Map<string, () => Promise<unknown>>([
      [
        "contained leaf",
        async () => new TextDecoder().decode(readContainedSync(root, "leaf.md", { maxBytes: 999 }).bytes),
      ],
      [
        "contained way",
        async () => new TextDecoder().decode(readContainedSync(root, "way/note.md", { maxBytes: 999 }).bytes),
      ],
      ["file system", async () => files.read("way/note.md")],
      ["file system, list", async () => files.list()],
      [
        "file system, write",
        async () =>
          files.write([
            { path: "way/x.md", text: "x" },
            { path: "y.md", text: "x" },
          ]),
      ],
      ["skill's file", async () => manager.readResource("notes", "way/note.md")],
      ["skill's leaf", async () => manager.readResource("notes", "leaf.md")],
      [
        "vault",
        async () => {
          const vault = await openVault(root, { cache: false });
          await vault.ready();
          const toolkit = createToolkit({ mounts: [{ content: vault }] });
          const { nodes } = await toolkit.call("scan", {});
          const full = await toolkit.call("node", { nodes: nodes.map(({ id }) => id), level: 4 });
          await vault.close();
          return [nodes, full];
        },
      ],
    ]);
    const outcomes = new Map(
      [...readers.keys()].map((name): [string, Outcome] => [name, { answered: 0, refused: 0, leaked: 0 }]),
    );
    let naive = 0;
    const swapper = await startChild("swap-links.mjs", [root, outside]);
    const until = performance.now() + SECONDS * 1000;
    // On a busy machine the swapper comes to its turn late: until each reader has met both.
    const wasTried = () =>
      outcomes.get("contained leaf")!.refused > 0 && [...outcomes.values()].every(({ answered }) => answered > 0);
    while (performance.now() < until || !wasTried()) {
      for (const [name, read] of readers) {
        // Short ones more often: they would meet a swap less.
        const times = /list|write|vault/.test(name) ? 1 : 20;
        for (let at = 0; at < times; at += 1) await meet(outcomes.get(name)!, read);
      }
      for (let at = 0; at < 20; at += 1) {
        try {
          if (checkThenRead(root, at % 2 === 0 ? "leaf.md" : "way/note.md").includes(SECRET)) naive += 1;
        } catch {
          // Outside, or gone for a moment.
        }
      }
    }
    await swapper.kill();
    if (long) console.table({ ...Object.fromEntries(outcomes), "check, then read": { leaked: naive } });
    expect([...outcomes].filter(([, { leaked }]) => leaked > 0)).toEqual([]);
    expect(readdirSync(outside, { recursive: true }).sort()).toEqual(before);
    for (const [name, { answered }] of outcomes) expect([name, answered]).not.toEqual([name, 0]);
    // Otherwise nothing was swapped while it was read.
    expect(outcomes.get("contained leaf")!.refused).toBeGreaterThan(0);
    if (long) expect(naive).toBeGreaterThan(0);
  },
);
