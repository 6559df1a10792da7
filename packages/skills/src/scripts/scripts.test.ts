import { symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../testing/any-text.js";
import { scratchFolder, temporarySkill, writeFiles } from "../testing/temporary-skill.js";
import { scriptDescription } from "./script-description.js";
import { scriptLanguage } from "./script-language.js";
import { listScripts } from "./scripts.js";

describe("scripts are listed with what they say of themselves", () => {
  test.each([
    ["a comment", "a.sh", "#!/bin/bash\n\n# Converts a file.\n# More.\necho", "Converts a file."],
    ["a comment behind options of the shell", "a.sh", "#!/bin/sh\nset -euo pipefail\n## Runs all ##\n", "Runs all ##"],
    ["a docstring", "a.py", '#!/usr/bin/env python3\n"""Reads forms.\n\nLong.\n"""\n', "Reads forms."],
    ["a docstring that begins on its second line", "a.py", "r'''\n   Reads forms.'''", "Reads forms."],
    ["a short docstring", "a.py", '"Reads." \nimport os', "Reads."],
    [
      "lines for machines first",
      "a.py",
      "# -*- coding: utf-8 -*-\n# pylint: disable=all\n# -----\n# Copyright x\n# Works.\n",
      "Works.",
    ],
    ["a block comment", "a.js", "'use strict';\n/**\n * Builds it.\n */", "Builds it."],
    ["a comment of one line", "a.mjs", "// eslint-disable\n// Checks.", "Checks."],
    ["a one-line block", "a.js", "/* Checks. */ x", "Checks."],
    ["another kind of comment", "a.lua", "-- Sorts.\n", "Sorts."],
    ["Windows line ends and a mark", "a.sh", "\ufeff#!/bin/sh\r\n# Works.\r\n", "Works."],
    ["only the first line", "a", "#!/usr/bin/env -S ruby -w\nputs 1", "ruby"],
    ["nothing", "a.py", "import os\n# later", undefined],
    ["an empty docstring", "a.py", '""""""\n# later', undefined],
    ["control characters", "a.sh", "# \u001b]52;c;x\u0007 run", "\\u001b]52;c;x\\u0007 run"],
  ])("%s", (_, name, content, expected) => {
    const folder = temporarySkill({ [`scripts/${name}`]: content });
    expect(listScripts(folder)).toEqual([expect.objectContaining({ path: `scripts/${name}`, description: expected })]);
  });

  test("all below scripts/, sorted, with what would run them", () => {
    const folder = temporarySkill({
      "scripts/b.py": "",
      "scripts/a/deep.mjs": "",
      "scripts/data.csv": "1,2",
      "scripts/tool": "#!/bin/sh\n",
      "scripts/.hidden.py": "",
      "scripts/__pycache__/x.pyc": "",
      "other/c.py": "# Elsewhere.",
    });
    expect(listScripts(folder).map(({ path, interpreter }) => [path, interpreter])).toEqual([
      ["scripts/a/deep.mjs", "node"],
      ["scripts/b.py", "python3"],
      ["scripts/data.csv", undefined],
      ["scripts/tool", "sh"],
    ]);
    expect(listScripts(folder, ["other/c.py"])).toEqual([
      { path: "other/c.py", description: "Elsewhere.", interpreter: "python3" },
    ]);
  });

  test("R5.9 a link to outside is not listed, nor what is gone or above", () => {
    const folder = temporarySkill({ "scripts/a.py": "# A" });
    const outside = writeFiles(scratchFolder(), { "secret.py": "# Secret" });
    symlinkSync(join(outside, "secret.py"), join(folder, "scripts/link.py"));
    symlinkSync(outside, join(folder, "scripts/folder"));
    expect(listScripts(folder).map(({ path }) => path)).toEqual(["scripts/a.py"]);
    expect(listScripts(folder, ["scripts/link.py", "../x.py", "/etc/hostname", "gone.py"])).toEqual([]);
    expect(listScripts(join(folder, "gone"))).toEqual([]);
  });

  test("a large one is listed, and machine code is not read as words", () => {
    const folder = temporarySkill({ "scripts/a.py": "# A", "scripts/b": "\u007fELF\0# no" });
    truncateSync(join(folder, "scripts/a.py"), 2 ** 30);
    expect(listScripts(folder)).toEqual([
      { path: "scripts/a.py", description: undefined, interpreter: "python3" },
      { path: "scripts/b", description: undefined, interpreter: undefined },
    ]);
  });

  test("R7.3 whatever a file says, a description is one short line", () => {
    const line = fc.oneof(
      fc.constantFrom("#", '"""', "/*", "*/", "//", "# x", "#!/bin/sh"),
      fc.string({ unit: anyCharacter }),
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom("a.py", "a.js", "a.lua", "a"), (lines, name) => {
        const said = scriptDescription(lines.join("\n"), scriptLanguage(name, lines[0] ?? ""));
        if (said === undefined) return;
        expect(said.length).toBeLessThanOrEqual(200);
        expect(said).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });
});

test.each([
  ["#!/usr/bin/env python3", "x", "python3"],
  ["#!/usr/bin/python", "x", "python3"],
  ["#! /usr/bin/env -S FOO=1 node --inspect", "x.sh", "node"],
  ["#!/usr/bin/env uv run", "x.py", "python3"],
  ["#!/opt/evil", "x", undefined],
  ["#!", "x.SH", "bash"],
  ["", "x.exe", undefined],
  ["", "constructor", undefined],
])("%j of %s is run by %s", (firstLine, path, interpreter) => {
  expect(scriptLanguage(path, firstLine)?.interpreter).toBe(interpreter);
});
