/*
 * How close the default token counter comes to o200k, by class of text: `npm run bench`.
 * Real text is what is installed under the workspace, and the sets beside the repository if they are there.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { estimate } from "@pd/core";
import fc from "fast-check";
import { countTokens, decode, encode } from "gpt-tokenizer/encoding/o200k_base";
import { figure, quick } from "./figures.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const CHARACTERS_PER_CLASS = quick ? 100_000 : 1_500_000;
const CHARACTERS_PER_FILE = 60_000;
const asText = { disallowedSpecial: new Set<string>() };

type Texts = Map<string, string[]>;

function add(texts: Texts, name: string, text: string): void {
  const found = texts.get(name) ?? [];
  texts.set(name, found);
  const size = found.reduce((sum, each) => sum + each.length, 0);
  if (text.length > 0 && size < CHARACTERS_PER_CLASS) found.push(text.slice(0, CHARACTERS_PER_FILE));
}

/** Files under a folder, symbolic links not followed, in a stable order. */
function* filesUnder(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile() && statSync(path).size < 4_000_000) yield path;
  }
}

function classOf(path: string): string | undefined {
  const name = basename(path).toLowerCase();
  if (
    /\.(zh|ja|ko|cn)[-_.a-z]*\.md$|[-_.](zh|ja|ko)[-_a-z]*\.json$|\/(zh|ja|ko)(-[a-z]+)?\/[^/]*$/.test(
      path.toLowerCase(),
    )
  )
    return "CJK";
  if (name.endsWith(".md")) return "markdown";
  if (/\.min\.(js|mjs|css)$/.test(name)) return "minified";
  if (/\.(js|mjs|cjs|ts|mts)$/.test(name)) return "code";
  if (name.endsWith(".json")) return "JSON";
  return undefined;
}

function installedTexts(texts: Texts): void {
  const store = join(root, "node_modules/.pnpm");
  for (const folder of existsSync(store) ? readdirSync(store).sort() : []) {
    // A little of each package says more than all of the first ones.
    const left = new Map<string, number>();
    for (const path of filesUnder(join(store, folder, "node_modules"))) {
      const kind = classOf(path);
      const files = kind === undefined ? 0 : (left.get(kind) ?? 6);
      if (kind === undefined || files === 0) continue;
      left.set(kind, files - 1);
      addInstalled(texts, kind, readFileSync(path, "utf8"));
    }
  }
}

