/**
 * Whole calls over a vault whose passages are indexed, beside MiniSearch over the same passages, in turns and by processor time; and the memory
 * that a large vault takes in a process of its own, from the first file to its last answer.
 *
 *     tsx src/passage-calls.ts [notes] [notes of the large vault]
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit } from "@pd/core";
import { stem } from "@pd/core/search";
import { openVault } from "@pd/core/vault";
import MiniSearch from "minisearch";
import { figure } from "./figures.js";
import { madeVault, randomFrom } from "./made-vault.js";

const QUESTIONS = 60;
const WARM = 10;
const notes = Number(process.argv[2] ?? 10_000);
const large = Number(process.argv[3] ?? 50_000);

interface Passage {
  readonly id: number;
  readonly title: string;
  readonly body: string;
}

function passagesIn(folder: string): readonly Passage[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) =>
    name.endsWith(".md"),
  );
  let id = 0;
  return files.flatMap(({ parentPath, name }) =>
    readFileSync(join(parentPath, name), "utf8")
      .split("\n\n")
      .slice(1)
      .filter((block) => !block.startsWith("#"))
      .map((body) => ({ id: id++, title: name.slice(0, -3), body })),
  );
}

/** Three to six words of one passage: what somebody asks who knows that the text is there. */
function questionsFrom(passages: readonly Passage[]): readonly string[] {
  const random = randomFrom(7);
  return Array.from({ length: QUESTIONS }, () => {
    const words = passages[Math.floor(random() * passages.length)]!.body.match(/[A-Za-z]{4,}/gu) ?? [];
    return Array.from({ length: 3 + Math.floor(random() * 4) }, () => words[Math.floor(random() * words.length)]).join(
      " ",
    );
  });
}

async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function compareCalls(): Promise<void> {
  const folder = madeVault(notes);
  const passages = passagesIn(folder);
  const mini = new MiniSearch({ fields: ["title", "body"], processTerm: (term) => stem(term.toLowerCase()) });
  mini.addAll(passages);
  const vault = await openVault(folder, { cache: false });
  await vault.ready();
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const ways = {
    MiniSearch: (query: string) => mini.search(query).slice(0, 10),
    search: (query: string) => toolkit.call("search", { query, format: "text" }),
    context: (query: string) => toolkit.call("context", { query, format: "text", tokenBudget: 1000 }),
  };
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  for (const [turn, question] of questionsFrom(passages).entries())
    for (const [name, ask] of Object.entries(ways)) {
      const time = await processorTime(() => ask(question));
      if (turn >= WARM) times.get(name)!.push(time);
    }
  await vault.close();
  const [theirs, search, context] = ["MiniSearch", "search", "context"].map((name) => mean(times.get(name)!)) as [
    number,
    number,
    number,
  ];
  console.log(`${notes} notes, ${passages.length} passages, processor time of a call, mean of ${QUESTIONS - WARM}`);
  console.log(`  MiniSearch ${theirs.toFixed(1)} ms, search ${search.toFixed(1)} ms, context ${context.toFixed(1)} ms`);
  console.log(`  search ${(theirs / search).toFixed(1)} × faster, context ${(context / search).toFixed(1)} × search`);
  const what = `over ${notes.toLocaleString("en")} notes, processor time`;
  figure({ what: `search ${what}`, value: theirs / search, unit: "× faster", against: "MiniSearch", atLeast: 20 });
  figure({ what: `context ${what}`, value: context / search, unit: "×", against: "search", atMost: 5 });
}

/** In plain Node, since what compiles TypeScript for this file takes memory of its own. */
const CHILD = `
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
const [folder, cache] = process.argv.slice(1);
const vault = await openVault(folder, { cache });
await vault.ready();
const toolkit = createToolkit({ mounts: [{ content: vault }] });
for (const query of ["levels and budgets", "reading a folder", "what is a session", "gate", "token counters"])
  for (const name of ["search", "context"]) await toolkit.call(name, { query });
await vault.close();
console.log(process.resourceUsage().maxRSS / 1024);
`;

function measureMemory(): void {
  const cache = mkdtempSync(join(tmpdir(), "pd-memory-"));
  const folder = madeVault(large);
  const peak = () =>
    Number(execFileSync(process.execPath, ["--input-type=module", "-e", CHILD, folder, cache], { encoding: "utf8" }));
  try {
    for (const start of ["without a snapshot", "from its snapshot"]) {
      const megabytes = peak();
      console.log(`${large} notes, ${start}, five questions: ${megabytes.toFixed(0)} MB at the most`);
      const what = `memory at the most, ${large.toLocaleString("en")} notes with passages, ${start}`;
      figure({ what, value: megabytes, unit: "MB", atMost: large <= 50_000 ? 512 : undefined });
    }
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

await compareCalls();
measureMemory();
