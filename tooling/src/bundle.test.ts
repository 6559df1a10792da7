import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { build, type Options } from "tsup";
import { afterAll, expect, test } from "vitest";
import { elsewhereEntry, modulesElsewhere, sealBundle, unpackedArrays } from "./bundle.js";

const folder = mkdtempSync(join(tmpdir(), "bundle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const manifest = { type: "module", imports: { "#lent": "./lent/index.js" } };
writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));

/** Builds a module of these files and gives its exports, with what it asks for by `require`. */
async function run(
  files: Readonly<Record<string, string>>,
  esbuildPlugins: NonNullable<Options["esbuildPlugins"]>,
  required: (id: string) => unknown,
): Promise<Record<string, (...given: readonly unknown[]) => unknown>> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await build({
    entry: { main: join(folder, "main.ts") },
    outDir: folder,
    format: "cjs",
    removeNodeProtocol: false,
    noExternal: [/./],
    outExtension: () => ({ js: ".cjs" }),
    esbuildPlugins,
    config: false,
    silent: true,
  });
  const file = join(folder, "main.cjs");
  sealBundle(file);
  const module = { exports: {} };
  new Script(readFileSync(file, "utf8")).runInThisContext()(module, required, (id: string) => `imported ${id}`, folder);
  return module.exports;
}

test("a module that is elsewhere is asked for when something of it is used, and not before", async () => {
  const asked: string[] = [];
  const heavy = join(folder, "heavy.ts");
  const { answer } = await run(
    {
      "heavy.ts": "export const half = (): number => 0;",
      "main.ts": 'import { half } from "./heavy.js"; export const answer = () => half() * 2;',
    },
    [modulesElsewhere([heavy], "./other.cjs")],
    (id) => {
      asked.push(id);
      return { m0: { half: () => 21 } };
    },
  );
  expect(asked).toEqual([]);
  expect(answer?.()).toBe(42);
  expect(asked).toEqual(["./other.cjs"]);
  expect(elsewhereEntry([heavy])).toBe(`export * as m0 from ${JSON.stringify(heavy)};`);
});

test.each([
  ["by the name of its package", "lent/deep", "node_modules/lent/deep/index.js"],
  ["by a name that the package has for it", "#lent", "lent/index.js"],
  ["by the folder it is the index of", "./lent", "lent/index.js"],
  ["by a roundabout path", "./below/../lent/index.js", "lent/index.js"],
])("a module that is elsewhere is known %s", async (_, specifier, file) => {
  const { answer } = await run(
    {
      "node_modules/lent/package.json": '{ "name": "lent", "type": "module" }',
      "node_modules/lent/deep/package.json": "{}",
      [file]: "export const half = () => 0;",
      "main.ts": `import { half } from "${specifier}"; export const answer = () => half() * 2;`,
    },
    [modulesElsewhere([join(folder, file)], "./other.cjs")],
    () => ({ m0: { half: () => 21 } }),
  );
  expect(answer?.()).toBe(42);
});

test("modules can be elsewhere in several bundles", async () => {
  const asked: string[] = [];
  const { answer } = await run(
    {
      "left.ts": "export const left = (): number => 0;",
      "right.ts": "export const right = (): number => 0;",
      "main.ts":
        'import { left } from "./left.js"; import * as r from "./right.js"; export const answer = () => left() + r.right();',
    },
    [
      modulesElsewhere([join(folder, "left.ts")], "./one.cjs"),
      modulesElsewhere([join(folder, "right.ts")], "./two.cjs"),
    ],
    (id) => {
      asked.push(id);
      return { m0: { left: () => 40, right: () => 2 } };
    },
  );
  expect(answer?.()).toBe(42);
  expect(asked).toEqual(["./one.cjs", "./two.cjs"]);
});

test("arrays that a module would make are read from a file that has the same", async () => {
  const { sum } = await run(
    {
      "arrays.ts":
        "export function make(_?: unknown) { return { small: Uint8Array.of(1, 2, 3), wide: Int32Array.of(-5, 70000), last: Uint8Array.of(9) }; }",
      "main.ts":
        'import { make } from "./arrays.js"; export const sum = (room) => Object.entries(make(room)).map(([name, list]) => name + [...list].join("+")).sort();',
    },
    [unpackedArrays({ module: /arrays\.ts$/, function: "make", file: "arrays.bin" })],
    createRequire(import.meta.url),
  );
  expect(sum?.()).toEqual(["last9", "small1+2+3", "wide-5+70000"]);
  const memory = new Uint8Array(32);
  expect(sum?.((size: number) => memory.subarray(8, 8 + size))).toEqual(["last9", "small1+2+3", "wide-5+70000"]);
  expect([...memory.subarray(0, 12)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 251, 255, 255, 255]);
  expect(readFileSync(join(folder, "main.cjs"), "utf8")).not.toContain("70000");
});

test("a sealed bundle is named by its content, and imports by a function that it is handed", async () => {
  const { load } = await run({ "main.ts": 'export const load = () => import("node:fs");' }, [], () => ({}));
  expect(await load?.()).toBe("imported node:fs");
  const [first = ""] = readFileSync(join(folder, "main.cjs"), "utf8").split("\n");
  expect(first).toMatch(/^\/\/ [0-9a-f]{32}$/u);
});
