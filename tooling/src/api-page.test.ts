import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apiPages } from "./api-page.js";
import { apiSurface } from "./api-surface.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "api-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function surfaceOf(sources: Readonly<Record<string, string>>, exports: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(root, "package-"));
  const entries = Object.entries(exports).map(([path, source]) => [path, { "@pd/source": source }]);
  const manifest = { exports: Object.fromEntries(entries), bin: { tool: "./dist/bin.js" } };
  for (const [path, text] of [["package.json", JSON.stringify(manifest)] as const, ...Object.entries(sources)]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return apiSurface(folder);
}

const signatures = (source: string) => {
  const [entry] = surfaceOf({ "src/index.ts": source }, { ".": "./src/index.ts" });
  return (entry?.names ?? []).map(({ name, declaration }) => [name, declaration.kind, declaration.signature]);
};

describe("a declaration", () => {
  test("a function has its parameters and its result, and no body", () => {
    expect(signatures("export async function größe(text: string): Promise<number> { return text.length; }")).toEqual([
      ["größe", "function", "function größe(text: string): Promise<number>"],
    ]);
  });

  test("overloads are one name, and the implementation is not shown", () => {
    const source =
      "export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: number): number { return a; }";
    expect(signatures(source)).toEqual([["f", "function", "function f(a: 1): 1\nfunction f(a: 2): 2"]]);
  });

  test("a class shows what is public, without bodies and values", () => {
    const source = `export class A extends B {
  readonly kind: string = "a";
  #secret = 1;
  private hidden(): void {}
  async open(path: string): Promise<void> { this.#secret = 2; }
}`;
    expect(signatures(source)).toEqual([
      ["A", "class", "class A extends B {\n  readonly kind: string;\n  open(path: string): Promise<void>;\n}"],
    ]);
  });

  test("of a constant, the type comes before the value, and a long value is left out", () => {
    expect(
      signatures(
        `export const A: Set<string> = new Set(); export const B = 1; export const C = "${"長".repeat(400)}"; export const d = (a: number): number => { return a; };`,
      ),
    ).toEqual([
      ["A", "const", "const A: Set<string>"],
      ["B", "const", "const B = 1"],
      ["C", "const", "const C = …"],
      ["d", "function", "const d = (a: number): number => …"],
    ]);
  });
});

describe("a name", () => {
  test("is followed through re-exports, renamings and imports to the file that declares it", () => {
    const [entry] = surfaceOf(
      {
        "src/index.ts": `import { c } from "./deep/c.js";\nexport { a as b } from "./list.js";\nexport { c };`,
        "src/list.ts": `export { a } from "./deep/a.js";`,
        "src/deep/a.ts": "/** Says: né. */\nexport const a = 1;",
        "src/deep/c.ts": "/** Not this one. */\nconst x = 1;\nexport const c = 2;",
      },
      { ".": "./src/index.ts" },
    );
    expect(entry?.names.map(({ name, file, declaration }) => [name, file, declaration.doc])).toEqual([
      ["c", "deep/c", ""],
      ["b", "deep/a", "Says: né."],
    ]);
  });

  test("that is exported and declared nowhere is an error that names it", () => {
    const sources = { "src/index.ts": `export { gone } from "./a.js";`, "src/a.ts": "export const a = 1;" };
    expect(() => surfaceOf(sources, { ".": "./src/index.ts" })).toThrow(/exports "gone"|"gone"/);
  });
});

describe("the pages", () => {
  const many = Array.from({ length: 10 }, (_, at) => `export const n${at} = ${at};`).join("\n");

  function pages() {
    const core = surfaceOf(
      {
        "src/index.ts": "/** One mark. */\nexport interface Mark { a: 1 }",
        "src/many.ts": many,
        "src/few.ts": "export const z = 1;",
      },
      { ".": "./src/index.ts", "./many": "./src/many.ts", "./few": "./src/few.ts" },
    );
    const spoke = surfaceOf(
      { "src/index.ts": "export function use(mark: Mark, own: Own): void {}\nexport interface Own {}" },
      { ".": "./src/index.ts" },
    );
    return apiPages([
      { name: "@pd/core", description: "The middle.", entries: core },
      { name: "@pd/spoke", description: "A spoke.", entries: spoke },
    ]);
  }

  test("a package has one, a large entry point has its own, a small one stands with its package", () => {
    expect([...pages().keys()]).toEqual(["pd-core.md", "pd-core-many.md", "pd-spoke.md", "index.md"]);
    expect(pages().get("pd-core.md")).toContain("## @pd/core/few");
  });

  test("each declaration stands with its doc comment below the file it is from", () => {
    expect(pages().get("pd-core.md")).toContain("### index\n\n```ts\n/** One mark. */\ninterface Mark { a: 1 }\n```");
  });

  test("a name of the common package is linked, a name of the page itself is not", () => {
    const page = pages().get("pd-spoke.md");
    expect(page).toContain("Uses [[API of core#index|Mark]].");
    expect(page).not.toContain("|Own]]");
  });

  test("the map leads to every page, and the same sources give the same bytes", () => {
    for (const note of ["API of core", "API of core many", "API of spoke"]) {
      expect(pages().get("index.md")).toContain(`[[${note}]]`);
    }
    expect([...pages()]).toEqual([...pages()]);
  });
});
