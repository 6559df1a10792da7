import { renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPdError } from "@pd/core";
import { describe, expect, test, vi } from "vitest";
import { availableSkills } from "../catalogue/catalogue.js";
import { loadSkills } from "../discover/load-skills.js";
import type { SkillEvent } from "../record/skill-event.js";
import { type Files, scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { SkillManager, type SkillManagerOptions } from "./skill-manager.js";

const head = (name: string, more = "") => `---\nname: ${name}\ndescription: About ${name}.\n${more}---\n`;

function managed(files: Files, options: SkillManagerOptions = {}) {
  const root = writeFiles(scratchFolder(), files);
  const events: SkillEvent[] = [];
  const manager = new SkillManager({
    projectDir: root,
    personalDir: false,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { root, manager, events };
}

describe("invoking", () => {
  test("FR-003 gives processed content, raw content, tools and cost", async () => {
    const { root, manager } = managed({
      "pdf/SKILL.md": `${head("pdf", "allowed-tools: Read, Write\n")}Fill $ARGUMENTS.\n`,
    });
    const invoked = await manager.invokeSkill("pdf", "form.pdf");
    expect(invoked).toMatchObject({
      name: "pdf",
      arguments: "form.pdf",
      content: `Base directory for this skill: ${join(root, "pdf")}\n\nFill form.pdf.\n`,
      rawContent: "Fill $ARGUMENTS.\n",
      allowedTools: ["Read", "Write"],
      warnings: [],
    });
    expect(invoked.tokens).toBeGreaterThan(5);
    expect(invoked.skill).toMatchObject({ bodyLoaded: true, body: "Fill $ARGUMENTS.\n" });
  });

  test("FR-016 both ways give the same, errors included", async () => {
    const { manager } = managed({ "pdf/SKILL.md": `${head("pdf")}Body`, "pdf/a.txt": "text" });
    expect(await manager.discover()).toEqual(manager.discoverSync());
    expect(await manager.invokeSkill("pdf", "x")).toEqual(manager.invokeSkillSync("pdf", "x"));
    expect(await manager.readResource("pdf", "a.txt")).toBe(manager.readResourceSync("pdf", "a.txt"));
    expect(await manager.readResourceBytes("pdf", "a.txt")).toEqual(manager.readResourceBytesSync("pdf", "a.txt"));
    for (const [name, args] of [
      ["nobody", ""],
      ["pdf", 5 as unknown as string],
    ] as const) {
      const said = await manager.invokeSkill(name, args).catch((error: unknown) => error);
      expect(() => manager.invokeSkillSync(name, args)).toThrow(expect.objectContaining({ ...(said as object) }));
    }
  });

  test("SC-009 invoking is strict: what discovery passed over is an error with file, line and fix", async () => {
    const { root, manager } = managed({
      "nameless/SKILL.md": "---\ndescription: d\n---\n",
      "mute/SKILL.md": "---\nname: mute\n---\n",
      "bare/SKILL.md": "# No frontmatter\n",
      "good/SKILL.md": `${head("good")}Body`,
    });
    expect((await manager.discover()).map(({ name }) => name)).toEqual(["good"]);
    for (const [name, line] of [
      ["nameless", 1],
      ["mute", 1],
      ["bare", 1],
    ] as const) {
      await expect(manager.invokeSkill(name)).rejects.toMatchObject({
        code: "skill-invalid",
        where: `${name}/SKILL.md:${line}`,
        fix: expect.any(String),
        cause: { file: join(root, name, "SKILL.md") },
      });
    }
    await expect(manager.invokeSkill("god")).rejects.toMatchObject({
      code: "skill-unknown",
      fix: 'Did you mean "good"?',
    });
  });

  test("SC-009 a file that went bad after it was found is refused", async () => {
    const { root, manager } = managed({ "pdf/SKILL.md": `${head("pdf")}Body` });
    await manager.discover();
    writeFileSync(join(root, "pdf", "SKILL.md"), "---\nname: pdf\n---\n");
    await expect(manager.invokeSkill("pdf")).rejects.toMatchObject({ code: "skill-invalid" });
    rmSync(join(root, "pdf", "SKILL.md"));
    await expect(manager.invokeSkill("pdf")).rejects.toMatchObject({ code: "content-unreadable" });
    rmSync(join(root, "pdf"), { recursive: true });
    await expect(manager.invokeSkill("pdf")).rejects.toMatchObject({ code: "content-unreadable" });
  });

  test("R5.2 name ≠ folder, unknown keys and over-long fields are warnings", () => {
    const { manager } = managed({
      "folder/SKILL.md": `${head("pdf", `color: red\ncompatibility: ${"c".repeat(600)}\n`)}Body`,
    });
    expect(manager.invokeSkillSync("pdf").warnings.map(({ code }) => code)).toEqual([
      "compatibility-too-long",
      "name-not-folder",
      "key-unknown",
    ]);
  });

  test("a changed frontmatter is noticed, and the list says so", async () => {
    const { root, manager, events } = managed({ "pdf/SKILL.md": `${head("pdf")}Body` });
    await manager.discover();
    writeFileSync(join(root, "pdf", "SKILL.md"), "---\nname: pdf\ndescription: Something else.\n---\nNew");
    expect((await manager.invokeSkill("pdf")).content).toContain("New");
    expect(manager.getSkill("pdf")).toMatchObject({
      description: "Something else.",
      bodyLoaded: false,
      body: undefined,
    });
    expect(events.filter(({ kind }) => kind === "skills-changed")).toMatchObject([{ changed: ["pdf"] }]);
  });
});

describe("R5.8 the cache", () => {
  const body = (text: string) => `${head("pdf")}${text}`;

  test("FR-007 is keyed by skill and exact arguments", () => {
    const { manager } = managed({ "pdf/SKILL.md": body("$ARGUMENTS"), "csv/SKILL.md": `${head("csv")}$ARGUMENTS` });
    for (const [name, args] of [
      ["pdf", "a"],
      ["pdf", "a "],
      ["pdf", "A"],
      ["csv", "a"],
      ["pdf", "a"],
      ["pdf", ""],
    ] as const) {
      expect(manager.invokeSkillSync(name, args).content.endsWith(`\n\n${args}`)).toBe(true);
    }
    expect(manager.getCacheStats()).toMatchObject({ size: 5, hits: 1, misses: 5, hitRate: 1 / 6, maxSize: 100 });
  });

  test.each([
    [
      "size",
      (file: string) => {
        const stamp = new Date(1_000_000_000_000);
        writeFileSync(file, body("longer"));
        utimesSync(file, stamp, stamp);
      },
    ],
    ["time", (file: string) => writeFileSync(file, body("other"))],
    [
      "file, with time and size kept",
      (file: string) => {
        const stamp = new Date(1_000_000_000_000);
        writeFileSync(`${file}.new`, body("other"));
        utimesSync(`${file}.new`, stamp, stamp);
        renameSync(`${file}.new`, file);
      },
    ],
  ])("another %s makes an entry worthless", (_, change) => {
    const { root, manager } = managed({ "pdf/SKILL.md": body("first") });
    const file = join(root, "pdf", "SKILL.md");
    utimesSync(file, new Date(1_000_000_000_000), new Date(1_000_000_000_000));
    expect(manager.invokeSkillSync("pdf").rawContent).toBe("first");
    change(file);
    expect(manager.invokeSkillSync("pdf").rawContent).not.toBe("first");
    expect(manager.getCacheStats()).toMatchObject({ size: 1, hits: 0, misses: 2 });
  });

  test("FR-009 the least recently used entry goes first", () => {
    const { manager } = managed({ "pdf/SKILL.md": body("x") }, { maxCacheSize: 2 });
    for (const args of ["a", "b", "a", "c", "a", "b"]) manager.invokeSkillSync("pdf", args);
    expect(manager.getCacheStats()).toMatchObject({ size: 2, hits: 2, misses: 4 });
  });

  test("it is bounded in bytes too, and 0 keeps nothing", () => {
    const { manager } = managed({ "pdf/SKILL.md": body("x".repeat(5000)) }, { maxCacheBytes: 50_000 });
    for (let number = 0; number < 20; number += 1) manager.invokeSkillSync("pdf", `a${number}`);
    expect(manager.getCacheStats().bytes).toBeLessThanOrEqual(50_000);
    expect(manager.getCacheStats().size).toBeLessThan(4);
    const { manager: none } = managed({ "pdf/SKILL.md": body("x") }, { maxCacheSize: 0 });
    none.invokeSkillSync("pdf");
    none.invokeSkillSync("pdf");
    expect(none.getCacheStats()).toMatchObject({ size: 0, hits: 0, misses: 2 });
  });

  test("FR-010 SC-010 it is cleared by skill or whole, and tells its figures", () => {
    const { manager } = managed({ "pdf/SKILL.md": body("x"), "csv/SKILL.md": `${head("csv")}y` });
    for (const name of ["pdf", "csv", "pdf"]) manager.invokeSkillSync(name);
    manager.clearCache("pdf");
    expect(manager.getCacheStats()).toMatchObject({ size: 1, hits: 1, misses: 2 });
    manager.clearCache();
    expect(manager.getCacheStats()).toEqual({ size: 0, maxSize: 100, bytes: 0, hits: 0, misses: 0, hitRate: 0 });
  });

  test("FR-008 SC-005 a workload with a few favourites is served from it by more than 80%", () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, number) => [`s${number}/SKILL.md`, `${head(`s${number}`)}x`]),
    );
    const { manager } = managed(files);
    // Every second call is one of three favourites, the others go round the rest: two kinds of arguments each.
    for (let call = 0; call < 1000; call += 1) {
      manager.invokeSkillSync(`s${call % 2 === 0 ? call % 3 : call % 30}`, call % 4 < 2 ? "" : "report.csv");
    }
    expect(manager.getCacheStats().hitRate).toBeGreaterThan(0.8);
  });

  test.each([-1, 1.5, Number.NaN, "5" as never])("a size of %s is refused", (maxCacheSize) => {
    expect(() => new SkillManager({ projectDir: false, personalDir: false, maxCacheSize })).toThrow(
      expect.objectContaining({ name: "ConfigurationError", where: "maxCacheSize" }),
    );
  });
});

