import { createHash } from "node:crypto";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SkillManager } from "../invoke/skill-manager.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { skillPort } from "./skill-port.js";

const head = (name: string, more = "") => `---\nname: ${name}\ndescription: About it.\n${more}---\nBody\n`;

function port() {
  const project = writeFiles(scratchFolder(), {
    "pdf/SKILL.md": head("pdf", "version: 1.10\nmetadata:\n  a: 1\n"),
    "pdf/references/forms.md": "forms",
    "repaired/SKILL.md": "---\nname: repaired\ndescription: one: two\n---\n",
    "lower/skill.md": head("lower"),
    "own/SKILL.md": head("own", "disable-model-invocation: true\n"),
  });
  const personal = writeFiles(scratchFolder(), { "pdf/SKILL.md": head("pdf") });
  const manager = new SkillManager({ projectDir: project, personalDir: personal });
  return { project, manager, port: skillPort(manager) };
}

describe("skills for MCP", () => {
  test("are listed by address, with frontmatter as written and digests of all files", async () => {
    const { port: skills } = port();
    const { skills: all, next } = await skills.list({ limit: 10 });
    expect(all.map(({ path }) => path)).toEqual(["lower", "pdf", "pdf-personal/pdf"]);
    expect(next).toBeUndefined();
    const digest = `sha256:${createHash("sha256").update("forms").digest("hex")}`;
    expect(all[1]?.frontmatter).toEqual({ name: "pdf", description: "About it.", version: 1.1, metadata: { a: 1 } });
    expect(all[1]?.files).toEqual([
      { path: "SKILL.md", digest: expect.any(String), size: expect.any(Number) },
      { path: "references/forms.md", digest, size: 5 },
    ]);
    expect(all[0]?.files.map(({ path }) => path)).toEqual(["SKILL.md"]);
  });

  test("come in pages", async () => {
    const { port: skills } = port();
    const first = await skills.list({ limit: 2 });
    expect(first.skills.map(({ path }) => path)).toEqual(["lower", "pdf"]);
    const second = await skills.list({ limit: 2, cursor: first.next });
    expect(second.skills.map(({ path }) => path)).toEqual(["pdf-personal/pdf"]);
    await expect(skills.list({ limit: 2, cursor: "nothing" })).rejects.toMatchObject({ code: "input-invalid" });
    const foreign = String(first.next).replace("2", "1");
    await expect(skills.list({ limit: 2, cursor: foreign })).rejects.toMatchObject({ code: "cursor-stale" });
  });

  test("hand out files that are listed, and no others", async () => {
    const { project, port: skills } = port();
    writeFileSync(join(project, "secret"), "SECRET");
    const text = async (skill: string, file: string) => {
      const found = await skills.read({ skill, file });
      return found === undefined ? undefined : new TextDecoder().decode(found);
    };
    expect(await text("pdf", "references/forms.md")).toBe("forms");
    expect(await text("lower", "SKILL.md")).toContain("name: lower");
    expect(await text("pdf", "../secret")).toBeUndefined();
    expect(await text("nobody", "SKILL.md")).toBeUndefined();
    symlinkSync(join(project, "secret"), join(project, "lower", "link"));
    expect(await skills.get("lower")).toBeUndefined();
  });

  test("tell when they change", () => {
    const { project, manager, port: skills } = port();
    manager.discoverSync();
    let told = 0;
    const stop = skills.onChange?.(() => {
      told += 1;
    });
    writeFiles(project, { "new/SKILL.md": head("new") });
    manager.discoverSync();
    stop?.();
    writeFiles(project, { "newer/SKILL.md": head("newer") });
    manager.discoverSync();
    expect(told).toBe(1);
  });
});
