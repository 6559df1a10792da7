import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SkillManager } from "../invoke/skill-manager.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";

const head = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\n`;
const manifest = (value: unknown) => JSON.stringify(value);
const managerOf = (...pluginDirs: string[]) => new SkillManager({ projectDir: false, personalDir: false, pluginDirs });

describe("R5.4 plugins", () => {
  test("their skills are called plugin:skill, and by the short name if nobody else is", () => {
    const plugins = writeFiles(scratchFolder(), {
      "office/.claude-plugin/plugin.json": manifest({ name: "office" }),
      "office/skills/pdf/SKILL.md": head("pdf"),
      "market/other/.claude-plugin/plugin.json": manifest({ name: "Other Tools" }),
      "market/other/skills/pdf/SKILL.md": head("pdf"),
    });
    const manager = managerOf(plugins);
    expect(
      manager.listSkills().map(({ qualifiedName, pluginName, source }) => [qualifiedName, pluginName, source]),
    ).toEqual([
      ["other-tools:pdf", "other-tools", "plugin"],
      ["office:pdf", "office", "plugin"],
    ]);
    expect(manager.getSkill("pdf")?.qualifiedName).toBe("other-tools:pdf");
    expect(manager.getSkill("office:pdf")?.baseDir).toBe(join(plugins, "office", "skills", "pdf"));
    expect(manager.getSkill("pdf@plugin")?.pluginName).toBe("other-tools");
  });

  test("a project's skill wins the short name, the plugin's keeps its own", () => {
    const project = writeFiles(scratchFolder(), { "pdf/SKILL.md": head("pdf") });
    const plugin = writeFiles(scratchFolder(), {
      ".claude-plugin/plugin.json": manifest({ name: "office" }),
      "skills/pdf/SKILL.md": head("pdf"),
    });
    const manager = new SkillManager({ projectDir: project, personalDir: false, pluginDirs: plugin });
    expect(manager.getSkill("pdf")?.source).toBe("project");
    expect(manager.getSkill("office:pdf")?.source).toBe("plugin");
    expect(manager.getSkill("pdf@plugin")?.source).toBe("plugin");
  });

  test("further folders that the manifest names are looked at, and none outside", () => {
    const plugin = writeFiles(scratchFolder(), {
      "plugin/.claude-plugin/plugin.json": manifest({ name: "p", skills: ["./more/", "../outside", "/etc"] }),
      "plugin/more/a/SKILL.md": head("a"),
      "outside/b/SKILL.md": head("b"),
    });
    const manager = managerOf(join(plugin, "plugin"));
    expect(manager.listSkills().map(({ name }) => name)).toEqual(["a"]);
    expect(manager.diagnostics.map(({ code }) => code)).toEqual(["plugin-invalid", "plugin-invalid"]);
  });

  test("a manifest that is no JSON costs nothing but a word; a folder without one is no plugin", () => {
    const plugin = writeFiles(join(scratchFolder(), "tools"), {
      ".claude-plugin/plugin.json": "{",
      "skills/a/SKILL.md": head("a"),
    });
    expect(
      managerOf(plugin)
        .listSkills()
        .map(({ qualifiedName }) => qualifiedName),
    ).toEqual(["tools:a"]);
    const none = managerOf(writeFiles(scratchFolder(), { "skills/a/SKILL.md": head("a") }));
    expect([none.listSkills(), none.diagnostics.map(({ code }) => code)]).toEqual([[], ["plugin-invalid"]]);
  });
});
