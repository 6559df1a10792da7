import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { PromptValidationError } from "../section/errors.js";
import { loadPromptTemplate } from "./load-prompt-template.js";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "pd-prompt-"));
  made.push(folder);
  const root = join(folder, "task-handler");
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe("a template from a folder", () => {
  const files = {
    "prompt.md": "---\nns: agents/assistant\nkey: helper\n---\n",
    "10-last.md": "Last.",
    "1-instructions.md": "Do ${task}.\r\nNow.",
    "2-guidelines.md": "---\ntitle: Guidelines\nsummary: Rules.\nvisibility: summary\n---\nKeep to them.",
    "2-guidelines/b.md": "Second.",
    "2-guidelines/01-a.md": "First.",
    "9-bare/inner.md": "Inner.",
    "notes.txt": "not a section",
    ".hidden.md": "not a section",
  };

  test("files are sections in the order of their names, folders have the children", () => {
    const template = loadPromptTemplate(folderOf(files));
    expect([template.ns, template.key]).toEqual(["agents/assistant", "helper"]);
    expect([...template.registry.places.keys()]).toEqual([
      "instructions",
      "guidelines",
      "guidelines.a",
      "guidelines.b",
      "bare",
      "bare.inner",
      "last",
    ]);
    expect(template.bind({ task: "it" }).render({ visibility: [["guidelines", "full"]] }).text).toBe(
      "## 1. Instructions (instructions)\n\nDo it.\nNow.\n\n## 2. Guidelines (guidelines)\n\nKeep to them.\n\n### 2.1. A (guidelines.a)\n\nFirst.\n\n### 2.2. B (guidelines.b)\n\nSecond.\n\n## 3. Bare (bare)\n\n### 3.1. Inner (bare.inner)\n\nInner.\n\n## 4. Last (last)\n\nLast.",
    );
  });

  test("without prompt.md, the folder gives the key", () => {
    expect(loadPromptTemplate(folderOf({ "a.md": "x" }))).toMatchObject({ ns: "prompts", key: "task-handler" });
    expect(loadPromptTemplate(folderOf({ "a.md": "x" }), { ns: "n", key: "k" })).toMatchObject({ ns: "n", key: "k" });
  });

  test("tools and skills are given by the path of the section", () => {
    const tool = { name: "verify", description: "", input: z.object({}), readOnly: true, call: async () => 1 };
    const template = loadPromptTemplate(folderOf(files), {
      tools: [["Guidelines.b", [tool]]],
      skills: [["last", [{ name: "pdf" }]]],
    });
    const rendered = template.bind({ task: "it" }).render();
    expect(rendered.text).toContain("Additional tools may become available.");
    expect(rendered.skills).toEqual([{ name: "pdf" }]);
    expect(() => loadPromptTemplate(folderOf(files), { tools: [["nope", [tool]]] })).toThrow(/'nope'/);
  });

  test.each([
    [{}, /no sections/],
    [{ "prompt.md": "---\nns: x\n---\nlost text", "a.md": "x" }, /prompt.md has text/],
    [{ "prompt.md": "---\nname: x\n---\n", "a.md": "x" }, /prompt.md:2 there is no field "name"/],
    [{ "prompt.md": "---\nns: x\n", "a.md": "x" }, /prompt.md:.* never closed/],
    [{ "sub/A B.md": "x" }, /^sub\/A B.md: .*cannot be the key/],
    [{ "sub/a.md": "${b c}" }, /^sub\/a.md: Section 'a': "\$\{b c\}" is not a placeholder/],
    [{ "sub/a.md": "---\nvisibility: summary\n---\nx" }, /^sub\/a.md: Section 'a': .*no summary/],
    [{ "sub/a.md": "---\nsumary: x\n---\n" }, /sub\/a.md:2 there is no field/],
  ])("%j is refused", (wrong, message) => {
    expect(() => loadPromptTemplate(folderOf(wrong as Record<string, string>))).toThrow(PromptValidationError);
    expect(() => loadPromptTemplate(folderOf(wrong as Record<string, string>))).toThrow(message);
  });

  test("a folder that is not there is said; links are not followed", () => {
    expect(() => loadPromptTemplate(join(tmpdir(), "pd-not-there"))).toThrow(PromptValidationError);
    const root = folderOf({ "a.md": "x" });
    writeFileSync(join(root, "..", "secret.md"), "secret");
    symlinkSync("../secret.md", join(root, "b.md"));
    expect(loadPromptTemplate(root).bind().render().text).not.toContain("secret");
  });
});
