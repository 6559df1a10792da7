import { describe, expect, test } from "vitest";
import { importFaults } from "./import-rules.js";
import { madeUpTree } from "./tree.js";

function faultsOf(folder: string, name: string, source: string): readonly string[] {
  return importFaults(madeUpTree({ [`${folder}/package.json`]: { name }, [`${folder}/src/deep/a.ts`]: source }));
}

describe("import rules", () => {
  test("core, a package of others, itself and its own files are what a spoke imports", () => {
    const source = `import "@pd/core/testing"; import "zod"; import "@pd/mcp"; import "../b.js"; import "node:fs";`;
    expect(faultsOf("packages/mcp", "@pd/mcp", source)).toEqual([]);
  });

  test("a spoke that imports another is found, dynamic and type-only imports too", () => {
    const source = `import "@pd/skills"; import("@pd/skills/zip"); type A = import("@pd/prompt").A;`;
    expect(faultsOf("packages/mcp", "@pd/mcp", source)).toHaveLength(3);
  });

  test("core that imports a spoke is found", () => {
    expect(faultsOf("packages/core", "@pd/core", `import "@pd/skills";`)).toHaveLength(1);
  });

  test("an import that leaves its package is found, in an app as well", () => {
    expect(faultsOf("packages/mcp", "@pd/mcp", `import "../../../core/src/index.js";`)).toEqual([
      'packages/mcp/src/deep/a.ts: "../../../core/src/index.js" leaves packages/mcp',
    ]);
    expect(faultsOf("apps/tour", "@pd/tour", `import "../../../../packages/core/src/index.js";`)).toHaveLength(1);
  });

  test("a folder whose name only begins like the package's is outside", () => {
    expect(faultsOf("packages/mcp", "@pd/mcp", `import "../../../mcp-more/a.js";`)).toHaveLength(1);
  });

  test("a path of one machine is found", () => {
    expect(
      faultsOf("apps/tour", "@pd/tour", `import "/somewhere/a.js"; import "file:///somewhere/a.js";`),
    ).toHaveLength(2);
  });

  test("an app composes what it likes", () => {
    expect(faultsOf("apps/tour", "@pd/tour", `import "@pd/skills"; import "@pd/mcp";`)).toEqual([]);
  });
});
