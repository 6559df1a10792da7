import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../record/errors.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { planRoots, type SkillFolders } from "./skill-roots.js";

function paths(options: SkillFolders, cwd: string, home: string) {
  return planRoots(options, { cwd, home }).roots.map(({ path, source }) => [source, path]);
}

describe("R5.4 three states of a folder option", () => {
  test("omitted: the conventional folders from here up to the repository's root, then the person's", () => {
    const top = writeFiles(scratchFolder(), { "repo/.git/HEAD": "", "repo/packages/one/x": "" });
    const [repo, home] = [join(top, "repo"), scratchFolder()];
    expect(paths({}, join(repo, "packages", "one"), home)).toEqual([
      ["project", join(repo, "packages", "one", ".agents", "skills")],
      ["project", join(repo, "packages", "one", ".claude", "skills")],
      ["project", join(repo, "packages", ".agents", "skills")],
      ["project", join(repo, "packages", ".claude", "skills")],
      ["project", join(repo, ".agents", "skills")],
      ["project", join(repo, ".claude", "skills")],
      ["personal", join(home, ".agents", "skills")],
      ["personal", join(home, ".claude", "skills")],
    ]);
  });

  test("outside of a repository, nothing above is looked at", () => {
    const here = scratchFolder();
    expect(paths({ personalDir: false }, here, here)).toEqual([
      ["project", join(here, ".agents", "skills")],
      ["project", join(here, ".claude", "skills")],
    ]);
  });

  test("false and an empty text: off", () => {
    const here = scratchFolder();
    expect(paths({ projectDir: false, personalDir: "" }, here, here)).toEqual([]);
    expect(planRoots({ pluginDirs: false, customDirs: "" })).toMatchObject({ pluginDirs: [], custom: [] });
  });

  test("a path: a folder of skills, or a project that has some", () => {
    const folder = writeFiles(scratchFolder(), { "pdf/SKILL.md": "" });
    const project = writeFiles(scratchFolder(), { ".claude/skills/pdf/SKILL.md": "" });
    expect(paths({ projectDir: folder, personalDir: project }, "/", "/")).toEqual([
      ["project", folder],
      ["personal", join(project, ".agents", "skills")],
      ["personal", join(project, ".claude", "skills")],
    ]);
  });

  test.each(["projectDir", "personalDir", "pluginDirs", "customDirs"] as const)(
    "%s: a path that does not exist is refused",
    (option) => {
      const file = join(writeFiles(scratchFolder(), { file: "" }), "file");
      for (const path of [join(scratchFolder(), "none"), file, "a\0b"]) {
        expect(() => planRoots({ projectDir: false, personalDir: false, [option]: path })).toThrow(ConfigurationError);
        expect(() => planRoots({ projectDir: false, personalDir: false, [option]: path })).toThrow(
          expect.objectContaining({ name: "ConfigurationError", code: "configuration-invalid", where: option }),
        );
      }
      expect(() => planRoots({ projectDir: false, personalDir: false, [option]: 5 as never })).toThrow(
        ConfigurationError,
      );
    },
  );

  test("custom folders keep their order", () => {
    const [one, two] = [scratchFolder(), scratchFolder()];
    mkdirSync(join(one, "x"));
    const { custom } = planRoots({ projectDir: false, personalDir: false, customDirs: [two, one] });
    expect(custom.map(({ path }) => path)).toEqual([two, one]);
  });
});
