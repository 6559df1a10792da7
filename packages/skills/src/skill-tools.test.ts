import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToolkit, type TextAnswer } from "@pd/core";
import { describe, expect, test } from "vitest";
import type { SkillEvent } from "./skill-event.js";
import { SkillManager } from "./skill-manager.js";
import { skillMount } from "./skill-mount.js";
import { scratchFolder, writeFiles } from "./temporary-skill.js";

function tools() {
  const top = writeFiles(scratchFolder(), { secret: "SECRET" });
  const root = writeFiles(join(top, "skills"), {
    "pdf/SKILL.md": "---\nname: pdf\ndescription: Fills forms.\n---\nFill $ARGUMENTS in ${SKILL_DIR}.\n",
    "pdf/references/forms.md": "About forms.",
    "own/SKILL.md": "---\nname: own\ndescription: d\ndisable-model-invocation: true\n---\nOWN",
  });
  const events: SkillEvent[] = [];
  const manager = new SkillManager({ projectDir: root, personalDir: false, onEvent: (event) => events.push(event) });
  const toolkit = createToolkit({ mounts: [skillMount(manager)] });
  const call = async (name: string, input: object) => (await toolkit.call(name as never, input)) as TextAnswer;
  return { top, root, folder: join(root, "pdf"), events, toolkit, call };
}

describe("R6.5 tools get a skill's text through the gate", () => {
  test("list_skills and search_skills show descriptions of what models may call", async () => {
    const { call } = tools();
    for (const answer of [await call("list_skills", {}), await call("search_skills", { query: "forms" })]) {
      expect(answer.text).toContain("skill:pdf");
      expect(answer.text).toContain("Fills forms.");
      expect(answer.text).not.toContain("own");
      expect(answer.nodes).toEqual([{ id: "skill:pdf", level: 1 }]);
    }
  });

  test("skill invokes, with arguments, and the ledger remembers", async () => {
    const { call, folder } = tools();
    const opened = await call("skill", { name: "pdf", arguments: "a $& b", session: "new" });
    expect(opened.text).toContain(`Base directory for this skill: ${folder}\n\nFill a $& b in ${folder}.`);
    expect(opened.telemetry).toMatchObject({ nodesLoaded: 1, nodesAtLevel: { 4: 1 } });
    const again = await call("skill", { name: "pdf", arguments: "a $& b", session: opened.session, repeat: false });
    expect(again.omitted).toMatchObject([{ id: "skill:pdf", reason: "seen" }]);
    expect((await call("skill", { name: "pdf" })).text).toContain("Fill  in");
    expect((await call("skill", { name: "pdf", tokenBudget: 5 })).omitted).toMatchObject([{ reason: "budget" }]);
  });

  test("read_skill_file reads a file, also one that came after the skills were found", async () => {
    const { call, folder } = tools();
    expect((await call("read_skill_file", { skill: "pdf", path: "./references/forms.md" })).text).toContain(
      "About forms.",
    );
    writeFileSync(join(folder, "new.txt"), "Just written.");
    expect((await call("read_skill_file", { skill: "pdf", path: "new.txt" })).text).toContain("Just written.");
    await expect(call("read_skill_file", { skill: "pdf", path: "none.txt" })).rejects.toMatchObject({
      code: "node-unknown",
    });
  });

  test("R5.9 view takes a location, an absolute path inside a skill, and a skill's folder", async () => {
    const { call, folder } = tools();
    expect((await call("view", { path: join(folder, "SKILL.md") })).text).toContain("Fill $ARGUMENTS");
    expect((await call("view", { path: join(folder, "references/forms.md") })).text).toContain("About forms.");
    expect((await call("view", { path: "pdf/references/forms.md" })).text).toContain("About forms.");
    expect((await call("view", { path: folder })).nodes).toEqual([{ id: "skill:pdf", level: 2 }]);
  });

  test("SC-006 no tool leaves a skill's folder", async () => {
    const { call, top, folder, events } = tools();
    symlinkSync(join(top, "secret"), join(folder, "link"));
    for (const path of ["../../secret", "/etc/passwd", "link", "..\\secret", "references/../../../secret"]) {
      await expect(call("read_skill_file", { skill: "pdf", path }), path).rejects.toMatchObject({
        name: "PathSecurityError",
      });
    }
    expect(events.filter(({ kind }) => kind === "path-refused")).toHaveLength(5);
    for (const path of [
      join(top, "secret"),
      "/etc/passwd",
      `${folder}/../../secret`,
      `${folder}/link`,
      `${folder}-other/x`,
      `${folder}/../own/SKILL.md`,
    ]) {
      await expect(call("view", { path }), path).rejects.toMatchObject({ code: "path-escapes-root" });
    }
  });

  test("a skill that models may not invoke is refused, and an unknown one named", async () => {
    const { call, root } = tools();
    await expect(call("skill", { name: "own" })).rejects.toMatchObject({ code: "skill-invalid" });
    await expect(call("read_skill_file", { skill: "own", path: "SKILL.md" })).rejects.toMatchObject({
      code: "skill-invalid",
    });
    await expect(call("view", { path: join(root, "own", "SKILL.md") })).rejects.toMatchObject({
      code: "path-escapes-root",
    });
    await expect(call("skill", { name: "pdff" })).rejects.toMatchObject({
      code: "skill-unknown",
      fix: 'Did you mean "pdf"?',
    });
    await expect(call("skill", { name: "pdf", argument: "x" })).rejects.toMatchObject({ code: "input-invalid" });
  });

  test("they are read-only, described, and have schemas", () => {
    const described = tools().toolkit.tools.filter(({ kind }) => kind === "tool");
    expect(described.map(({ name, readOnly }) => [name, readOnly])).toEqual(
      ["list_skills", "search_skills", "skill", "read_skill_file", "view"].map((name) => [name, true]),
    );
  });
});
