import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createToolkit, type ValidateData } from "@pd/core";
import { FOLDER_FIXTURES, type FolderFixture, fixtureFiles } from "@pd/core/testing";
import { lookAtFolder, openVault } from "@pd/core/vault";

// How folders as people have them are taken: `npx tsx src/folders.ts <folder> …`. The made-up folders of
// `FOLDER_FIXTURES` come first. Without a folder: pd's own docs, and corpora that lie beside the checkout.

/** What no description may hold: comments, imports, badges, macros, markers of admonitions. */
const MARKS = /%%|<!--|^import\s.+\sfrom\s|^export\s+(?:const|default)|\{\{|\{%|(?<![#`])!\[|^\[!|^:::|^\||\{\/\*/u;

const repository = join(import.meta.dirname, "../..");
const given = process.argv.slice(2);
const corpora = join(repository, "../shared/corpora");
const folders =
  given.length > 0
    ? given
    : [join(repository, "docs"), ...(isFolder(corpora) ? readdirSync(corpora).map((name) => join(corpora, name)) : [])];

const rows: string[][] = [];
const made = mkdtempSync(join(tmpdir(), "pd-folders-"));
try {
  for (const fixture of FOLDER_FIXTURES) rows.push(await rowOf(written(fixture, join(made, fixture.name))));
} finally {
  rmSync(made, { recursive: true, force: true });
}
for (const folder of folders.filter(isFolder)) rows.push(await rowOf(folder));
const heads = [
  "folder",
  "taken for",
  "notes",
  "links",
  "resolved",
  "said so",
  "declared",
  "first sentence",
  "none",
  "marks",
  "maps",
  "grade",
  "load",
];
console.log([heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n"));

function written(fixture: FolderFixture, folder: string): string {
  for (const [path, text] of Object.entries(fixtureFiles(fixture))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function rowOf(folder: string): Promise<string[]> {
  const before = process.cpuUsage();
  const vault = await openVault(folder, { cache: false });
  await vault.ready();
  const { user, system } = process.cpuUsage(before);
  const { graph } = await vault.open();
  const { nodes, links, mocs, quality } = await graph.stats();
  const findings = await graph.findings();
  const count = (...codes: readonly string[]) => findings.filter(({ code }) => codes.includes(code)).length;
  const { ids } = await graph.page({ limit: Math.max(1, nodes) });
  const summaries = await graph.summaries(ids);
  const [empty, undeclared] = [summaries.filter(({ description }) => description === ""), count("no-description")];
  const marked = summaries.filter(({ description }) => MARKS.test(description));
  for (const { id, description } of marked.slice(0, 5)) console.error(`${id}: ${description}`);
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const data = (await toolkit.call("validate", { limit: 0 })).data as ValidateData | undefined;
  await vault.close();
  const broken = quality.brokenLinks;
  const all = links + broken;
  return [
    folder.split("/").slice(-2).join("/"),
    lookAtFolder(folder).takenFor.join(", "),
    String(nodes),
    String(all),
    percent(links, all),
    // A link to a note whose heading or block is not there is resolved, and said.
    `${broken} broken, ${count("missing-heading", "missing-block")} without their part`,
    String(nodes - undeclared),
    String(undeclared - empty.length),
    String(empty.length),
    String(marked.length),
    `${mocs.length} (${percent(mocs.length, nodes)})`,
    `${data?.quality.grade ?? "none"} ${data?.quality.score ?? ""}`.trim(),
    `${((user + system) / 1e6).toFixed(1)} s`,
  ];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)}%`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
