import { expect, test } from "vitest";
import type { Finding } from "../../ports/content.js";
import { temporaryVault } from "../testing/temporary-vault.js";

const FILES = {
  "Budgets.md":
    '# Budgets\n\nText ^quote\n\n## How it works\n\n## Costs {#price}\n\n<a name="Old"></a>\n<p id="a%20b"><p id="über">\n\n`<a id=code>`\n',
  "a/Twin.md": "# Twin\n",
  "b/Twin.md": "# Twin\n",
};

async function found(text: string, at = "From.md"): Promise<readonly Finding[]> {
  const temporary = temporaryVault({ ...FILES, [at]: text });
  const { call } = await temporary.open({ cache: false });
  const { data } = await call<{ findings: readonly Finding[] }>("validate");
  return (data?.findings ?? []).filter(({ file, code }) => file === at && /-(?:link|heading|block)$/u.test(code));
}

test.each([
  ["[[Budgets#How it works]]", undefined],
  ["[[Budgets#how-it-works]]", undefined],
  ["[so](Budgets.md#how-it-works)", undefined],
  ["[so](Budgets.md#How%20it%20works)", undefined],
  ["[so](Budgets.md#price)", undefined],
  ["[so](Budgets.md#top)", undefined],
  ["[so](Budgets.md#Old)", undefined],
  ["[so](Budgets.md#a%20b)", undefined],
  ["[so](Budgets.md#%C3%BCber)", undefined],
  ["[[Budgets#Old]]", undefined],
  ["# Own\n\n[[own]](#own)", undefined],
  ["# Own ![Badge](b.svg)\n\n[so](#own)", undefined],
  ["[[Budgets#^quote]]", undefined],
  ["# Own\n\n[[#Own]]", undefined],
  ["[[Budgets#Nowhere]]", "missing-heading"],
  ["[so](Budgets.md#nowhere)", "missing-heading"],
  ["# Own\n\n[[#Other]]", "missing-heading"],
  ["[so](Budgets.md#code)", "missing-heading"],
  ["[so](Budgets.md#quote)", "missing-heading"],
  ["[[Budgets#^Old]]", "missing-block"],
  ["[[Budgets#^nothing]]", "missing-block"],
  ["[[Nobody#How it works]]", "broken-link"],
  ["[so]\n\n[so]:\u00a0https://example.org/a", undefined],
])("R3.3 %j: %s", async (text, code) => {
  expect((await found(text)).map((finding) => finding.code)).toEqual(code === undefined ? [] : [code]);
});

test("a heading that is missing is a warning with its line, and no broken link in the score", async () => {
  const temporary = temporaryVault({ ...FILES, "From.md": "First.\n\nSee [[Budgets#Nowhere]].\n" });
  const { call } = await temporary.open({ cache: false });
  const { data } = await call<{ findings: readonly Finding[] }>("validate");
  const finding = data?.findings.find(({ code }) => code === "missing-heading");
  expect(finding).toMatchObject({ severity: "warning", file: "From.md", line: 3 });
  const stats = await call<{ brokenLinks: number }>("stats");
  expect(stats.data?.brokenLinks).toBe(0);
});

test("a name that several notes have is said once a note, and which one is meant", async () => {
  const findings = await found("[[Twin]] and [[Twin]] and [[a/Twin]].", "b/From.md");
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ code: "ambiguous-link", severity: "info", line: 1 });
  expect(findings[0]?.message).toContain("b/Twin.md");
});

test("R3.3 a link to a file of the folder that is no note is not broken; what is hidden is absent", async () => {
  const text = [
    "[Lizenz](../LICENSE-三)",
    "[Quellen](../src)",
    "[von oben](/src)",
    "[leer](../leer)",
    "[geheim](../geheim)",
    "[tief](../geheim/Makefile)",
    "[hinaus](../../x)",
    "[fehlt](../FEHLT)",
  ].join("\n\n");
  const temporary = temporaryVault({
    "a/From.md": text,
    "LICENSE-三": "Frei.",
    "src/main.c": "",
    "leer/nur.md": "---\npublish: false\n---\n",
    "geheim/Makefile": "",
    ".pdignore": "geheim/\n",
  });
  const { call } = await temporary.open({ cache: false });
  const { data } = await call<{ findings: readonly Finding[] }>("validate");
  const broken = data?.findings.filter(({ code }) => code === "broken-link").map(({ line }) => line);
  expect(broken).toEqual([7, 9, 11, 13, 15]);
});
