/**
 * The search index alone, against MiniSearch on the same fields in the same run: building, searching, size, and how well each finds
 * what is known to be right. Notes are made up (Zipf words, links); real ones beside the repository are used if they are there.
 *
 *     tsx src/search.ts [notes]
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  buildAdjacency,
  createRelevance,
  createSegmentBuilder,
  indexFromBytes,
  indexOf,
  indexToBytes,
  stem,
  updateIndex,
} from "@pd/core/search";
import MiniSearch from "minisearch";
import { bars, figure } from "./figures.js";
import { randomFrom, words } from "./made-vault.js";

interface Note {
  readonly name: string;
  readonly description: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
  readonly links: readonly number[];
}

interface Known {
  readonly query: string;
  readonly answer: number;
}

const QUERIES = 400;
const encoder = new TextEncoder();

function madeNotes(count: number): readonly Note[] {
  const random = randomFrom(count);
  const word = words(40_000);
  const some = (length: number) => Array.from({ length }, () => word(random));
  const sentence = () => {
    const [first = "", ...rest] = some(6 + Math.floor(random() * 12));
    // Some words are names, as in any text.
    const body = rest.map((each) => (random() < 0.05 ? capital(each) : each));
    return `${capital(first)} ${body.join(" ")}.`;
  };
  return Array.from({ length: count }, (_, number) => ({
    name: `${some(2).join(" ")} ${number}`,
    description: sentence(),
    sections: Array.from({ length: 4 }, (_section, at) => ({
      heading: at === 0 ? "" : some(3).join(" "),
      text: Array.from({ length: 10 }, sentence).join(" "),
    })),
    links: Array.from({ length: 8 }, () => Math.floor(random() * random() * count)),
  }));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Real notes with descriptions, if the folder is there: each description is a question whose answer is known. */
