import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPdError } from "@pd/core";
import { LOCK_FILE, lockSkills, SkillManager, verifySkills } from "@pd/skills";
import { expect, test } from "vitest";
import { everyCall } from "./every-call.js";
import { temporaryFolder } from "./temporary-folder.js";

function skills(): { readonly folder: string; readonly lock: string } {
  const folder = temporaryFolder();
  for (const name of ["forms", "tables"]) {
    mkdirSync(join(folder, "skills", name, "references"), { recursive: true });
    const head = `---\nname: ${name}\ndescription: Works with ${name}.\n---\n`;
    writeFileSync(join(folder, "skills", name, "SKILL.md"), `${head}Do $ARGUMENTS with references/more.md\n`);
    writeFileSync(join(folder, "skills", name, "references", "more.md"), `more of ${name}\n`);
  }
  return { folder: join(folder, "skills"), lock: join(folder, LOCK_FILE) };
}

const managerOf = (folder: string) =>
  new SkillManager({ projectDir: folder, personalDir: false, pluginDirs: false, onEvent: () => undefined });

/** Leftovers are swept once they are an hour old. */
function makeOld(folder: string): void {
  const hourAgo = Date.now() / 1000 - 3700;
  for (const name of readdirSync(folder)) if (name.endsWith(".tmp")) utimesSync(join(folder, name), hourAgo, hourAgo);
}

async function lockAll({ folder, lock }: ReturnType<typeof skills>): Promise<void> {
  const manager = managerOf(folder);
  await manager.discover();
  await lockSkills(manager.listSkills(), lock);
}

test("lock file: it is the old or the new, whole; nothing is left beside it, and it can be locked again", async () => {
  const tried = await everyCall({
    async prepare() {
      const made = skills();
      await lockAll(made);
      const old = readFileSync(made.lock, "utf8");
      const manager = managerOf(made.folder);
      await manager.discover();
      writeFileSync(join(made.folder, "forms", "references", "more.md"), "changed\n");
      return { ...made, old, manager };
    },
    under: ({ folder }) => [join(folder, "..")],
    act: ({ manager, lock }) => lockSkills(manager.listSkills(), lock),
    async check(before, { error, failed, lasting, named }) {
      const now = readFileSync(before.lock, "utf8");
      if (error !== undefined) expect([named, now]).toEqual([named, before.old]);
      else expect([named, now === before.old]).toEqual([named, failed.length > 0 && now === before.old]);
      const { unchanged } = await verifySkills(before.manager.listSkills(), before.lock);
      expect([named, unchanged]).toEqual([named, now !== before.old]);
      const cleaned = !lasting && !failed.includes("unlinkSync");
      if (cleaned) expect([named, readdirSync(join(before.folder, "..")).length]).toEqual([named, 2]);
      makeOld(join(before.folder, ".."));
      await lockAll(before);
      expect([named, readdirSync(join(before.folder, "..")).sort()]).toEqual([named, ["skills", LOCK_FILE]]);
      expect((await verifySkills(before.manager.listSkills(), before.lock)).unchanged).toBe(true);
    },
  });
  expect(tried).toBeGreaterThan(30);
});

test("verification says `unreadable` or throws a typed error; never `unchanged` of what it did not read", async () => {
  await everyCall({
    async prepare() {
      const made = skills();
      await lockAll(made);
      const manager = managerOf(made.folder);
      await manager.discover();
      for (const name of ["forms", "tables"])
        writeFileSync(join(made.folder, name, "references", "more.md"), "changed\n");
      return { ...made, manager };
    },
    under: ({ folder }) => [join(folder, "..")],
    async act({ manager, lock }) {
      const { unchanged, skills: verified } = await verifySkills(manager.listSkills(), lock);
      expect(unchanged).toBe(false);
      for (const { status, error } of verified) if (status === "unreadable") expect(isPdError(error)).toBe(true);
    },
    async check({ manager, lock }, { named }) {
      const { skills: verified } = await verifySkills(manager.listSkills(), lock);
      expect([named, verified.map(({ status }) => status)]).toEqual([named, ["changed", "changed"]]);
    },
  });
});

test("discovery and invocation: what cannot be read is said or thrown as an error of pd, and found the next time", async () => {
  await everyCall({
    prepare: () => ({ ...skills(), manager: undefined as SkillManager | undefined }),
    under: ({ folder }) => [folder],
    async act(before) {
      before.manager = managerOf(before.folder);
      await before.manager.discover();
      for (const { name } of before.manager.listSkills()) {
        await before.manager.invokeSkill(name, "it");
        await before.manager.readResource(name, "references/more.md");
      }
    },
    async check({ folder, manager = managerOf(folder) }, { named }) {
      await manager.discover();
      expect([named, manager.listSkills().map(({ name }) => name)]).toEqual([named, ["forms", "tables"]]);
      const { content } = await manager.invokeSkill("forms", "it");
      expect([named, content]).toEqual([named, expect.stringContaining("Do it with")]);
    },
  });
});
