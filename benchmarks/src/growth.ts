/**
 * How time and memory grow with the vault: 1,000, 10,000 and (with `--large`) 100,000 notes of about 3 KB, each in a fresh process.
 *
 *     tsx src/growth.ts [--large]
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createToolkit, type OperationName } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { madeVault, randomFrom, words } from "./made-vault.js";

interface Grown {
  readonly usable: number;
  readonly complete: number;
  readonly rss: number;
  readonly search: number;
  readonly traverse: number;
  readonly context: number;
}

const size = Number(process.argv[2]);
if (Number.isInteger(size)) console.log(JSON.stringify(await grow(size)));
else report([1000, 10_000, ...(process.argv.includes("--large") ? [100_000] : [])]);

async function grow(notes: number): Promise<Grown> {
  const folder = madeVault(notes);
  const start = performance.now();
  const vault = await openVault(folder, { cache: false });
  const usable = performance.now() - start;
  await vault.ready();
  const complete = performance.now() - start;
  const rss = process.memoryUsage.rss() / 1e6;
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
  return { usable, complete, rss, search, traverse, context };
}

function report(sizes: readonly number[]): void {
  console.log(
    "| notes | usable ms | complete ms | RSS MB | search ms | traverse ms | context ms |\n| --- | --- | --- | --- | --- | --- | --- |",
  );
  for (const notes of sizes) {
    const output = execFileSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), `${notes}`], {
      encoding: "utf8",
    });
    const { usable, complete, rss, search, traverse, context } = JSON.parse(output) as Grown;
    const cells = [
      usable.toFixed(0),
      complete.toFixed(0),
      rss.toFixed(0),
      ...[search, traverse, context].map((one) => one.toFixed(2)),
    ];
    console.log(`| ${notes} | ${cells.join(" | ")} |`);
  }
}
