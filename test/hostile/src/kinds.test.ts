import { execFileSync } from "node:child_process";
import {
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createToolkit, isPdError } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { SkillManager, skillMount, validateSkill } from "@pd/skills";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type HostilePlace, makeHostilePlace } from "./place.js";
import { expectHarmless, OUTSIDE, withinCeiling } from "./promises.js";

let place: HostilePlace;
beforeEach(() => {
  place = makeHostilePlace();
});
afterEach(() => place.remove());

/** What stands in a folder in place of an honest file called `evil.md`, or of a folder called `evil`. */
const KINDS: readonly (readonly [string, (folder: string, root: string) => void | Promise<void>])[] = [
  ["a link to a file outside", (folder, root) => symlinkSync(join(root, "outside.md"), join(folder, "evil.md"))],
  ["a relative link to a file outside", (folder) => symlinkSync("../../outside.md", join(folder, "evil.md"))],
  ["a link to a folder outside", (folder, root) => symlinkSync(join(root, "vault-beside"), join(folder, "evil"))],
  ["a link to the root", (folder) => symlinkSync("/", join(folder, "evil"))],
  ["a link to itself", (folder) => symlinkSync("evil.md", join(folder, "evil.md"))],
  ["a link to the folder it is in", (folder) => symlinkSync(".", join(folder, "evil"))],
  ["a link to nothing", (folder) => symlinkSync("nowhere.md", join(folder, "evil.md"))],
  [
    "a link to a link to a file outside",
    (folder, root) => {
      symlinkSync(join(root, "outside.md"), join(folder, "step.txt"));
      symlinkSync("step.txt", join(folder, "evil.md"));
    },
  ],
  ["a link to a device", (folder) => symlinkSync("/dev/zero", join(folder, "evil.md"))],
  ["a link to the memory of this process", (folder) => symlinkSync("/proc/self/environ", join(folder, "evil.md"))],
  ["a pipe", (folder) => void execFileSync("mkfifo", [join(folder, "evil.md")])],
  [
    "a socket",
    (folder) =>
      new Promise((resolve) => {
        const server = createServer().listen(join(folder, "evil.md"), () => {
          server.unref();
          resolve();
        });
      }),
  ],
  // Only root may make these; for others a link to one stands for it.
  ["a character device", (folder) => device(folder, "c", 1, 5)],
  ["a block device", (folder) => device(folder, "b", 7, 0)],
  ["a folder called like a file", (folder) => void mkdirSync(join(folder, "evil.md"))],
  [
    "a file of two gigabytes with nothing in it",
    (folder) => ftruncateSync(openSync(join(folder, "evil.md"), "w"), 2 ** 31),
  ],
  [
    "names that are no text",
    (folder) =>
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/evil`), Buffer.from([0xff, 0xfe]), Buffer.from(".md")]), "x"),
  ],
  ["a name with a line end", (folder) => writeFileSync(join(folder, "ev\nil\u001B[2J.md"), "x")],
  ["a name that is all marks", (folder) => writeFileSync(join(folder, `${"\u0301".repeat(50)}.md`), "x")],
  ["a name called __proto__", (folder) => writeFileSync(join(folder, "__proto__.md"), "# __proto__\n")],
  [
    "folders, 100 deep",
    (folder) => void mkdirSync(join(folder, ..."evil/".repeat(100).split("/").filter(Boolean)), { recursive: true }),
  ],
  [
    "the folder itself swapped for a link",
    (folder, root) => {
      renameSync(folder, `${folder}-moved`);
      symlinkSync(`${folder}-moved`, folder);
      writeFileSync(join(folder, "evil.md"), "x");
      expect(root).not.toBe("");
    },
  ],
];

function device(folder: string, kind: "b" | "c", major: number, minor: number): void {
  const path = join(folder, "evil.md");
  try {
    execFileSync("mknod", [path, kind, String(major), String(minor)], { stdio: "ignore" });
  } catch {
    symlinkSync("/dev/zero", path);
  }
}

describe("in a vault", () => {
  test.each(KINDS)("%s", async (_, make) => {
    await make(join(place.vault, "folder"), place.root);
    const vault = await withinCeiling(() => openVault(place.vault, { cache: false }));
    await vault.ready();
    const toolkit = createToolkit({ mounts: [{ content: vault }] });
    const listed = await withinCeiling(() => toolkit.call("scan", { limit: 1000 }));
    expect(listed.nodes.map(({ id }) => id)).toContain("note:alpha");
    expectHarmless(JSON.stringify([listed, await toolkit.call("validate", {})]));
    const all = await toolkit.call("node", { nodes: listed.nodes.map(({ id }) => id), level: 4, tokenBudget: 20_000 });
    expectHarmless(JSON.stringify(all), { opens: true });
    await vault.close();
  });
});

describe("in place of .pdignore", () => {
  const file = () => join(place.vault, ".pdignore");
  const named = (character: string) => {
    for (let at = 0; at < 12; at += 1) writeFileSync(join(place.vault, `${character.repeat(240)}${at}.md`), "x");
  };
  const NO_RULES: readonly (readonly [string, () => void])[] = [
    ["a pipe", () => void execFileSync("mkfifo", [file()])],
    ["a folder", () => void mkdirSync(file())],
    ["a link to itself", () => symlinkSync(".pdignore", file())],
    ["a link to a device", () => symlinkSync("/dev/zero", file())],
    ["ten gigabytes of nothing", () => ftruncateSync(openSync(file(), "w"), 10 * 2 ** 30)],
  ];
  const RULES: readonly (readonly [string, () => void])[] = [
    ["rules that would let out", () => writeFileSync(file(), "!../**\n!/**\n!.obsidian/\n!.obsidian/**\n")],
    [
      "stars that almost fit",
      () => {
        writeFileSync(file(), `*${"a".repeat(60)}b\n`.repeat(900));
        named("a");
      },
    ],
    [
      "brackets that never close",
      () => {
        writeFileSync(file(), `*${"[".repeat(60_000)}`);
        named("[");
      },
    ],
    [
      "any folders, again and again",
      () => {
        writeFileSync(file(), `${"**/".repeat(20_000)}b`);
        mkdirSync(join(place.vault, "d/".repeat(40)), { recursive: true });
      },
    ],
  ];

  test.each(NO_RULES)("%s: nothing is served", async (_, make) => {
    make();
    const vault = await withinCeiling(() => openVault(place.vault, { cache: false }));
    const toolkit = createToolkit({ mounts: [{ content: vault }] });
    await expect(toolkit.call("scan", {})).rejects.toMatchObject({ code: "vault-unreadable", where: ".pdignore" });
    await vault.close();
  });

  test.each(RULES)("%s", async (_, make) => {
    make();
    const vault = await withinCeiling(() => openVault(place.vault, { cache: false }));
    await vault.ready();
    const toolkit = createToolkit({ mounts: [{ content: vault }] });
    const { nodes } = await toolkit.call("scan", { limit: 1000 });
    expect(nodes.map(({ id }) => id)).toContain("note:alpha");
    expectHarmless(JSON.stringify(nodes));
    await withinCeiling(() => vault.refresh());
    await vault.close();
  });
});

describe("in a skill", () => {
  test.each(KINDS)("%s", async (_, make) => {
    await make(join(place.skills, "pdf", "references"), place.root);
    const manager = new SkillManager({ projectDir: place.skills, personalDir: false });
    await withinCeiling(() => manager.discover());
    const toolkit = createToolkit({ mounts: [skillMount(manager)] });
    for (const path of ["references/evil.md", "references/evil/outside.md", "references/step.txt"]) {
      const outcome = await withinCeiling(() =>
        toolkit.call("read_skill_file", { skill: "pdf", path }).catch((error: unknown) => error),
      );
      if (outcome instanceof Error && !isPdError(outcome)) throw outcome;
      expectHarmless(JSON.stringify(outcome), { opens: true });
    }
    expect(JSON.stringify(await toolkit.call("view", { path: "pdf" }))).toContain("pdf");
  });
});

describe("in place of SKILL.md", () => {
  test.each(KINDS)("%s", async (_, make) => {
    const folder = join(place.skills, "evil");
    mkdirSync(folder);
    await make(folder, place.root);
    if (readdirSync(folder).includes("evil.md")) renameSync(join(folder, "evil.md"), join(folder, "SKILL.md"));
    const manager = new SkillManager({ projectDir: place.skills, personalDir: false });
    await withinCeiling(() => manager.discover());
    expect(manager.getSkill("pdf")?.description).toBe("Fills forms");
    expect(manager.getSkill("evil")).toBeUndefined();
    expectHarmless(JSON.stringify([manager.diagnostics, manager.availableSkills().text]));
    const findings = await withinCeiling(async () => validateSkill(folder));
    expectHarmless(JSON.stringify(findings));
  });
});

test("R3.1 nothing with a dot before its name is read, but notes in a folder that a .pdignore takes back", async () => {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(place.vault, path)), { recursive: true });
    writeFileSync(join(place.vault, path), text);
  };
  const unread = [".env", ".npmrc", ".ssh/id_rsa", ".env.md.bak", ".dotted.md", ".hidden/.dotted.md", ".other/note.md"];
  for (const path of [...unread, ".git/note.md", ".obsidian/note.md"]) write(path, OUTSIDE);
  write(".hidden/note.md", "# Hidden\n");
  write(".private/note.md", OUTSIDE);
  write(".pdignore", ".private/\n!.hidden/\n");
  const vault = await openVault(place.vault, { cache: false });
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const { nodes } = await toolkit.call("scan", { limit: 1000 });
  // A folder with an .obsidian in it is a vault of Obsidian, where the file's name is the note's.
  expect(nodes.map(({ name }) => name).sort()).toEqual(["alpha", "beta", "gamma", "note"]);
  const all = await toolkit.call("node", { nodes: nodes.map(({ id }) => id), level: 4, tokenBudget: 20_000 });
  expectHarmless(JSON.stringify(all), { opens: true });
  for (const path of [...unread, ".git/note.md", ".private/note.md"]) {
    await expect(toolkit.call("node", { nodes: path, level: 4 })).rejects.toThrow(/./u);
  }
  await vault.close();
});

test("a hard link is a file like any other: who can make one can read it", async () => {
  linkSync(join(place.skills, "pdf", "references", "fields.md"), join(place.vault, "linked.md"));
  const vault = await openVault(place.vault, { cache: false });
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  expect((await toolkit.call("node", { nodes: "linked.md", level: 1 })).nodes).toHaveLength(1);
});
