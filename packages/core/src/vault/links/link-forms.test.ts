import { describe, expect, test } from "vitest";
import type { ValidateData } from "../../operations/validate.js";
import { type FolderFixture, fixtureFiles, linkFile } from "../../testing/folder-fixture.js";
import { FOLDER_FIXTURES } from "../../testing/folder-fixtures.js";
import { lookAtFolder } from "../look-at-folder.js";
import { type OpenedVault, temporaryVault } from "../testing/temporary-vault.js";

const open = async (fixture: FolderFixture) => temporaryVault(fixtureFiles(fixture)).open({ cache: false });

async function targetsOf({ call }: OpenedVault, file: string): Promise<readonly (string | undefined)[]> {
  const { nodes } = await call("node", { nodes: file, level: 2, links: "all" });
  const ids = nodes.flatMap((node) => ("links" in node ? node.links.map(({ target }) => target) : []));
  if (ids.length === 0) return [];
  return (await call("node", { nodes: ids, level: 1 })).nodes.map(({ path }) => path);
}

describe.each(FOLDER_FIXTURES.map((fixture) => [fixture.name, fixture] as const))("%s", (_, fixture) => {
  test("is taken for what it is", () => {
    expect(lookAtFolder(temporaryVault(fixture.files).root).takenFor).toContain(fixture.takenFor);
  });

  test("R3.3 every link leads to its file, its heading and its block, and only what is broken is said to be", async () => {
    const opened = await open(fixture);
    const { data } = await opened.call<ValidateData>("validate", { limit: 1000, tokenBudget: 32_000 });
    const faults = (data?.findings ?? []).filter(({ code }) => /-(?:link|heading|block)$/u.test(code));
    const found: unknown[] = [];
    const wanted: unknown[] = [];
    for (const [at, link] of fixture.links.entries()) {
      const file = linkFile(link, at);
      const said = faults.filter((fault) => fault.file === file && fault.code !== "ambiguous-link");
      found.push([link.written, await targetsOf(opened, file), said.map(({ code }) => code)]);
      const isBroken = link.target === undefined;
      wanted.push([link.written, isBroken ? [] : [link.target], isBroken ? ["broken-link"] : []]);
    }
    expect(found).toEqual(wanted);
  });
});

const named = (name: string) => FOLDER_FIXTURES.find((fixture) => fixture.name === name)!;

test("R3.1 a Logseq page is called as Logseq calls it, and its properties are no text of it", async () => {
  const opened = await temporaryVault(named("logseq").files).open({ cache: false });
  const { nodes } = await opened.call("scan", { limit: 50 });
  const byPath = Object.fromEntries(nodes.map((node) => [node.path, node]));
  expect(Object.keys(byPath).sort()).toEqual([
    "journals/2024_01_15.md",
    "pages/Kraft%2FWind.md",
    "pages/Technik___Alt.md",
    "pages/Wasserrad.md",
  ]);
  expect(byPath["pages/Wasserrad.md"]).toMatchObject({
    name: "Wasserrad",
    type: "Ding",
    description: "Ein Rad, das Wasser dreht.",
    tags: ["Technik", "Kraft"],
  });
  expect(byPath["pages/Technik___Alt.md"]).toMatchObject({ name: "Technik/Alt" });
  expect(byPath["journals/2024_01_15.md"]).toMatchObject({ name: "2024-01-15" });
});

test("R3.1 what a Logseq page says of itself hides it as frontmatter does", async () => {
  const files = { ...named("logseq").files, "pages/Lohn.md": "tags:: privat\nstatus:: Entwurf, x\n\n- 90k\n" };
  for (const rule of ["tag:privat", "property:status=entwurf", "property:status"]) {
    const opened = await temporaryVault({ ...files, ".pdignore": `${rule}\n` }).open({ cache: false });
    expect((await opened.call("scan", { limit: 50 })).nodes).toHaveLength(4);
  }
});

test("R3.1 the name of an exported page is shown without its id", async () => {
  const opened = await temporaryVault(named("notion").files).open({ cache: false });
  const { nodes } = await opened.call("scan", { limit: 50 });
  expect(nodes.map(({ id, name, domain }) => [id, name, domain]).sort()).toEqual([
    ["note:ohne-titel", "Ohne Titel", "general"],
    ["note:projekte", "Projekte", "general"],
    ["note:wind-wasser", "Wind & Wasser", "Projekte"],
  ]);
});

test("R3.7a the lists and histories of a bundle, READMEs and instructions for agents are no faults", async () => {
  for (const name of ["bundle", "agents"]) {
    const opened = await temporaryVault(named(name).files).open({ cache: false });
    const { data } = await opened.call<ValidateData>("validate", { limit: 100 });
    const faults = data?.findings.filter(({ code, file }) => code !== "no-description" && !file.startsWith("docs/"));
    expect(faults).toEqual([]);
    const { data: stats } = await opened.call<{ orphans: { count: number } }>("stats");
    expect(stats?.orphans.count).toBe(name === "agents" ? 1 : 0);
  }
});
