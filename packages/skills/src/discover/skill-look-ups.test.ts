import * as fs from "node:fs";
import { join } from "node:path";
import { createToolkit, isPdError, type TextAnswer } from "@pd/core";
import { describe, expect, test, vi } from "vitest";
import { skillMount } from "../content/skill-mount.js";
import { SkillManager } from "../invoke/skill-manager.js";
import type { SkillEvent } from "../record/skill-event.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";

const counted = vi.hoisted(() => ({ calls: 0, most: 0, turn: 0 }));

/** Every way to ask the disk something, counted; `most` is how often within one turn of the event loop. */
vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const names = ["openSync", "readdirSync", "statSync", "lstatSync", "existsSync", "readlinkSync"] as const;
  const count = () => {
    counted.calls += 1;
    counted.turn += 1;
    counted.most = Math.max(counted.most, counted.turn);
  };
  const watched = Object.fromEntries(
    names.map((name) => [
      name,
      (...args: never[]) => {
        count();
        return (real[name] as (...args: never[]) => unknown)(...args);
      },
    ]),
  );
  const native = (path: string) => {
    count();
    return real.realpathSync.native(path);
  };
  const realpathSync = Object.assign((path: string) => real.realpathSync(path), { native });
  return { ...real, ...watched, realpathSync };
});

function library(skills: number) {
  const files = Array.from({ length: skills }, (_, at) => [
    [`größe-${at}/SKILL.md`, `---\nname: skill-${at}\ndescription: Über ${at}.\n---\nBody.\n`],
    [`größe-${at}/references/a.md`, "A."],
  ]).flat();
  const root = writeFiles(join(scratchFolder(), "skills"), Object.fromEntries(files) as Record<string, string>);
  const events: SkillEvent[] = [];
  const manager = new SkillManager({ projectDir: root, personalDir: false, onEvent: (event) => events.push(event) });
  const mount = skillMount(manager);
  const toolkit = createToolkit({ mounts: [mount] });
  const call = async (name: string, input: object) => (await toolkit.call(name as never, input)) as TextAnswer;
  const looks = () => events.filter(({ kind }) => kind === "skills-discovered").length;
  return { root, manager, content: mount.content, call, looks };
}

type Library = ReturnType<typeof library>;

/** What a call asks of the disk, once the skills are known. */
async function costOf({ call }: Library, name: string, input: object): Promise<number> {
  const before = counted.calls;
  await call(name, input).catch((error: unknown) => {
    if (!isPdError(error)) throw error;
  });
  return counted.calls - before;
}

const WRONG: readonly (readonly [what: string, tool: string, input: (root: string, at: number) => object])[] = [
  [
    "a path that is not there",
    "read_skill_file",
    (_, at) => ({ skill: "skill-1", path: `references/ninguém-${at}.md` }),
  ],
  ["a path that leaves the folder", "read_skill_file", () => ({ skill: "skill-1", path: "../../x" })],
  ["a skill that is not there", "read_skill_file", (_, at) => ({ skill: `nobody-${at}`, path: "a.md" })],
  ["an unknown name", "skill", (_, at) => ({ name: `不存在-${at}` })],
  ["a location that is not there", "view", (root, at) => ({ path: join(root, "größe-1", `${at}.md`) })],
  ["a location in no skill", "view", (root, at) => ({ path: join(root, `nowhere-${at}`, "x.md") })],
];

describe("whatever a model asks for that is not there", () => {
  test("costs the same however many skills there are, and no look at all folders", async () => {
    const costs = new Map<string, number[]>();
    for (const skills of [10, 20, 40]) {
      const all = library(skills);
      await all.call("list_skills", { limit: 5 });
      const looks = all.looks();
      for (const [what, tool, input] of WRONG) {
        // The first location in no skill asks about every skill's folder, once for all that follow.
        await costOf(all, tool, input(all.root, 0));
        costs.set(what, [...(costs.get(what) ?? []), await costOf(all, tool, input(all.root, 1))]);
      }
      expect(all.looks()).toBe(looks);
    }
    for (const [what, [first = 0, ...others]] of costs) {
      expect([what, ...others]).toEqual([what, first, first]);
      expect(first, what).toBeLessThan(30);
    }
  });

  test("a file that came later is read, and its folder alone is looked at", async () => {
    const all = library(10);
    await all.call("list_skills", {});
    const looks = all.looks();
    fs.writeFileSync(join(all.root, "größe-7", "references", "neu.md"), "Ganz neu.");
    expect((await all.call("read_skill_file", { skill: "skill-7", path: "references/neu.md" })).text).toContain(
      "Ganz neu.",
    );
    expect((await all.call("view", { path: join(all.root, "größe-7/references/neu.md") })).text).toContain("Ganz neu.");
    expect(all.looks()).toBe(looks);
    const before = counted.calls;
    await all.call("read_skill_file", { skill: "skill-7", path: "references/neu.md" });
    expect(counted.calls - before).toBeLessThan(30);
    // In lists from the next look on.
    const scan = async () => (await all.call("scan", { type: "resource", limit: 1000, format: "text" })).nodes.length;
    expect(await scan()).toBe(10);
    await all.content.refresh();
    expect(await scan()).toBe(11);
    fs.rmSync(join(all.root, "größe-7", "references", "neu.md"));
    const gone = await all.call("read_skill_file", { skill: "skill-7", path: "references/neu.md" });
    expect(gone.omitted).toMatchObject([{ reason: "unreadable" }]);
  });

  test("what would not be listed is not read because it was named: node_modules, dots, line ends, folders", async () => {
    const all = library(3);
    await all.call("list_skills", {});
    const folder = join(all.root, "größe-1");
    writeFiles(folder, { "node_modules/x/a.md": "SECRET", ".env": "SECRET", "a\nb.md": "SECRET" });
    for (const path of ["node_modules/x/a.md", ".env", "a\nb.md", "references", "references/", "SKILL.md/x"]) {
      const work = all.call("read_skill_file", { skill: "skill-1", path });
      await expect(work, path).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:node-unknown|path-escapes-root)$/u),
      });
    }
  });
});

describe("looking at all folders", () => {
  test("happens once for all calls that come first, and in turns between which others run", async () => {
    // Each look at the clock finds it later by more than half a slice, so that a slice is one step, on any machine.
    let time = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => {
      time += 5;
      return time;
    });
    const perTurn: number[] = [];
    for (const skills of [40, 80, 160]) {
      const all = library(skills);
      Object.assign(counted, { calls: 0, most: 0, turn: 0 });
      let next: NodeJS.Immediate | undefined;
      const turn = () => {
        counted.turn = 0;
        next = setImmediate(turn);
      };
      turn();
      const inputs = { list_skills: {}, skill: { name: "skill-1" }, view: { path: "/nowhere/x.md" } };
      await Promise.all(Object.entries(inputs).map(([name, input]) => costOf(all, name, input)));
      if (next !== undefined) clearImmediate(next);
      perTurn.push(counted.most);
      expect(all.looks()).toBe(1);
      expect(counted.calls).toBeGreaterThan(3 * skills);
    }
    clock.mockRestore();
    for (const most of perTurn) expect(most).toBeLessThan(90);
  });

  test("on request, one at a time: who asks during one shares the next", async () => {
    const all = library(5);
    await all.manager.ready();
    const looks = all.looks();
    await Promise.all(Array.from({ length: 20 }, () => all.content.refresh()));
    expect(all.looks() - looks).toBe(2);
    await all.content.refresh();
    expect(all.looks() - looks).toBe(3);
  });
});
