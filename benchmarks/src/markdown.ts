import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createBlockTable, createLinkTable, extractSections, scanBlocks, scanLinks } from "@pd/core/markdown";
import { micromark, parse, postprocess, preprocess } from "micromark";
import { bars, figure, quick } from "./figures.js";

/**
 * How fast markdown is read: our block scanner, with and without links, against micromark (its events and its HTML)
 * and, where they are installed, marked and markdown-it. One run, the same texts, CPU time. Run: tsx src/markdown.ts
 */

interface Corpus {
  readonly name: string;
  readonly texts: readonly string[];
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git", "dist", ".turbo"]);

/** Read as bytes and decoded as latin1, which is how the vault reads notes. */
function markdownBelow(folder: string, found: string[] = []): string[] {
  let entries: import("node:fs").Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return found;
  }
  for (const entry of entries) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) markdownBelow(path, found);
    else if (entry.name.endsWith(".md")) found.push(readFileSync(path, "latin1"));
  }
  return found;
}

function generated(): string[] {
  return Array.from({ length: 300 }, (_, note) => {
    const sections = Array.from({ length: 8 }, (__, section) => {
      const prose = `Note ${note} says why [[note ${section}|this]] follows from [that](../b/c.md#d), and *when* it does not. `;
      const list = "- one item with `code` in it\n- another, with a [[link]]\n  - and a deeper one\n";
      return `## Section ${section}\n\n${prose.repeat(5)}\n\n${list}\n\`\`\`ts\nconst a = ${section};\n\`\`\`\n\n> quoted\n> text\n\n`;
    });
    return `# Note ${note}\n\n${sections.join("")}`;
  });
}

function megabytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
}

/** Megabytes a second of CPU time, the best of some rounds, so that compiling and other work on the machine count little. */
function speed(texts: readonly string[], rounds: number, read: (text: string) => unknown): number {
  let best = 0;
  for (let round = 0; round < (quick ? Math.ceil(rounds / 3) : rounds); round++) {
    const before = process.cpuUsage();
    for (const text of texts) read(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, megabytes(texts) / ((user + system) / 1e6));
  }
  return best;
}

/** A share of the texts for parsers that would take minutes over all of them. */
function sample(texts: readonly string[], most: number): string[] {
  const step = Math.max(1, Math.ceil(megabytes(texts) / most));
  return texts.filter((_, index) => index % step === 0);
}

async function peers(): Promise<readonly (readonly [string, (text: string) => unknown])[]> {
  const found: (readonly [string, (text: string) => unknown])[] = [];
  const load = async (name: string): Promise<Record<string, unknown>> =>
    (await import(name)) as Record<string, unknown>;
  try {
    const { marked } = (await load("marked")) as { marked: { lexer(text: string): unknown } };
    found.push(["marked, tokens", (text) => marked.lexer(text)]);
  } catch {}
  try {
    const { default: create } = (await load("markdown-it")) as {
      default: () => { parse(text: string, env: object): unknown };
    };
    const parser = create();
    found.push(["markdown-it, tokens", (text) => parser.parse(text, {})]);
  } catch {}
  return found;
}

const blocks = createBlockTable();
const links = createLinkTable();
const corpora: readonly Corpus[] = [
  { name: "generated notes", texts: generated() },
  { name: "this repository's documents", texts: markdownBelow(root) },
  { name: "real vault", texts: markdownBelow(join(root, "../shared/corpora/vault")) },
  { name: "real skills", texts: markdownBelow(join(root, "../shared/corpora/skills")) },
];
const others = await peers();
/** Of the corpora, the one that is charted. */
let charted = false;

for (const { name, texts } of corpora) {
  if (texts.length === 0) continue;
  const few = sample(texts, quick ? 0.5 : 2);
  const rows: readonly (readonly [string, number])[] = [
    ["block scanner, offsets", speed(texts, 12, (text) => scanBlocks(text, blocks))],
    ["– and links, tags, block ids", speed(texts, 12, (text) => scanLinks(text, scanBlocks(text, blocks), links))],
    ["extractSections, strings", speed(texts, 6, extractSections)],
    [
      "micromark, events",
      speed(few, 2, (text) =>
        postprocess(
          parse()
            .document()
            .write(preprocess()(text, undefined, true)),
        ),
      ),
    ],
    ["micromark, HTML", speed(few, 2, (text) => micromark(text))],
    ...others.map(([peer, read]) => [peer, speed(few, 3, read)] as const),
  ];
  const judge = rows.find(([row]) => row === "micromark, events")?.[1] ?? 1;
  const [blocksOnly, withLinks] = [rows[0]?.[1] ?? 0, rows[1]?.[1] ?? 0];
  figure({ what: `blocks of ${name}`, value: blocksOnly / judge, unit: "× faster", against: "micromark's events" });
  figure({ what: `and links, of ${name}`, value: withLinks / judge, unit: "× faster", against: "micromark's events" });
  if (!charted) {
    charted = true;
    const drawn = rows.map(([label, value], at) => ({ label, value, own: at < 3 }));
    bars({ chart: "markdown", title: `Reading markdown: ${name}`, unit: "MB a second", better: "more", bars: drawn });
  }
  console.log(`\n${name}: ${texts.length} texts, ${megabytes(texts).toFixed(2)} MB`);
  for (const [row, rate] of rows) {
    console.log(
      `  ${row.padEnd(30)} ${rate.toFixed(1).padStart(8)} MB/s  ${(rate / judge).toFixed(1).padStart(7)} × micromark`,
    );
  }
}