describe("finding", () => {
  const three = {
    "pdf-forms/SKILL.md": "---\nname: pdf-forms\ndescription: Fills PDF forms.\n---\n",
    "pdf-merge/SKILL.md": "---\nname: pdf-merge\ndescription: Puts documents together.\n---\n",
    "csv/SKILL.md": "---\nname: csv\ndescription: Reads tables and PDF reports.\n---\n",
  };

  test("R5.11 a catalogue for a query chooses as the free one does, and by what is there now", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`s${at}/SKILL.md`, head(`s${at}`).replace("About", `Topic${at} of`)]),
    );
    const { root, manager } = managed(files);
    const options = { budget: 120, query: "topic37" };
    const { step, shown, text } = manager.availableSkills(options);
    expect([step, shown.includes("s37")]).toEqual(["selected", true]);
    expect(text).toBe(availableSkills(manager.listSkills(), options).text);
    writeFiles(root, { "zz/SKILL.md": "---\nname: zz\ndescription: Topic99.\n---\n" });
    await manager.discover();
    expect(manager.availableSkills({ budget: 120, query: "topic99" }).shown).toContain("zz");
  });

  test("FR-019 by source, name pattern and keywords, and all of them together", () => {
    const { manager } = managed(three);
    const found = (filter: Parameters<SkillManager["listSkills"]>[0]) =>
      manager.listSkills(filter).map(({ name }) => name);
    expect(found({})).toEqual(["csv", "pdf-forms", "pdf-merge"]);
    expect(found({ source: "project" })).toHaveLength(3);
    expect(found({ source: ["personal", "plugin"] })).toEqual([]);
    expect(found({ name: "^pdf-" })).toEqual(["pdf-forms", "pdf-merge"]);
    expect(found({ keywords: "pdf" })).toEqual(["csv", "pdf-forms", "pdf-merge"]);
    expect(found({ keywords: "PDF reports" })).toEqual(["csv"]);
    expect(found({ keywords: ["forms", "fills"], name: /PDF/i })).toEqual(["pdf-forms"]);
    expect(() => found({ source: "nowhere" as never })).toThrow(expect.objectContaining({ code: "input-invalid" }));
  });

  test("FR-020 by name, and before anybody has discovered", () => {
    const { manager } = managed(three);
    expect(manager.getSkill("csv")?.description).toBe("Reads tables and PDF reports.");
    expect(manager.getSkill("none")).toBeUndefined();
  });

  test("a list that was handed out is the caller's own", () => {
    const { manager } = managed(three);
    (manager.listSkills() as unknown[]).length = 0;
    expect(manager.listSkills()).toHaveLength(3);
  });

  test("R5.10 files are found on first request, grouped", () => {
    const { manager } = managed({
      ...three,
      "csv/scripts/a.py": "",
      "csv/references/deep/b.md": "",
      "csv/assets/c.png": "",
      "csv/d.txt": "dd",
      "csv/.git/x": "",
    });
    expect(manager.getSkill("csv")?.resources).toEqual({
      scripts: [{ path: "scripts/a.py", kind: "scripts", size: 0 }],
      references: [{ path: "references/deep/b.md", kind: "references", size: 0 }],
      assets: [{ path: "assets/c.png", kind: "assets", size: 0 }],
      other: [{ path: "d.txt", kind: "other", size: 2 }],
      truncated: false,
    });
  });

  test("seed 003: loadSkills, then a body on demand", async () => {
    const root = writeFiles(scratchFolder(), three);
    const skills = await loadSkills(root);
    expect(skills.map(({ name, bodyLoaded, body }) => [name, bodyLoaded, body])).toEqual([
      ["csv", false, undefined],
      ["pdf-forms", false, undefined],
      ["pdf-merge", false, undefined],
    ]);
    const manager = new SkillManager({ projectDir: root, personalDir: false });
    expect(manager.loadBody(skills[0]!)).toMatchObject({ name: "csv", bodyLoaded: true, body: "" });
    await expect(loadSkills(join(root, "none"))).rejects.toMatchObject({ code: "configuration-invalid" });
    await expect(loadSkills("")).rejects.toMatchObject({ code: "configuration-invalid" });
  });
});