function addInstalled(texts: Texts, kind: string, text: string): void {
  const dense = kind === "code" && text.length > 400 * text.split("\n").length;
  add(texts, dense ? "minified" : kind, text);
  if (kind !== "markdown") return;
  add(texts, "markdown as a JSON string", JSON.stringify(text));
  for (const table of text.match(/(?:^\|.*\|[ \t]*\n){3,}/gm) ?? []) add(texts, "tables", table);
  add(texts, "URLs", (text.match(/https?:\/\/[^\s"'<>)\]]+/g) ?? []).join("\n"));
}

function textsBeside(texts: Texts): void {
  const beside = join(root, "../shared");
  for (const set of ["skills", "vault"]) {
    for (const path of filesUnder(join(beside, "corpora", set))) {
      if (!path.endsWith(".md")) continue;
      const text = readFileSync(path, "utf8");
      add(texts, set, text);
      add(texts, `${set} as JSON strings`, JSON.stringify(text));
    }
  }
  const corpus = join(beside, "eval/musique/corpus.jsonl");
  const notes = existsSync(corpus) ? readFileSync(corpus, "utf8").trim().split("\n") : [];
  for (let at = 0; at < notes.length; at += 40) {
    const some = notes.slice(at, at + 40).map((line) => JSON.parse(line) as { title: string; paragraphs: string[] });
    add(texts, "encyclopedic", some.map((note) => `# ${note.title}\n\n${note.paragraphs.join("\n\n")}`).join("\n\n"));
    add(texts, "encyclopedic as JSON", JSON.stringify(some));
  }
}

/** The generators are tests of the core, not part of what it exports. */
async function generatedTexts(texts: Texts): Promise<void> {
  const url = new URL("../../packages/core/src/testing/text-classes.ts", import.meta.url);
  const { textClasses } = (await import(url.href)) as { textClasses: Record<string, fc.Arbitrary<string>> };
  for (const [name, text] of Object.entries(textClasses)) {
    for (const sample of fc.sample(text, { numRuns: quick ? 40 : 400, seed: 7 }))
      add(texts, `(generated) ${name}`, sample);
  }
}

/** The text in windows of `size` tokens; windows that begin or end inside a character are left out. */
function windowsOf(text: string, size: number): string[] {
  const tokens = encode(text, asText);
  const windows: string[] = [];
  for (let at = 0; at + size <= tokens.length; at += size) {
    const window = decode(tokens.slice(at, at + size));
    if (!window.includes("\ufffd")) windows.push(window);
  }
  return windows;
}

interface Spread {
  readonly count: number;
  readonly min: number;
  readonly low: number;
  readonly mean: number;
  readonly max: number;
}

function spreadOf(windows: readonly string[]): Spread {
  let estimated = 0;
  let real = 0;
  const ratios: number[] = [];
  for (const window of windows) {
    const [guess, truth] = [estimate.count(window), countTokens(window, asText)];
    estimated += guess;
    real += truth;
    if (truth >= 200) ratios.push(guess / truth);
  }
  ratios.sort((a, b) => a - b);
  const at = (share: number) => ratios[Math.floor(share * (ratios.length - 1))] ?? Number.NaN;
  return { count: ratios.length, min: at(0), low: at(0.001), mean: estimated / real, max: at(1) };
}

/** By how many tokens a short text may exceed the estimate and its share of the margin. */
function worstShortfall(texts: readonly string[]): number {
  const share = estimate.margin?.share ?? 0;
  let worst = Number.NEGATIVE_INFINITY;
  for (const text of texts) {
    for (const line of text.split("\n").slice(0, 200)) {
      if (line.length > 2000) continue;
      worst = Math.max(worst, countTokens(line, asText) - estimate.count(line) * (1 + share));
    }
  }
  return worst;
}

function megabytesPerSecond(text: string): number {
  let best = 0;
  for (let round = 0; round < 40; round += 1) {
    const before = performance.now();
    estimate.count(text);
    best = Math.max(best, text.length / 1000 / (performance.now() - before));
  }
  return best;
}

function print(cells: readonly (string | number)[]): void {
  const shown = cells.map((cell) =>
    typeof cell === "number" && !Number.isInteger(cell) ? cell.toFixed(3) : String(cell),
  );
  process.stdout.write(`| ${shown.join(" | ")} |\n`);
}

const texts: Texts = new Map();
installedTexts(texts);
textsBeside(texts);
await generatedTexts(texts);

print(["class", "windows of 200", "min", "0.1%", "mean", "max", "lines: worst shortfall"]);
print(Array.from({ length: 7 }, () => "---"));
for (const [name, found] of texts) {
  const generated = name.startsWith("(generated)");
  const { count, min, low, mean, max } = spreadOf(generated ? found : found.flatMap((text) => windowsOf(text, 200)));
  print([name, count, min, low, mean, max, Number(worstShortfall(found).toFixed(2))]);
  if (!generated && count > 0)
    figure({
      what: `estimate of ${name}, the lowest of ${count} windows of 200 tokens`,
      value: min,
      unit: "×",
      against: "o200k",
    });
}

process.stdout.write("\n");
print(["class", "tokens a window", "windows", "min", "mean"]);
print(Array.from({ length: 5 }, () => "---"));
for (const name of ["encyclopedic", "encyclopedic as JSON", "vault", "markdown", "code"]) {
  for (const size of [200, 500, 1000, 2000]) {
    const { count, min, mean } = spreadOf((texts.get(name) ?? []).flatMap((text) => windowsOf(text, size)));
    if (count > 0) print([name, size, count, min, mean]);
  }
}

const ascii = (texts.get("markdown") ?? []).join("\n").replace(/[^\t\n -~]/g, "");
const speed = megabytesPerSecond(ascii.slice(0, 1_000_000));
figure({ what: "counting ASCII markdown", value: speed, unit: "MB/s" });
process.stdout.write(`\n${speed.toFixed(0)} MB/s on ASCII markdown\n`);