function realNotes(folder: string): readonly Note[] {
  const paths: string[] = [];
  const walk = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) walk(join(path, entry.name));
      else if (entry.name.endsWith(".md")) paths.push(join(path, entry.name));
    }
  };
  if (existsSync(folder)) walk(folder);
  const named = new Map(paths.sort().map((path, number) => [titleOf(path), number]));
  return paths.map((path) => {
    const [, head = "", body = ""] = /^(?:---\n(.*?)\n---\n)?(.*)$/su.exec(readFileSync(path, "utf8")) ?? [];
    const description = /^description:\s*(.*)$/mu.exec(head)?.[1]?.replace(/^["']|["']$/gu, "") ?? "";
    const pieces = body.split(/^(?=#{1,6}\s)/mu);
    const sections = pieces.map((piece) => {
      const heading = /^#{1,6}\s+(.*)\n?/u.exec(piece);
      return { heading: heading?.[1] ?? "", text: heading === null ? piece : piece.slice(heading[0].length) };
    });
    const links = [...body.matchAll(/\[\[([^\]|#]+)/gu)].flatMap(
      ([, target = ""]) => named.get(target.trim().toLowerCase()) ?? [],
    );
    return { name: titleOf(path), description, sections, links };
  });
}

function titleOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -3).toLowerCase();
}

function pdIndex(notes: readonly Note[], described: boolean) {
  const bodies = notes.map(({ sections }) => sections.map(({ text }) => encoder.encode(text)));
  const megabytes = bodies.flat().reduce((sum, body) => sum + body.length, 0) / 1e6;
  const started = process.cpuUsage();
  const builder = createSegmentBuilder();
  for (const { name, description, sections } of notes) {
    const headings = sections.map(({ heading }) => heading);
    builder.add({ names: [name], description: described ? description : "", tags: [], headings });
  }
  for (const [note, sections] of bodies.entries())
    for (const [unit, body] of sections.entries()) builder.setBody(note, unit, body);
  const index = indexOf(builder);
  const seconds = cpuSeconds(started);
  const from = notes.flatMap(({ links }, number) => links.map(() => number));
  const adjacency = buildAdjacency(notes.length, {
    from,
    to: notes.flatMap(({ links }) => links),
    kind: from.map(() => 0),
  });
  return {
    index,
    relevance: createRelevance({ index, adjacency, maps: new Uint8Array(notes.length) }),
    seconds,
    megabytes,
  };
}

function miniIndex(notes: readonly Note[], described: boolean) {
  const fields = ["name", "headings", "body", ...(described ? ["description"] : [])];
  const started = process.cpuUsage();
  // The same stems for both.
  const processTerm = (term: string) => stem(term.toLowerCase());
  const mini = new MiniSearch({ fields, processTerm });
  mini.addAll(
    notes.map(({ name, description, sections }, id) => ({
      id,
      name,
      description,
      headings: sections.map(({ heading }) => heading).join("\n"),
      body: sections.map(({ text }) => text).join("\n"),
    })),
  );
  return { mini, seconds: cpuSeconds(started) };
}

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

interface Times {
  readonly p50: number;
  readonly p99: number;
}

function timed(queries: readonly string[], search: (query: string) => unknown): Times {
  for (const query of queries.slice(0, 100)) search(query);
  const times = queries.map((query) => {
    const started = performance.now();
    search(query);
    return performance.now() - started;
  });
  times.sort((one, other) => one - other);
  return { p50: times[times.length >> 1]!, p99: times[Math.floor(times.length * 0.99)]! };
}

/** nDCG@10 where one answer is right. */
function quality(known: readonly Known[], search: (query: string) => readonly number[]): number {
  const gains = known.map(({ query, answer }) => {
    const rank = search(query).indexOf(answer);
    return rank < 0 || rank >= 10 ? 0 : 1 / Math.log2(rank + 2);
  });
  return gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length);
}

const milliseconds = (value: number) => `${value.toFixed(value < 1 ? 3 : 1)} ms`;
const row = (name: string, { p50, p99 }: Times) =>
  `  ${name.padEnd(28)} p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;

const count = Number(process.argv[2] ?? 10_000);
const notes = madeNotes(count);
const pd = pdIndex(notes, true);
const mini = miniIndex(notes, true);
const bytes = indexToBytes(pd.index);
console.log(`${count} made-up notes, ${pd.megabytes.toFixed(1)} MB of text, one core`);
console.log(
  `  pd          ${(pd.megabytes / pd.seconds).toFixed(1)} MB/s to build, ${(bytes.length / 1e6).toFixed(1)} MB`,
);
console.log(
  `  MiniSearch  ${(pd.megabytes / mini.seconds).toFixed(1)} MB/s to build: ${(mini.seconds / pd.seconds).toFixed(1)} × the time`,
);

const random = randomFrom(7);
const word = words(40_000);
const queries = Array.from({ length: QUERIES }, () =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, () => word(random)).join(" "),
);
const ours = timed(queries, (query) => pd.relevance.rank(query, { limit: 10 }));
const theirs = timed(queries, (query) => mini.mini.search(query).slice(0, 10));
console.log(`${QUERIES} queries of one to four words, with one hop and reasons`);
console.log(row("pd, the ten best", ours));
console.log(
  row(
    "pd, 30 in reading order",
    timed(queries, (query) => pd.relevance.read(query, { limit: 30 })),
  ),
);
console.log(row("MiniSearch", theirs));
console.log(
  `  MiniSearch takes ${(theirs.p50 / ours.p50).toFixed(0)} × (p50), ${(theirs.p99 / ours.p99).toFixed(0)} × (p99)`,
);

const many = `${count.toLocaleString("en")} notes`;
figure({
  what: `building an index of ${many}`,
  value: mini.seconds / pd.seconds,
  unit: "× faster",
  against: "MiniSearch",
  atLeast: 1,
});
figure({
  what: `a query over ${many}, p50`,
  value: theirs.p50 / ours.p50,
  unit: "× faster",
  against: "MiniSearch",
  atLeast: 1,
});
figure({
  what: `a query over ${many}, p99`,
  value: theirs.p99 / ours.p99,
  unit: "× faster",
  against: "MiniSearch",
});
bars({
  chart: "search",
  title: `Finding the ten best of ${many}`,
  unit: "milliseconds",
  better: "less",
  bars: [
    { label: "pd, p50", value: ours.p50, own: true },
    { label: "MiniSearch, p50", value: theirs.p50 },
    { label: "pd, p99", value: ours.p99, own: true },
    { label: "MiniSearch, p99", value: theirs.p99 },
  ],
});

const started = performance.now();
indexFromBytes(bytes);
const loaded = performance.now() - started;
const body = notes[0]!.sections.map(({ text }) => encoder.encode(text));
const fields = {
  names: ["changed"],
  description: "",
  tags: [],
  headings: notes[0]!.sections.map(({ heading }) => heading),
};
const update = timed(new Array<string>(50).fill(""), () =>
  updateIndex(pd.index, { changed: [{ node: 0, fields, linkTexts: [], body }], removed: [] }),
);
console.log(`  loading the saved index ${milliseconds(loaded)}; one changed note ${milliseconds(update.p50)}`);

const real = realNotes(fileURLToPath(new URL("../../../shared/corpora/vault", import.meta.url)));
/** Every other word of one of its sentences. */
function halfSentence({ sections }: Note): string {
  const sentences = sections[2]?.text.split(/(?<=\.) /u) ?? [];
  return (
    sentences[5]
      ?.split(" ")
      .filter((_, at) => at % 2 === 0)
      .join(" ") ?? ""
  );
}

for (const [name, set, question] of [
  ["made-up notes, half a sentence → note", notes.slice(0, 2000), halfSentence],
  ["real notes, description → note", real, ({ description }: Note) => description],
] as const) {
  const known = set.flatMap((note, answer) => (question(note).length > 30 ? [{ query: question(note), answer }] : []));
  if (known.length === 0) continue;
  const asked = known.filter((_, at) => at % Math.ceil(known.length / 300) === 0);
  // Descriptions are questions here, so they are not indexed.
  const own = pdIndex(set, false).relevance;
  const other = miniIndex(set, false).mini;
  const pdQuality = quality(asked, (query) => own.rank(query, { limit: 10 }).map(({ node }) => node));
  const miniQuality = quality(asked, (query) =>
    other
      .search(query)
      .slice(0, 10)
      .map(({ id }) => id as number),
  );
  figure({
    what: `nDCG@10, ${asked.length} ${name}`,
    value: pdQuality,
    unit: "",
    against: `MiniSearch: ${miniQuality.toFixed(2)}`,
    atLeast: miniQuality,
  });
  console.log(`nDCG@10, ${asked.length} ${name}: pd ${pdQuality.toFixed(3)}, MiniSearch ${miniQuality.toFixed(3)}`);
}
