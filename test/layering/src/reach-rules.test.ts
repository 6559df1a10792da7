import { describe, expect, test } from "vitest";
import { nodeFaults } from "./reach-rules.js";
import { madeUpTree } from "./tree.js";

const manifest = {
  name: "@pd/core",
  exports: { ".": { "@pd/source": "./src/index.ts" }, "./node": { "@pd/source": "./src/node/index.ts" } },
};

function faultsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const inside = Object.entries(files).map(([path, text]) => [`packages/core/src/${path}`, text]);
  return nodeFaults(
    madeUpTree({ "packages/core/package.json": manifest, ...Object.fromEntries(inside) }),
    "packages/core/src/index.ts",
  );
}

describe("what an entry reaches", () => {
  test("a file that needs Node but is not reached is no fault", () => {
    const files = { "index.ts": `import "./a.js"; import "zod";`, "a.ts": `import "./index.js";` };
    expect(faultsOf({ ...files, "node/index.ts": `import "node:fs";` })).toEqual([]);
  });

  test.each(["node:fs", "fs", "fs/promises", "node:test"])("%s is found two files away", (specifier) => {
    const files = {
      "index.ts": `import "./a.js";`,
      "a.ts": `export * from "./b.js";`,
      "b.ts": `import("${specifier}");`,
    };
    expect(faultsOf(files)).toEqual([`packages/core/src/b.ts: imports "${specifier}"`]);
  });

  test("one look-up of files that copes without them is none; a second, another module, or one that needs it, is", () => {
    const lookUp = (call: string) => ({ "index.ts": `const a = process.getBuiltinModule${call};` });
    expect(faultsOf(lookUp('?.("node:fs")'))).toEqual([]);
    expect(faultsOf(lookUp('("node:fs")'))).toHaveLength(1);
    expect(faultsOf(lookUp('?.("node:net")'))).toHaveLength(1);
    expect(faultsOf(lookUp('?.("node:fs"), b = process.getBuiltinModule?.("node:fs")'))).toHaveLength(1);
  });

  test("the way round through the package's own name is followed", () => {
    expect(faultsOf({ "index.ts": `import "@pd/core/files";`, "node/index.ts": `import "node:fs";` })).toHaveLength(1);
    expect(faultsOf({ "index.ts": `import "@pd/core/unknown";` })).toHaveLength(1);
  });

  test("what cannot be followed is a fault", () => {
    expect(faultsOf({ "index.ts": `import "./missing.js";` })).toEqual(["packages/core/src/missing.js does not exist"]);
    expect(faultsOf({ "index.ts": "import(name);" })).toHaveLength(1);
    expect(faultsOf({})).toEqual(["packages/core/src/index.ts does not exist"]);
  });
});
