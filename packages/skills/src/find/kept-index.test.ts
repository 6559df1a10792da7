import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { skillContent } from "../content/skill-content.js";
import { SkillManager } from "../invoke/skill-manager.js";
import { type Files, scratchFolder, writeFiles } from "../testing/temporary-skill.js";

const skill = (name: string, body: string) => `---\nname: ${name}\ndescription: Number of ${name}.\n---\n\n${body}\n`;

function some(count: number): Files {
  const names = Array.from({ length: count }, (_, at) => `s${at}`);
  return Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skill(name, `Größe und lantern${name}.`)]));
}

/** Skills in a folder, and a cache of their own. A file that has just been written is not believed: some time has to pass. */
async function place(count: number) {
  const root = writeFiles(scratchFolder(), some(count));
  const cache = scratchFolder();
  await after(150);
  const search = async (text: string) => {
    const manager = new SkillManager({ projectDir: root, personalDir: false });
    const content = skillContent(manager, { cache });
    const { graph } = await content.open();
    const hits = await graph.search({ text, type: "skill" }, 3);
    // It is written after the answer.
    await after(20);
    return hits.map(({ id }) => id.replace("skill:", ""));
  };
  const files = () => {
    try {
      return readdirSync(join(cache, "vaults")).map((name) => join(cache, "vaults", name));
    } catch {
      return [];
    }
  };
  return { root, search, files };
}

describe("R5.11 the index is kept by digest", () => {
  test("the next process takes it as it is, and finds the same", async () => {
    const { search, files } = await place(70);
    expect(await search("lanterns7")).toEqual(["s7"]);
    const [file = ""] = files();
    const before = statSync(file);
    expect(before.mode & 0o077).toBe(0);
    expect(await search("lanterns7")).toEqual(["s7"]);
    // Nothing was made anew: it would have been written again.
    expect(statSync(file).ino).toBe(before.ino);
  });

  test("what changed, came or went since is as it is now", async () => {
    const { root, search } = await place(70);
    await search("lantern");
    writeFiles(root, { "s7/SKILL.md": skill("s7", "An umbrella."), "new/SKILL.md": skill("new", "发布到市场。") });
    expect(await search("umbrella")).toEqual(["s7"]);
    expect(await search("发布")).toEqual(["new"]);
    expect(await search("lanterns7")).toEqual([]);
    expect(await search("lanterns8")).toEqual(["s8"]);
  });

  test("one that is damaged, or that others could have written, is deleted and made anew", async () => {
    const { search, files } = await place(70);
    await search("lantern");
    const [file = ""] = files();
    const whole = readFileSync(file);
    for (const damage of [
      () => writeFileSync(file, whole.subarray(0, whole.length - 9)),
      () =>
        writeFileSync(
          file,
          whole.map((byte, at) => (at === 4000 ? byte ^ 1 : byte)),
        ),
      () => writeFileSync(file, "nothing of pd"),
      () => chmodSync(file, 0o666),
    ]) {
      damage();
      expect(await search("lanterns9")).toEqual(["s9"]);
      expect(Buffer.compare(readFileSync(file).subarray(0, 14), whole.subarray(0, 14))).toBe(0);
      expect(statSync(file).mode & 0o077).toBe(0);
    }
  });

  test("of a few skills nothing is kept, and nothing of texts that a host has to approve", async () => {
    const { search, files } = await place(5);
    expect(await search("lanterns3")).toEqual(["s3"]);
    expect(files()).toEqual([]);
    const root = writeFiles(scratchFolder(), some(70));
    const cache = scratchFolder();
    const manager = new SkillManager({ projectDir: root, personalDir: false, approvals: { approve: () => false } });
    const { graph } = await skillContent(manager, { cache }).open();
    await graph.search({ text: "lantern", type: "skill" }, 3);
    await after(20);
    expect(readdirSync(cache)).toEqual([]);
  });
});
