import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandContext, runForDocument } from "../testing/command-context.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { skillCommands } from "./skill-commands.js";

const commands = skillCommands();
const skill = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;

const OFFICE = {
  "skills/pdf/SKILL.md": skill("pdf", "Fill forms in PDF documents and read tables from them."),
  "skills/pdf-tools/SKILL.md": skill("pdf-tools", "Read tables and fill forms in PDF documents."),
  "skills/slides/SKILL.md": skill("slides", "Make slides for a talk."),
  "skills/uebersetzen/SKILL.md": skill("uebersetzen", "翻译中文文档。 Größe egal."),
};

function office(more: Readonly<Record<string, string>> = {}) {
  const root = writeFiles(scratchFolder(), { ...OFFICE, ...more });
  return (name: string, input: object = {}) =>
    runForDocument(commands, `skill ${name}`, { input, context: commandContext(root) }).then((made) => ({
      ...made,
      root,
    }));
}

const said = (made: { readonly text: readonly object[] }) => JSON.stringify(made.text);

describe("four questions of somebody with many skills", () => {
  test("skill cost: what the list costs, per source, and what clients cut", async () => {
    const made = await office()("cost", { budget: 70 });
    expect(made.exitCode).toBe(0);
    expect(made.data).toMatchObject({ skills: 4, catalogue: { step: "shortened" } });
    expect(said(made)).toContain("Claude Code");
    expect(said(made)).toContain("https://code.claude.com/docs/en/skills");
    expect(made.items).toHaveLength(4);
    const tight = await office()("cost", { window: 1000 });
    expect(said(tight)).toContain("the skills you use least");
  });

  test("skill cost of folders that are named, and of none", async () => {
    const ask = office();
    const { root } = await ask("cost");
    expect((await ask("cost", { folders: [join(root, "skills/pdf")] })).data).toMatchObject({ skills: 1 });
    const empty = commandContext(scratchFolder());
    const none = await runForDocument(commands, "skill cost", { context: empty });
    expect([none.exitCode, said(none)]).toEqual([1, expect.stringContaining("0 skills")]);
  });

  test("skill route: which an agent would choose, by which words, and which words no description contains", async () => {
    const one = await office()("route", { request: ["make", "slides", "with", "whales"] });
    expect(one.exitCode).toBe(0);
    expect(said(one)).toContain("An agent would choose slides");
    expect(said(one)).toContain("Words that no description contains: whales");
    const none = await office()("route", { request: ["zzz"] });
    expect(none.exitCode).toBe(1);
    const chinese = await office()("route", { request: ["翻译文档"] });
    expect(said(chinese)).toContain("An agent would choose uebersetzen");
  });

  test("skill collide: the pair and its words; failing where there is one", async () => {
    const made = await office()("collide");
    expect(made.exitCode).toBe(1);
    expect(made.data).toMatchObject({ pairs: [{ skills: ["pdf", "pdf-tools"] }] });
    expect(said(made)).toContain("tables");
  });
});

describe("for continuous integration", () => {
  test("skill lint says what is wrong, and with --fix mends it", async () => {
    const ask = office({ "skills/bad/SKILL.md": "---\nname: bad\ndescription: Größe: all\n---\n\nDo.\n" });
    const before = await ask("lint");
    expect([before.exitCode, before.next]).toEqual([1, ["pd skill lint --fix"]]);
    const after = await ask("lint", { fix: true });
    expect(after.exitCode).toBe(0);
    expect(after.data).toMatchObject({ passed: true, fixed: [{ codes: ["unquoted-colon"] }], findings: [] });
    expect(readFileSync(join(after.root, "skills/bad/SKILL.md"), "utf8")).toContain('description: "Größe: all"');
  });

  test("skill test reads expectations, and names the line that fails", async () => {
    const ask = office({ "skills.expect": "make slides -> slides\nfill a form in a PDF -> pdf, pdf-tools\n" });
    expect((await ask("test", { file: "skills.expect" })).exitCode).toBe(0);
    const wrong = office({ "skills.expect": "# ours\nmake slides -> pdf\n" });
    const made = await wrong("test", { file: "skills.expect" });
    expect(made.exitCode).toBe(1);
    expect(said(made)).toContain("skills.expect:2");
    await expect(ask("test", { file: "gone" })).rejects.toMatchObject({ code: "content-unreadable" });
    const broken = office({ "skills.expect": "no arrow\n" });
    await expect(broken("test", { file: "skills.expect" })).rejects.toMatchObject({ code: "input-invalid" });
  });
});
