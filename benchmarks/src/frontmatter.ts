/**
 * What reading a file's frontmatter costs, in µs of CPU a file: the fast path, `yaml`, and js-yaml where it is installed.
 * All get the same 4 KB heads as bytes and have to find the fence, decode and parse. One run, so that the ratios hold.
 *
 *     tsx src/frontmatter.ts
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFrontmatter, readFrontmatterBytes } from "@pd/core/markdown";
import { parse } from "yaml";
import { bars, figure, quick } from "./figures.js";

const HEAD_BYTES = 4096;
const FILES = 1000;
const ROUNDS = quick ? 5 : 25;
const REAL_SKILLS = fileURLToPath(new URL("../../../shared/corpora/skills", import.meta.url));

type Reader = (head: Uint8Array) => unknown;

const decoder = new TextDecoder();

function block(head: Uint8Array): string {
  const fence = findFrontmatter(head, { complete: false });
  return fence.kind === "closed" ? decoder.decode(head.subarray(fence.open, fence.close)) : "";
}

/** Heads like real ones: a name and a description always, the rest as often as in collections of skills. */
function generatedHeads(): Uint8Array[] {
  let seed = 7;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % limit;
  };
  const words = [
    "use",
    "this",
    "skill",
    "when",
    "the",
    "user",
    "asks",
    "for",
    "reports",
    "tests",
    "code",
    "data",
    "review",
  ];
  const prose = (count: number) => Array.from({ length: count }, () => words[below(words.length)]).join(" ");
  const description = (length: number) => {
    const kind = below(20);
    if (kind < 14) return ` ${prose(length)}.`;
    if (kind < 18) return ` "${prose(length)}: ${prose(4)}."`;
    return ` ${kind === 18 ? ">-" : "|"}\n  ${prose(length / 2)}\n  ${prose(length / 2)}`;
  };
  return Array.from({ length: FILES }, (_, index) => {
    const lines = [`name: skill-${index}`, `description:${description(20 + below(40))}`];
    if (below(3) === 0) lines.push("license: MIT");
    if (below(4) === 0) lines.push(`version: ${below(9)}.${below(20)}.0`);
    if (below(5) === 0) lines.push("allowed-tools: Read, Grep, Bash(git:*)");
    if (below(5) === 0) lines.push(`tags: [${prose(1)}, ${prose(1)}, "${prose(2)}"]`);
    if (below(8) === 0) lines.push(`metadata:\n  author: ${prose(1)}\n  version: "1.${below(9)}"`);
    const text = `---\n${lines.join("\n")}\n---\n\n# Title\n\n${prose(800)}\n`;
    return new TextEncoder().encode(text).slice(0, HEAD_BYTES);
  });
}

function realHeads(folder: string): Uint8Array[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?:^|[\\/])skill\.md$/i.test(path))
    .map((path) => Uint8Array.from(readFileSync(join(folder, path)).subarray(0, HEAD_BYTES)));
}

/** µs of CPU a file for each reader: the best of many rounds, taken in turns, as other work on the machine only adds. */
function microseconds(heads: readonly Uint8Array[], readers: ReadonlyMap<string, Reader>): Map<string, number> {
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, read] of readers) {
      const before = process.cpuUsage();
      for (const head of heads) read(head);
      const { user, system } = process.cpuUsage(before);
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, (user + system) / heads.length));
    }
  }
  return best;
}

async function jsYaml(): Promise<Reader | undefined> {
  const name: string = "js-yaml";
  try {
    const { load } = (await import(name)) as { load: (text: string) => unknown };
    return (head) => load(block(head));
  } catch {
    return undefined;
  }
}

async function compare(title: string, all: readonly Uint8Array[]): Promise<void> {
  const statuses = new Map<string, number>();
  const heads = all.filter((head) => {
    const { status } = readFrontmatterBytes(head, { complete: head.length < HEAD_BYTES });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return status === "fast";
  });
  console.log(
    `${title}: ${all.length} files, ${[...statuses].map(([status, count]) => `${count} ${status}`).join(", ")}`,
  );
  const readers = new Map<string, Reader>([
    ["fast path", (head) => readFrontmatterBytes(head, { complete: false })],
    ["of it, fence and decoding", block],
    ["yaml", (head) => parse(block(head))],
  ]);
  const other = await jsYaml();
  if (other) readers.set("js-yaml", other);
  const costs = microseconds(heads, readers);
  const fast = costs.get("fast path") ?? Number.NaN;
  bars({
    chart: `frontmatter-${title.replaceAll(" ", "-")}`,
    title: `Reading frontmatter: ${title}`,
    unit: "µs of processor time a file",
    better: "less",
    bars: [...costs]
      .filter(([name]) => !name.startsWith("of it"))
      .map(([label, value]) => ({ label, value, own: label === "fast path" })),
  });
  for (const [name, cost] of costs) {
    if (name.includes("yaml"))
      figure({ what: `heads of ${title}`, value: cost / fast, unit: "× faster", against: name });
    console.log(
      `  ${name.padEnd(26)} ${cost.toFixed(2).padStart(7)} µs a file ${(cost / fast).toFixed(1).padStart(6)} ×`,
    );
  }
}

await compare("generated", generatedHeads());
if (existsSync(REAL_SKILLS)) await compare("real skills", realHeads(REAL_SKILLS));
