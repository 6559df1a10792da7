import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Options } from "tsup";
import { afterAll, beforeAll, expect, test } from "vitest";

// Among the dependencies, so that they are found from there.
const folder = mkdtempSync(resolve(import.meta.dirname, "../node_modules/.pd-weight-"));
afterAll(() => rmSync(folder, { recursive: true }));

const quiet: Options = { format: "esm", config: false, dts: false, silent: true };

beforeAll(async () => {
  const index = join(import.meta.dirname, "index.ts");
  await build({ ...quiet, entry: [index], outDir: join(folder, "core"), splitting: true, target: "node20" });
  writeFileSync(join(folder, "core", "package.json"), '{ "type": "module", "sideEffects": false }');
}, 600_000);

/** What a program that imports this from core as it is built weighs in one file, gzipped. */
async function weightOf(name: string): Promise<number> {
  const main = join(folder, `${name}.js`);
  writeFileSync(main, `import { ${name} } from "./core/index.js"; console.log(${name});`);
  const outDir = join(folder, "made");
  await build({
    ...quiet,
    entry: [main],
    outDir,
    splitting: false,
    minify: true,
    noExternal: [/./],
    platform: "browser",
  });
  return gzipSync(readFileSync(join(outDir, `${name}.js`))).length;
}

test("one constant of core weighs at most 20 KB, and brings no vocabulary", { timeout: 600_000 }, async () => {
  expect(await weightOf("LEVEL_NAMES")).toBeLessThan(20_000);
  // What counts does bring it: otherwise this test could not fail.
  expect(await weightOf("o200k")).toBeGreaterThan(500_000);
});
