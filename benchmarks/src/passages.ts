/**
 * Ranking passages against MiniSearch over the same passages, in one run: building, searching, size. Notes are made up (Zipf words, names).
 *
 *     tsx src/passages.ts [notes] [--alone: without MiniSearch]
 */
import {
  createPassageBuilder,
  createPassageIndex,
  createPassageRanking,
  createSegmentBuilder,
  indexOf,
  indexToBytes,
  passageIndexToBytes,
  stem,
  updatePassages,
} from "@pd/core/search";
import MiniSearch from "minisearch";
import { figure } from "./figures.js";
import { randomFrom, words } from "./made-vault.js";

const QUERIES = 300;
const PARAGRAPHS = 8;
const WORDS = 62;
const count = Number(process.argv[2] ?? 10_000);
const encoder = new TextEncoder();
const random = randomFrom(count);
const word = words(40_000);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function paragraph(): string {
  const some = Array.from({ length: WORDS }, () => word(random)).map((each) =>
    random() < 0.06 ? capital(each) : each,
  );
  return `${capital(some[0]!)} ${some.slice(1, 20).join(" ")}. ${capital(some[20]!)} ${some.slice(21).join(" ")}.`;
}

const notes = Array.from({ length: count }, (_, number) => ({
  name: `${capital(word(random))} ${capital(word(random))} ${number}`,
  paragraphs: Array.from({ length: PARAGRAPHS }, paragraph),
}));
const files = notes.map(({ name, paragraphs }) => {
  const parts = paragraphs.map((text) => encoder.encode(text));
  const bytes = encoder.encode(paragraphs.join("\n\n"));
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const { length } of parts) {
    starts.push(at);
    ends.push(at + length);
    at += length + 2;
  }
  return { names: [name], bytes, starts, ends, headings: parts.map(() => "") };
});
const megabytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

const started = process.cpuUsage();
const builder = createPassageBuilder();
for (const [number, file] of files.entries()) builder.set(number, file);
const index = createPassageIndex({ base: builder.finish(), dead: new Uint32Array(0), deltaNodes: new Uint32Array(0) });
const ranking = createPassageRanking(index);
const built = cpuSeconds(started);
const size = passageIndexToBytes(index).length / 1e6;
console.log(`${count} made-up notes, ${megabytes.toFixed(1)} MB, ${index.passages} passages`);
console.log(
  `  pd          ${(megabytes / built).toFixed(1)} MB/s to build, ${size.toFixed(1)} MB: ${(size / megabytes).toFixed(2)} × the text`,
);

const noteIndex = createSegmentBuilder();
for (const { names, bytes } of files)
  noteIndex.setBody(noteIndex.add({ names, description: "", tags: [], headings: [""] }), 0, bytes);
const noteSize = indexToBytes(indexOf(noteIndex)).length / 1e6;
console.log(
  `  an index of whole notes has ${noteSize.toFixed(1)} MB: passages take ${(size / noteSize).toFixed(2)} × that`,
);
console.log(`  memory of this process: ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB, its texts included`);

const queries = Array.from({ length: QUERIES }, () =>
  Array.from({ length: 1 + Math.floor(random() * 6) }, () => word(random)).join(" "),
);
const ours = timed((query) => ranking.rank(query, { limit: 100 }));
console.log(`${QUERIES} questions of one to six words, the hundred best with one step on`);
row("pd", ours);
const changed = timed(() => updatePassages(index, { changed: [{ node: 0, note: files[0]! }], removed: [] }), 20);
row("one changed", changed);
if (!process.argv.includes("--alone")) compare();

function compare(): void {
  const from = process.cpuUsage();
  const mini = new MiniSearch({ fields: ["title", "body"], processTerm: (term) => stem(term.toLowerCase()) });
  mini.addAll(
    notes.flatMap(({ name, paragraphs }, note) =>
      paragraphs.map((body, at) => ({ id: note * PARAGRAPHS + at, title: name, body })),
    ),
  );
  const theirs = cpuSeconds(from);
  console.log(
    `  MiniSearch  ${(megabytes / theirs).toFixed(1)} MB/s to build: ${(theirs / built).toFixed(1)} × the time`,
  );
  const other = timed((query) => mini.search(query).slice(0, 100));
  row("MiniSearch", other);
  const times = (one: number, two: number) => (one / two).toFixed(1);
  console.log(
    `  MiniSearch takes ${times(other.p50, ours.p50)} × (p50), ${times(other.p99, ours.p99)} × (p99), ${times(other.mean, ours.mean)} × (mean)`,
  );
  figure({
    what: `ranking the passages of ${count} notes, mean`,
    value: other.mean / ours.mean,
    unit: "× faster",
    against: "MiniSearch",
    atLeast: 20,
  });
}

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly mean: number;
}

function timed(search: (query: string) => unknown, most = QUERIES): Times {
  for (const query of queries.slice(0, Math.min(60, most))) search(query);
  const times = queries.slice(0, most).map((query) => {
    const from = performance.now();
    search(query);
    return performance.now() - from;
  });
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  times.sort((one, other) => one - other);
  return { p50: times[times.length >> 1]!, p99: times[Math.floor(times.length * 0.99)]!, mean };
}

function row(name: string, { p50, p99, mean }: Times): void {
  console.log(`  ${name.padEnd(12)} p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, mean ${mean.toFixed(2)} ms`);
}
