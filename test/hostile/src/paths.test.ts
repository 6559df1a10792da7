import { createToolkit, isPdError, type Toolkit } from "@pd/core";
import { createDiskFilesystem } from "@pd/core/files";
import { openVault, type Vault } from "@pd/core/vault";
import { SkillManager, skillMount } from "@pd/skills";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PATHS } from "./cases/paths.js";
import { makeHostilePlace } from "./place.js";
import { expectHarmless, withinCeiling } from "./promises.js";

const place = makeHostilePlace();
const filesystem = createDiskFilesystem(place.files);
let vault: Vault;
let toolkit: Toolkit;

beforeAll(async () => {
  vault = await openVault(place.vault, { cache: false });
  await vault.ready();
  const manager = new SkillManager({ projectDir: place.skills, personalDir: false });
  await manager.discover();
  toolkit = createToolkit({ mounts: [{ content: vault }, skillMount(manager)] });
});
afterAll(async () => {
  await vault.close();
  place.remove();
});

/** What takes a path, and what it may say to one that leads nowhere. */
const TAKERS: readonly (readonly [string, readonly string[], (path: string) => Promise<unknown>])[] = [
  [
    "a node by its path",
    ["node-unknown", "input-invalid"],
    (path) => toolkit.call("node", { nodes: [path], level: 4 }),
  ],
  [
    "a file of a skill",
    ["path-escapes-root", "node-unknown", "input-invalid"],
    (path) => toolkit.call("read_skill_file", { skill: "pdf", path }),
  ],
  [
    "a file to write",
    ["path-escapes-root", "input-invalid", "file-unwritable"],
    (path) => filesystem.write([{ path, text: "x" }]).then(() => "written"),
  ],
];

describe.each(TAKERS)("%s", (name, codes, take) => {
  test.each(PATHS.map((path) => [JSON.stringify(path).slice(0, 60), path] as const))("%s", async (_, path) => {
    const outcome = await withinCeiling(() =>
      take(path).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    );
    if ("error" in outcome) {
      expect(isPdError(outcome.error)).toBe(true);
      const told = (outcome.error as { toJSON(): object }).toJSON();
      expect(codes).toContain((told as { code: string }).code);
      expectHarmless(JSON.stringify(told));
    } else if (name !== "a file to write") {
      // A name that means nothing may be nobody's; one that means something must be a node of the vault.
      expectHarmless(JSON.stringify(outcome.value), { opens: true });
    }
    const alive = await toolkit.call("node", { nodes: "Alpha", level: 1 });
    expect(alive.nodes).toHaveLength(1);
  });
});

test("what was written stands below the folder, whatever it was called", async () => {
  const { readdirSync } = await import("node:fs");
  expect(readdirSync(place.root).sort()).toEqual(["files", "outside.md", "skills", "vault", "vault-beside"]);
  expectHarmless(JSON.stringify(await filesystem.list()));
});

test.each([
  ["../other/SKILL.md", 'has a part ".."'],
  ["references/../../other/SKILL.md", 'has a part ".."'],
  ["/etc/passwd", "is absolute"],
  ["references\\fields.md", "has a backslash"],
  ["C:/fields.md", "has a colon"],
  ["references/fields.md\0", "has a control character"],
  ["a/b/c/d/e/f/fields.md", "goes too many folders down"],
])("R5.9 a refusal says what is wrong with %j", async (path, why) => {
  await expect(toolkit.call("read_skill_file", { skill: "pdf", path })).rejects.toMatchObject({
    code: "path-escapes-root",
    message: expect.stringContaining(why),
  });
});
