/**
 * What each level costs, for real notes and made-up maps: no level may be dearer than the whole text, and the outlines of long notes must pay.
 * Uses the vault and the skills in ../shared/corpora where they are; says so where they are not.
 *
 *     tsx src/ladder.ts [corpora]
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Content, createToolkit, type Form, LEVELS, type Level, type Toolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { SkillManager, skillMount } from "@pd/skills";
import { bars, figure, quick } from "./figures.js";

const FORMS = ["json", "text"] as const;
const UNBOUNDED = { tokenBudget: Number.POSITIVE_INFINITY };
/** Notes of a large corpus are taken at even distances. */
const MOST_NODES = quick ? 150 : 800;
const LONG_BODY = 800;

const corpora =
  process.argv[2] ?? process.env["PD_CORPORA"] ?? fileURLToPath(new URL("../../../shared/corpora", import.meta.url));
const docs = fileURLToPath(new URL("../../docs", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "pd-ladder-"));

interface Corpus {
  readonly name: string;
  readonly content: Content;
}

interface Costs {
  readonly form: Form;
  readonly byLevel: readonly number[];
}

try {
  for (const corpus of await corporaHere()) await ladderOf(corpus);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function corporaHere(): Promise<readonly Corpus[]> {
  const vaults: readonly (readonly [string, string])[] = [
    ["docs", docs],
    ["a real vault", join(corpora, "vault")],
    ["maps of 5,000 links", madeMaps(join(scratch, "maps"))],
  ];
  const opened: Corpus[] = [];
  for (const [name, folder] of vaults) {
    if (!existsSync(folder)) {
      console.log(`ladder: ${name} skipped, there is nothing at ${folder}`);
      continue;
    }
    const content = await openVault(folder, { cache: false });
    await content.ready();
    opened.push({ name, content });
  }
  const skills = join(corpora, "skills");
  if (existsSync(skills)) {
    const manager = new SkillManager({ projectDir: false, personalDir: false, customDirs: [skills] });
    await manager.discover();
    opened.push({ name: "real skills", content: skillMount(manager).content });
  } else console.log(`ladder: skills skipped, there is nothing at ${skills}`);
  return opened;
}

/** Maps that lead to 5,000 notes: with sentences, in one line, as a table, and with a heading for each. */
function madeMaps(folder: string): string {
  mkdirSync(join(folder, "notes"), { recursive: true });
  const targets = Array.from({ length: 5000 }, (_, at) => `target ${at}`);
  for (const [at, name] of targets.entries())
    writeFileSync(
      join(folder, "notes", `${name}.md`),
      `---\ndescription: What 目標 ${at} is about.\n---\nText ${at}.\n`,
    );
  const maps: readonly (readonly [string, string])[] = [
    ["sentences", targets.map((name) => `Read [[${name}]] when the plan of Ação ${name} is not clear.\n`).join("\n")],
    ["one-line", targets.map((name) => `[[${name}]]`).join(" ")],
    ["table", `| a | b |\n| --- | --- |\n${targets.map((name) => `| [[${name}]] | 説明 |`).join("\n")}`],
    ["headings", targets.map((name) => `## About ${name}\n\nSee [[${name}]].\n`).join("\n")],
    ["tiny", "[[target 1]]"],
    ["empty", ""],
  ];
  for (const [name, text] of maps) writeFileSync(join(folder, `${name}.md`), text);
  return folder;
}

async function idsOf(content: Content): Promise<readonly string[]> {
  const { graph, release } = await content.open();
  const { ids } = await graph.page({ limit: 1_000_000 });
  release();
  const step = Math.max(1, Math.ceil(ids.length / MOST_NODES));
  // Maps and hubs come first in a listing: they are all looked at.
  return ids.filter((_, at) => at < 20 || at % step === 0);
}

/** What a node costs at each level by itself, as far as it can be opened. */
async function costsOf(toolkit: Toolkit, id: string, form: Form): Promise<Costs | undefined> {
  const byLevel: number[] = [];
  for (const level of LEVELS) {
    const answer = await toolkit.call("node", { nodes: id, level: level as Level, format: form, ...UNBOUNDED });
    if (answer.nodes[0]?.level !== level) return undefined;
    byLevel.push(answer.telemetry.tokensUsed);
  }
  return { form, byLevel };
}

async function ladderOf({ name, content }: Corpus): Promise<void> {
  const toolkit = createToolkit({ mounts: [{ content }] });
  const all: Costs[] = [];
  for (const id of await idsOf(content))
    for (const form of FORMS) {
      const costs = await costsOf(toolkit, id, form);
      if (costs !== undefined) all.push(costs);
    }
  for (const form of FORMS) {
    const costs = all.filter((one) => one.form === form).map(({ byLevel }) => byLevel);
    const at = (level: number) => costs.map((byLevel) => byLevel[level] ?? 0);
    const means = [1, 2, 3, 4].map((level) => Math.round(mean(at(level))));
    const dearer = costs.filter(([index = 0, scan = 0, links = 0, sections = 0, full = 0]) => {
      return index > scan || scan > Math.min(links, sections) || Math.max(links, sections) > full;
    }).length;
    console.log(
      `${name}, ${form}: ${costs.length} nodes, mean tokens at levels 1 to 4: ${means.join(" / ")}; dearer: ${dearer}`,
    );
    if (form === "text")
      for (const [index, value] of means.entries())
        figure({ what: `${name}: mean at level ${index + 1}`, value, unit: "tokens" });
    figure({ what: `${name}, ${form}: nodes of which less costs more`, value: dearer, unit: "", atMost: 0 });
    if (form === "text" && name !== "real skills")
      bars({
        chart: `ladder-${name.replaceAll(/[^a-z0-9]+/gu, "-")}`,
        title: `What a note costs at each level: ${name}`,
        unit: "tokens, mean, as text",
        better: "less",
        bars: means.map((value, index) => ({ label: `level ${index + 1}`, value, own: true })),
      });
    shares(`${name}, ${form}`, costs);
  }
}

/** Of a long text, what its links and its sections cost beyond the description, as a share of what the text does. */
function shares(what: string, costs: readonly (readonly number[])[]): void {
  const long = costs.filter(([, scan = 0, , , full = 0]) => full - scan >= LONG_BODY);
  if (long.length === 0) return;
  const share = (level: 2 | 3) =>
    100 * mean(long.map((byLevel) => (byLevel[level]! - byLevel[1]!) / (byLevel[4]! - byLevel[1]!)));
  const [links, sections] = [share(2), share(3)].map((value) => Math.round(value * 10) / 10) as [number, number];
  console.log(
    `  ${long.length} of ${LONG_BODY} tokens and more: level 2 adds ${links}% of the body, level 3 ${sections}%`,
  );
  figure({ what: `${what}: level 2 of long notes`, value: links, unit: "% of the body", atMost: 25 });
  figure({ what: `${what}: level 3 of long notes`, value: sections, unit: "% of the body", atMost: 35 });
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
