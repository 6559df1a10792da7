import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skillContent } from "../content/skill-content.js";
import { SkillManager, type SkillManagerOptions } from "../invoke/skill-manager.js";
import { type Files, scratchFolder, writeFiles } from "../testing/temporary-skill.js";

const skill = (name: string, description: string, body: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

const THREE: Files = {
  "cow-swap/SKILL.md": skill(
    "cow-swap",
    "Trades tokens with the best execution and surplus sharing.",
    "Sign an order.",
  ),
  "executing-plans/SKILL.md": skill(
    "executing-plans",
    "Works through a plan in steps.",
    "Read the plan. Tick its boxes.",
  ),
  "skill-share/SKILL.md": skill("skill-share", "Puts a skill where others find it.", "发布到市场。 Wähle die Größe."),
};

function searching(files: Files, options: SkillManagerOptions = {}) {
  const root = writeFiles(scratchFolder(), files);
  const manager = new SkillManager({ projectDir: root, personalDir: false, ...options });
  const content = skillContent(manager, { cache: false });
  const names = async (text: string): Promise<readonly string[]> => {
    const { graph } = await content.open();
    return (await graph.search({ text, type: "skill" }, 10)).map(({ id }) => id.replace("skill:", ""));
  };
  return { root, manager, content, names };
}

describe("R5.11 search_skills", () => {
  test("goes by what a skill does before what it is called", async () => {
    const { names } = searching(THREE);
    expect((await names("get the best execution with surplus sharing"))[0]).toBe("cow-swap");
  });

  test("finds what stands in a body alone, in any script", async () => {
    const { names } = searching(THREE);
    expect(await names("tick boxes")).toEqual(["executing-plans"]);
    expect(await names("发布")).toEqual(["skill-share"]);
    expect(await names("Größe")).toEqual(["skill-share"]);
    expect(await names("zzz")).toEqual([]);
  });

  test("listing and discovery read no body: a text that cannot be read is found by its metadata", async () => {
    const { root, manager, names } = searching(THREE);
    await manager.discover();
    rmSync(join(root, "executing-plans", "SKILL.md"));
    expect(manager.listSkills({ keywords: "plan" })).toHaveLength(1);
    expect(await names("plan steps")).toEqual(["executing-plans"]);
    expect(await names("tick boxes")).toEqual([]);
  });

  test("what changed is read anew, what did not stays", async () => {
    const { root, manager, content, names } = searching(THREE);
    expect(await names("tick boxes")).toEqual(["executing-plans"]);
    writeFileSync(join(root, "cow-swap", "SKILL.md"), skill("cow-swap", "Trades tokens.", "Tick a lantern."));
    writeFiles(root, { "aa/SKILL.md": skill("aa", "First of all.", "An umbrella.") });
    await manager.discover();
    await content.refresh();
    expect(await names("lantern")).toEqual(["cow-swap"]);
    expect(await names("umbrella")).toEqual(["aa"]);
    expect(await names("boxes")).toEqual(["executing-plans"]);
    expect(await names("surplus")).toEqual([]);
  });

  test("R5.13 what the host has not approved is found by its metadata, and by its text once it is", async () => {
    let approved = false;
    const { names, manager, content } = searching(THREE, { approvals: { approve: () => approved } });
    expect(await names("tick boxes")).toEqual([]);
    expect(await names("plan")).toEqual(["executing-plans"]);
    approved = true;
    expect(await manager.approveSkill("executing-plans")).toBe(true);
    await content.refresh();
    expect(await names("tick boxes")).toEqual(["executing-plans"]);
  });

  test("R5.9 a SKILL.md that is a link to elsewhere brings no text", async () => {
    const outside = writeFiles(scratchFolder(), { "secret.md": skill("linked", "A link.", "The lighthouse.") });
    const { root, names } = searching(THREE);
    writeFiles(root, { "linked/x.txt": "" });
    symlinkSync(join(outside, "secret.md"), join(root, "linked", "SKILL.md"));
    expect(await names("lighthouse")).toEqual([]);
  });

  test("others have their turn while many skills are indexed", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [
        `s${at}/SKILL.md`,
        skill(`s${at}`, `Number ${at}.`, "word ".repeat(2000)),
      ]),
    );
    const { names, content } = searching(many);
    await content.open();
    let turns = 0;
    const turn = setInterval(() => {
      turns += 1;
    }, 0);
    await names("word");
    clearInterval(turn);
    expect(turns).toBeGreaterThan(2);
  });
});
