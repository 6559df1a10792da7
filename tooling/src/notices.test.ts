import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundle } from "./bundled-bin.js";
import { NOTICES } from "./notices.js";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "notices-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles a program that imports these packages, and gives the notices beside it. */
async function noticesOf(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const outDir = join(folder, "dist");
  await bundle({ bin: join(folder, "bin.ts") }, outDir);
  return readFileSync(join(outDir, NOTICES), "utf8");
}

function packageFiles(path: string, name: string, source: string) {
  const manifest = { name, version: "1.2.3", license: "MIT", type: "module", main: "index.js", sideEffects: false };
  return {
    [`${path}/package.json`]: JSON.stringify(manifest),
    [`${path}/index.js`]: source,
    [`${path}/LICENSE.md`]: `Leave to use ${name} is given to all.`,
  };
}

test("each package in a bundle is named with its licence: scoped, below another, or reached by import(); one that is left out is not", async () => {
  const notices = await noticesOf({
    "package.json": "{}",
    "bin.ts":
      'import { one } from "one"; import { two } from "@some/two"; import { four } from "four"; console.log(one, two); import("three").then(console.log);',
    ...packageFiles("node_modules/one", "one", 'import { below } from "below"; export const one = below;'),
    ...packageFiles("node_modules/one/node_modules/below", "below", "export const below = Math.random();"),
    ...packageFiles("node_modules/@some/two", "@some/two", "export const two = Math.random();"),
    ...packageFiles("node_modules/three", "three", "export const three = Math.random();"),
    ...packageFiles("node_modules/four", "four", "export const four = Math.random();"),
  });
  const named = [...notices.matchAll(/^(\S+) 1\.2\.3 \(MIT\)$/gmu)].map(([, name]) => name);
  expect(named).toEqual(["@some/two", "below", "one", "three"]);
  for (const name of named) expect(notices).toContain(`Leave to use ${name} is given to all.`);
});

test("a package without a licence text stops the build", async () => {
  const files = {
    "package.json": "{}",
    "bin.ts": 'import { one } from "one"; console.log(one);',
    ...packageFiles("node_modules/one", "one", "export const one = Math.random();"),
  };
  await expect(
    noticesOf(Object.fromEntries(Object.entries(files).filter(([name]) => !name.includes("LICENSE")))),
  ).rejects.toThrow("one is bundled and has no licence text");
});
