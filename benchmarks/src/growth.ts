/**
 * How time and memory grow with the vault: 1,000, 10,000 and (with `--large`) 100,000 notes of about 3 KB, each in a fresh process.
 * Reading is `readFileSync` of all files in a fresh process, once for the disk and once to be measured; memory is the most that was resident at any
 * time. Ratios are of processor time.
 *
 *     tsx src/growth.ts [--large]
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createToolkit, type OperationName } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { figure, quick } from "./figures.js";
import { madeVault, randomFrom, words } from "./made-vault.js";

interface Grown {
  /** In milliseconds of processor time. */
  readonly usableCpu: number;
  readonly usable: number;
  readonly complete: number;
  readonly rss: number;
  readonly search: number;
  readonly traverse: number;
  readonly context: number;
}

const size = Number(process.argv[2]);
if (process.argv[3] === "read") console.log(readAll(madeVault(size)));
else if (Number.isInteger(size)) console.log(JSON.stringify(await grow(size)));
else report(quick ? [1000] : [1000, 10_000, ...(process.argv.includes("--large") ? [100_000] : [])]);

async function grow(notes: number): Promise<Grown> {
  const folder = madeVault(notes);
  const start = performance.now();
  const before = process.cpuUsage();
  const vault = await openVault(folder, { cache: false });
  const usable = performance.now() - start;
  const usableCpu = spentSince(before);
  await vault.ready();
  const complete = performance.now() - start;
  const rss = process.resourceUsage().maxRSS / 1e3;
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const random = randomFrom(3);
  const word = words(20_000);
  const queries = Array.from({ length: 60 }, () => Array.from({ length: 3 }, () => word(random)).join(" "));
  const median = async (operation: OperationName, input: object) => {
    const times: number[] = [];
    for (const query of queries) {
      const before = performance.now();
      await toolkit.call(operation as string, { query, ...input });
      times.push(performance.now() - before);
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  };
  await median("search", {});
  const search = await median("search", {});
  const traverse = await median("traverse", { tokenBudget: 2000 });
  const context = await median("context", { tokenBudget: 2000, format: "text" });
  await vault.close();
  return { usableCpu, usable, complete, rss, search, traverse, context };
}

function readAll(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const before = process.cpuUsage();
  for (const { parentPath, name } of files) readFileSync(join(parentPath, name));
  return spentSince(before);
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

function report(sizes: readonly number[]): void {
  console.log(
    "| notes | usable ms | cpu × reading (aim 6) | complete ms | RSS MB (aim below 512) | search ms | traverse ms | context ms |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const notes of sizes) {
    inFreshProcess(`${notes}`, "read");
    const readingCpu = Number(inFreshProcess(`${notes}`, "read"));
    const output = inFreshProcess(`${notes}`);
    const { usableCpu, usable, complete, rss, search, traverse, context } = JSON.parse(output) as Grown;
    const cells = [
      usable.toFixed(0),
      (usableCpu / readingCpu).toFixed(1),
      complete.toFixed(0),
      rss.toFixed(0),
      ...[search, traverse, context].map((one) => one.toFixed(2)),
    ];
    console.log(`| ${notes} | ${cells.join(" | ")} |`);
    const size = `${notes.toLocaleString("en")} notes`;
    figure({
      what: `usable, ${size}, processor time`,
      value: usableCpu / readingCpu,
      unit: "×",
      against: "reading all files",
      // In a small vault the start of everything is most of the time.
      atMost: notes < 10_000 ? undefined : 6,
    });
    figure({ what: `memory at the most, ${size}`, value: rss, unit: "MB", atMost: 512 });
    figure({ what: `search, ${size}`, value: search, unit: "ms" });
    figure({ what: `context within 2,000 tokens, ${size}`, value: context, unit: "ms" });
  }
}

function inFreshProcess(...args: readonly string[]): string {
  const script = fileURLToPath(import.meta.url);
  return execFileSync(process.execPath, [...process.execArgv, script, ...args], { encoding: "utf8" });
}
