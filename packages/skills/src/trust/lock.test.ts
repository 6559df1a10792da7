import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPdError } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { scratchFolder, temporarySkill, writeFiles } from "../testing/temporary-skill.js";
import { lockSkills, verifySkills } from "./lock.js";
import { LOCK_FILE, readLockFile } from "./lock-file.js";

const skill = (qualifiedName: string, baseDir: string) => ({ qualifiedName, baseDir });

describe("R5.13 lock and verify", () => {
  test("skills that nobody touched are unchanged", async () => {
    const skills = [skill("pdf", temporarySkill({ "scripts/a.py": "1" })), skill("csv", temporarySkill({}, "csv"))];
    const path = join(scratchFolder(), LOCK_FILE);
    const locked = await lockSkills(skills, path);
    expect(locked.map(({ name }) => name)).toEqual(["pdf", "csv"]);
    const { unchanged, skills: verified } = await verifySkills(skills, path);
    expect(unchanged).toBe(true);
    expect(verified.map(({ name, status, files }) => [name, status, files])).toEqual([
      ["csv", "unchanged", []],
      ["pdf", "unchanged", []],
    ]);
  });

  test("says which skill changed, and in which files", async () => {
    const pdf = temporarySkill({ "a.txt": "1", "b.txt": "2", "c.txt": "3" });
    const skills = [skill("pdf", pdf), skill("csv", temporarySkill({}, "csv"))];
    const path = join(scratchFolder(), LOCK_FILE);
    await lockSkills(skills, path);
    writeFiles(pdf, { "a.txt": "changed", "new.txt": "" });
    rmSync(join(pdf, "b.txt"));
    rmSync(join(pdf, "c.txt"));
    symlinkSync("a.txt", join(pdf, "c.txt"));
    const fresh = skill("new", temporarySkill({}, "new"));
    const { unchanged, skills: verified } = await verifySkills([skills[0]!, fresh], path);
    expect(unchanged).toBe(false);
    expect(verified.map(({ name, status, files }) => [name, status, files])).toEqual([
      ["csv", "removed", []],
      ["new", "added", []],
      [
        "pdf",
        "changed",
        [
          { path: "a.txt", change: "changed" },
          { path: "b.txt", change: "removed" },
          { path: "c.txt", change: "changed" },
          { path: "new.txt", change: "added" },
        ],
      ],
    ]);
  });

  test("one that can no longer be digested is named, and the others are still compared", async () => {
    const pdf = temporarySkill();
    const skills = [skill("pdf", pdf), skill("csv", temporarySkill({}, "csv"))];
    const path = join(scratchFolder(), LOCK_FILE);
    await lockSkills(skills, path);
    symlinkSync("/etc", join(pdf, "out"));
    const { unchanged, skills: verified } = await verifySkills(skills, path);
    expect(unchanged).toBe(false);
    expect(verified.map(({ name, status, error }) => [name, status, error?.code])).toEqual([
      ["csv", "unchanged", undefined],
      ["pdf", "unreadable", "path-escapes-root"],
    ]);
  });

  test("a lock is written whole, the same for the same skills, and not at all where one cannot be digested", async () => {
    const folder = scratchFolder();
    const path = join(folder, LOCK_FILE);
    const skills = [skill("pdf", temporarySkill()), skill("csv", temporarySkill({}, "csv"))];
    await lockSkills(skills, path);
    const text = readFileSync(path, "utf8");
    await lockSkills([...skills].reverse(), path);
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(text).not.toContain(folder);
    await expect(lockSkills([...skills, skill("gone", join(folder, "gone"))], path)).rejects.toMatchObject({
      code: "content-unreadable",
    });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(readdirSync(folder)).toEqual([LOCK_FILE]);
    await expect(lockSkills(skills, join(folder, "no", "where"))).rejects.toMatchObject({ code: "file-unwritable" });
  });

  test("there has to be a lock, and it has to add up", async () => {
    const path = join(scratchFolder(), LOCK_FILE);
    await expect(verifySkills([], path)).rejects.toMatchObject({ code: "content-unreadable" });
    const skills = [skill("pdf", temporarySkill({ "a.txt": "1" }))];
    await lockSkills(skills, path);
    const text = readFileSync(path, "utf8");
    for (const wrong of [
      text.replace('"a.txt"', '"b.txt"'),
      text.replace('"version": 1', '"version": 2'),
      text.replace(/"size": 1\b/, '"size": 2'),
      text.slice(0, -20),
      "null",
      "[]",
      '{"version":1,"skills":{}}',
      '{"version":1,"skills":[null]}',
    ]) {
      expect(wrong).not.toBe(text);
      writeFileSync(path, wrong);
      await expect(verifySkills(skills, path)).rejects.toMatchObject({ code: "content-invalid" });
    }
  });

  test("one of a newer version says so, and what reads it", async () => {
    const path = join(scratchFolder(), LOCK_FILE);
    writeFileSync(path, '{"version":2,"skills":[{"name":"größe"}]}');
    await expect(verifySkills([], path)).rejects.toMatchObject({
      code: "content-invalid",
      message: "The lock file has version 2, and this pd reads version 1",
      fix: expect.stringContaining("Update pd"),
      where: path,
    });
  });

  test("R7.3 whatever stands in a lock file, it is read or refused", () => {
    const path = join(scratchFolder(), LOCK_FILE);
    const item = fc.record(
      { name: fc.anything(), digest: fc.anything(), files: fc.oneof(fc.array(fc.anything()), fc.anything()) },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(item).map((skills) => {
        try {
          return JSON.stringify({ version: 1, skills });
        } catch {
          return "";
        }
      }),
    );
    fc.assert(
      fc.property(text, (content) => {
        writeFileSync(path, content);
        try {
          expect(Array.isArray(readLockFile(path))).toBe(true);
        } catch (error) {
          expect(isPdError(error)).toBe(true);
        }
      }),
      { numRuns: propertyRuns(0.3) },
    );
  });
});
