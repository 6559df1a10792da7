import * as fs from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { SkillManager } from "../invoke/skill-manager.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { discovering, runToEnd } from "./discovery.js";
import { WALK_LIMITS } from "./walk-skills.js";

const counted = vi.hoisted(() => ({ open: 0, read: 0, bytes: 0, readdir: 0, stat: 0 }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      counted.open += 1;
      return real.openSync(...args);
    },
    readSync: (...args: [number, NodeJS.ArrayBufferView, number, number, number]) => {
      counted.read += 1;
      const bytes = real.readSync(...args);
      counted.bytes += bytes;
      return bytes;
    },
    readdirSync: ((...args: [string]) => {
      counted.readdir += 1;
      return real.readdirSync(...args);
    }) as typeof fs.readdirSync,
    statSync: ((...args: [string]) => {
      counted.stat += 1;
      return real.statSync(...args);
    }) as typeof fs.statSync,
  };
});

beforeEach(() => {
  for (const key of Object.keys(counted) as (keyof typeof counted)[]) counted[key] = 0;
});

const SKILLS = 100;

function library(bodyBytes: number): string {
  const body = "Body text that nobody asked for. ".repeat(bodyBytes / 33);
  const files = Array.from({ length: SKILLS }, (_, number) => [
    `skill-${number}/SKILL.md`,
    `---\nname: skill-${number}\ndescription: About ${number}.\n---\n${body}`,
  ]);
  return writeFiles(scratchFolder(), Object.fromEntries(files) as Record<string, string>);
}

const discover = (root: string) =>
  runToEnd(
    discovering({
      roots: [],
      pluginDirs: [],
      custom: [{ path: root, source: "custom", pluginName: undefined }],
      limits: WALK_LIMITS,
    }),
  );

describe("the mechanism behind FR-002 and SC-001", () => {
  test("FR-001 a discovery opens each file once and reads its first 4 KB once, however long the bodies are", () => {
    const root = library(100_000);
    discover(root);
    expect(counted).toEqual({ open: SKILLS, read: SKILLS, bytes: SKILLS * 4096, readdir: 1, stat: expect.any(Number) });
    expect(counted.stat).toBeLessThan(5);
  });

  test("a frontmatter of more than 4 KB is read on, up to its cap and no further", () => {
    const long = (bytes: number) =>
      `---\nname: a\ndescription: ${"d".repeat(900)}\nlicense: ${"x".repeat(bytes)}\n---\n${"b".repeat(100_000)}`;
    const root = writeFiles(scratchFolder(), { "a/SKILL.md": long(6000) });
    expect(discover(root).registry.skills[0]?.license).toHaveLength(6000);
    expect(counted.bytes).toBeLessThan(4096 + 20_480 + 1);
    const huge = writeFiles(scratchFolder(), {
      "a/SKILL.md": `---\nname: a\ndescription: d\nlicense: ${"x".repeat(50_000)}`,
    });
    discover(huge);
    expect(counted.bytes).toBeLessThan(2 * (4096 + 20_480) + 1);
  });

  test("SC-002 what is kept of a skill is its frontmatter: not a word of a body", () => {
    const root = library(3000);
    const { registry } = discover(root);
    expect(JSON.stringify(registry.skills)).not.toContain("nobody asked for");
    expect(registry.skills.every(({ bodyLoaded, body }) => !bodyLoaded && body === undefined)).toBe(true);
  });
});

describe("the mechanism behind FR-003, FR-008, SC-003 and SC-004", () => {
  test("FR-003 a body is read when its skill is invoked, and only that one", () => {
    const root = library(50_000);
    const manager = new SkillManager({ projectDir: root, personalDir: false });
    manager.discoverSync();
    const before = { ...counted };
    manager.invokeSkillSync("skill-7");
    expect(counted.open - before.open).toBe(1);
    expect(counted.bytes - before.bytes).toBe(fs.statSync(join(root, "skill-7", "SKILL.md")).size);
  });

  test("SC-004 a kept invocation opens and reads nothing: one stat", () => {
    const manager = new SkillManager({ projectDir: library(5000), personalDir: false });
    manager.invokeSkillSync("skill-7", "x");
    const before = { ...counted };
    const again = manager.invokeSkillSync("skill-7", "x");
    expect(again.content).toContain("ARGUMENTS: x");
    expect(counted).toEqual({ ...before, stat: before.stat + 1 });
  });

  test("SC-003 a first invocation is one open, one read and one close", () => {
    const manager = new SkillManager({ projectDir: library(5000), personalDir: false });
    manager.discoverSync();
    const before = { ...counted };
    manager.invokeSkillSync("skill-3");
    expect([counted.open - before.open, counted.read - before.read, counted.readdir - before.readdir]).toEqual([
      1, 1, 0,
    ]);
  });
});