describe("events", () => {
  test("repairs, collisions and what was found are told", async () => {
    const { manager, events } = managed({
      "a/SKILL.md": "---\nname: a\ndescription: one: two\n---\n",
      "x/a/SKILL.md": head("a"),
    });
    await manager.discover();
    expect(events.map((event) => event.kind)).toEqual([
      "skill-diagnosed",
      "skill-diagnosed",
      "skill-collision",
      "skills-discovered",
    ]);
    expect(events[0]).toMatchObject({
      diagnostic: { code: "unquoted-colon", line: 3, fix: 'description: "one: two"' },
    });
    await manager.discover();
    // What was told is not told again.
    expect(events.slice(4).map((event) => event.kind)).toEqual(["skills-discovered"]);
  });

  test("no event holds a word of a body", () => {
    const { manager, events } = managed({ "a/SKILL.md": `${head("a")}CANARY` });
    manager.invokeSkillSync("a");
    expect(JSON.stringify(events)).not.toContain("CANARY");
  });

  test("a listener that throws stops nothing", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { manager } = managed(
      { "a/SKILL.md": head("a") },
      {
        onEvent: () => {
          throw new Error("listener");
        },
      },
    );
    expect(manager.discoverSync()).toHaveLength(1);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});

describe("what callers without types hand over", () => {
  test.each([undefined, null, 7, {}, [], true])("is no skill: %j", async (given) => {
    const { manager } = managed({ "a/SKILL.md": `${head("a")}body` });
    const refused = { code: "input-invalid", where: "name" };
    await expect(manager.invokeSkill(given as never)).rejects.toMatchObject(refused);
    await expect(manager.readResource(given as never, "x")).rejects.toMatchObject(refused);
    expect(() => manager.invokeSkillSync(given as never)).toThrow(expect.objectContaining(refused));
  });

  test.each([[null], [42], [{}], [[]], [true], [Symbol("größe")], [() => 1]])(
    "is an error of pd to every method: %s",
    async (given) => {
      const { manager } = managed({ "a/SKILL.md": `${head("a")}body`, "a/x.md": "x" });
      const odd = given as never;
      const calls: readonly (() => unknown)[] = [
        () => manager.getSkill(odd),
        () => manager.loadBody(odd),
        () => manager.approveSkill(odd),
        () => manager.readResource(odd, "x.md"),
        () => manager.readResource("a", odd),
        () => manager.readResourceSync("a", odd),
        () => manager.readResourceBytes("a", odd),
        () => manager.readResourceBytesSync("a", odd),
        () => manager.resolvePath(odd, "x.md"),
        () => manager.resolvePath("a", odd),
        () => manager.invokeSkill("a", odd),
        () => manager.invokeSkillSync("a", odd),
        () => manager.clearCache(odd),
      ];
      for (const call of calls)
        await expect(Promise.resolve().then(call), String(call)).rejects.toMatchObject({ code: "input-invalid" });
      for (const call of [() => manager.lock(odd), () => manager.verify(odd)])
        await expect(call(), String(call)).rejects.toSatisfy(isPdError);
      if (typeof given !== "function")
        expect(() => manager.onChange(odd)).toThrow(expect.objectContaining({ code: "input-invalid" }));
    },
  );

  test.each([
    [null, "filter"],
    [7, "filter"],
    [{ name: 7 }, "name"],
    [{ name: null }, "name"],
    [{ name: {} }, "name"],
    [{ keywords: 7 }, "keywords"],
    [{ keywords: [7] }, "keywords"],
    [{ keywords: null }, "keywords"],
    [{ source: "nowhere" }, "source"],
  ])("is no filter: %j", (given, where) => {
    const { manager } = managed({ "a/SKILL.md": head("a") });
    const refused = expect.objectContaining({ code: "input-invalid", where });
    expect(() => manager.listSkills(given as never)).toThrow(refused);
  });
});

test("concurrent discoveries and invocations are safe, and the newest look wins", async () => {
  const { root, manager } = managed(
    Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`s${n}/SKILL.md`, `${head(`s${n}`)}body ${n}`])),
  );
  const looks = [manager.discover(), manager.discover()];
  const bodies = Array.from({ length: 50 }, (_, n) => manager.invokeSkill(`s${n}`));
  rmSync(join(root, "s0"), { recursive: true });
  manager.discoverSync();
  await Promise.all(looks);
  expect((await Promise.all(bodies)).every(({ rawContent }, n) => rawContent === `body ${n}`)).toBe(true);
  expect(manager.getSkill("s0")).toBeUndefined();
  expect(manager.listSkills()).toHaveLength(49);
});
