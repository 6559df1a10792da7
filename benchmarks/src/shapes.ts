/**
 * How work grows with what hangs together *between* notes: vaults of n, 2n and 4n notes of each shape, opened, asked and changed. A figure is
 * by how much the processor's time grows when a vault doubles: 2 is linear, 4 is quadratic. `growth.ts` has sizes, this has shapes.
 *
 *     tsx src/shapes.ts [words of a shape's name]
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { figure, quick } from "./figures.js";
import { SHAPES, type Shape } from "./shape-vaults.js";

/** Linear work with its logarithms, caches that no longer hold all, and the noise of a shared machine. */
const MOST_GROWTH = 2.6;
/** Processor milliseconds below which a growth is noise, and a time is no base for one: of quadratic work 4n takes far more. */
const LEAST = 150;
const LEAST_BASE = 40;

type Times = ReadonlyMap<string, number>;

const asked = process.argv.slice(2).join(" ");
const shapes = SHAPES.filter(({ name }) => name.includes(asked));
// Once for nothing: the first run compiles.
await timesOf(SHAPES[0]!, 200);
console.log(`| shape | ms at n, 2n, 4n | growth per doubling (aim ${MOST_GROWTH}) | of |`);
console.log("| --- | --- | --- | --- |");
for (const shape of shapes) await report(shape);

async function report(shape: Shape): Promise<void> {
  let found = await measured(shape);
  // Once more before it is believed: others run on this machine too.
  if (found.growth > MOST_GROWTH) {
    const again = await measured(shape);
    if (again.growth < found.growth) found = again;
  }
  const { sums, step, growth } = found;
  console.log(`| ${shape.name} | ${sums.map((sum) => sum.toFixed(0)).join(", ")} | ${growth.toFixed(2)} | ${step} |`);
  figure({ what: shape.name, value: growth, unit: "×", against: "half as large", atMost: MOST_GROWTH });
}

/** The worst growth of a step from n to 4n, per doubling. */
async function measured(shape: Shape) {
  const base = quick ? shape.base / 2 : shape.base;
  const all = [await timesOf(shape, base), await timesOf(shape, 2 * base), await timesOf(shape, 4 * base)];
  const sums = all.map((times) => [...times.values()].reduce((sum, each) => sum + each, 0));
  let worst = { step: "nothing that takes long", growth: 1 };
  for (const [step, milliseconds] of all[2]!) {
    const growth = Math.sqrt(milliseconds / Math.max(LEAST_BASE, all[0]!.get(step) ?? 0));
    if (milliseconds >= LEAST && growth > worst.growth) worst = { step, growth };
  }
  return { sums, ...worst };
}

async function timesOf({ files }: Shape, n: number): Promise<Times> {
  const root = mkdtempSync(join(tmpdir(), "pd-shape-"));
  try {
    const paths: string[] = [];
    for (const [path, text] of files(n)) {
      paths.push(join(root, path));
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await timed(root, paths);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function timed(root: string, paths: readonly string[]): Promise<Times> {
  const times = new Map<string, number>();
  async function time<Result>(step: string, run: () => Promise<Result>): Promise<Result> {
    const before = process.cpuUsage();
    const result = await run();
    const { user, system } = process.cpuUsage(before);
    times.set(step, (user + system) / 1000);
    return result;
  }
  const vault = await time("opening", async () => {
    const opened = await openVault(root, { cache: false });
    await opened.ready();
    return opened;
  });
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  await time("validate", () => toolkit.call("validate", {}));
  await time("scan", () => toolkit.call("scan", { limit: 1000 }));
  const start = (await toolkit.call("scan", { limit: 20 })).nodes.map(({ id }) => id);
  await time("node", () => toolkit.call("node", { nodes: start, level: 3, tokenBudget: 20_000 }));
  await time("traverse", () => toolkit.call("traverse", { start, maxNodes: 50 }));
  await time("context", () => toolkit.call("context", { query: "text same wind", format: "text" }));
  const later = Date.now() / 1000 + 10;
  for (const path of paths) utimesSync(path, later, later);
  await time("taking in changes", () => vault.refresh());
  for (const path of paths.slice(0, paths.length / 2)) rmSync(path);
  await time("taking in losses", () => vault.refresh());
  await vault.close();
  return times;
}
