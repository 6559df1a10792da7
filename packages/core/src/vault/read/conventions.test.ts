import { expect, test } from "vitest";
import type { ValidateData } from "../../operations/validate.js";
import { temporaryVault } from "../testing/temporary-vault.js";

async function validated(files: Readonly<Record<string, string>>): Promise<ValidateData | undefined> {
  const { call } = await temporaryVault(files).open();
  return (await call<ValidateData>("validate")).data;
}

const codes = (data: ValidateData | undefined) => [...new Set(data?.findings.map(({ code }) => code))].sort();

test("R3.7a a field that no note has is no fault, and one that some have is", async () => {
  const plain = await validated({ "a.md": "Größe [[b]]", "b.md": "三 [[a]] [[c]]", "c.md": "[[a]]" });
  expect(codes(plain)).toEqual(["no-description"]);
  expect(plain?.quality).toEqual({ score: 100, grade: "A" });
  const mixed = await validated({
    "a.md": "---\ntype: idea\ndomain: x\ndescription: Eins.\n---\n[[b]]",
    "b.md": "[[a]] [[c]]",
    "c.md": "[[a]]",
  });
  expect(codes(mixed)).toEqual(["no-description", "no-domain", "no-type"]);
});

test("R3.7a skills are judged by their own format", async () => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: Tut etwas.\n---\n# ${name}\n`;
  const data = await validated({
    "x/SKILL.md": skill("x"),
    "y/SKILL.md": skill("y"),
    "n.md": "---\ntype: note\n---\n[[x]]",
  });
  expect(data?.findings.filter(({ file }) => file.endsWith("SKILL.md"))).toEqual([]);
});

test("R3.7a an empty folder has no grade, and says what it holds", async () => {
  const data = await validated({ "a.txt": "", "b/c.txt": "", Makefile: "" });
  expect(data?.quality).toEqual({ score: 0 });
  expect(data?.findings).toMatchObject([
    { code: "no-notes", message: '"." holds no notes: 3 files: 2 .txt, 1 without an ending' },
  ]);
});

test("R3.7a the gravest findings come first, those of one kind together", async () => {
  const data = await validated({ "a.md": "[[fehlt]] [[b]]", "b.md": "x", "c.md": "y", "d.md": "[[weg]] [[a]]" });
  expect(data?.findings.map(({ code }) => code)).toEqual([
    ...["broken-link", "broken-link"],
    ...["no-description", "no-description", "no-description", "no-description"],
    "orphan",
  ]);
  expect(data?.counts).toEqual([
    { name: "broken-link", count: 2 },
    { name: "no-description", count: 4 },
    { name: "orphan", count: 1 },
  ]);
});
