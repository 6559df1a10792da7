import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildEntries, sourceEntries } from "./entries.js";
import { exportedNames, publicSurface } from "./public-surface.js";

describe("exported names", () => {
  test("a list of re-exports gives each name once, types marked", () => {
    const names = exportedNames(
      "index.ts",
      `export { a, type B, c as d } from "./x.js"; export type { E } from "./y.js";`,
    );
    expect([...names]).toEqual([
      ["a", false],
      ["B", true],
      ["d", false],
      ["E", true],
    ]);
  });

  test("declarations count too", () => {
    const names = exportedNames("o.ts", "export interface I {} export const k = 1; export default function f() {}");
    expect([...names]).toEqual([
      ["I", true],
      ["k", false],
      ["default", false],
    ]);
  });

  test("`export *` is refused: it pins nothing", () => {
    expect(() => exportedNames("index.ts", `export * from "./x.js";`)).toThrow(/names what it exports/);
  });
});

describe("a package on disk", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "surface-"));
    const exports = {
      ".": { "@pd/source": "./main.mjs", default: "./dist/main.js" },
      "./deep": { "@pd/source": "./src/deep/index.ts", default: "./dist/deep/index.js" },
      "./package.json": "./package.json",
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ exports, bin: { tool: "./dist/bin.js" } }));
    writeFileSync(join(folder, "main.mjs"), "export class A {}\nexport const f = () => 1;\nexport const n = 1;\n");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("entries come from exports and bin alone", () => {
    expect([...sourceEntries(folder)]).toEqual([
      [".", "./main.mjs"],
      ["./deep", "./src/deep/index.ts"],
      ["bin:tool", "./src/bin.ts"],
    ]);
    expect(buildEntries(folder)).toMatchObject({ "deep/index": "./src/deep/index.ts", bin: "./src/bin.ts" });
  });

  test("the surface names the kind of each export", async () => {
    const exports = { ".": { "@pd/source": "./main.mjs" } };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ exports }));
    expect(JSON.parse(await publicSurface(pathToFileURL(`${folder}/`)))).toEqual({
      ".": { A: "class", f: "function", n: "number" },
    });
  });
});
