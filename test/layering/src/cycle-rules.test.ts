import { describe, expect, test } from "vitest";
import { valueCycles } from "./cycle-rules.js";
import { madeUpTree } from "./tree.js";

function cyclesOf(files: Readonly<Record<string, string>>): readonly string[] {
  return valueCycles(
    madeUpTree(Object.fromEntries(Object.entries(files).map(([name, text]) => [`packages/a/src/${name}.ts`, text]))),
  );
}

describe("cycle rules", () => {
  test("files that need each other are found, over any number of steps and by any form", () => {
    expect(cyclesOf({ a: `import { b } from "./b.js";`, b: `import "./a.js";` })).toEqual([
      "packages/a/src/a.ts → packages/a/src/b.ts → packages/a/src/a.ts",
    ]);
    const long = {
      a: `export * from "./b.js";`,
      b: `export { c } from "./c.js";`,
      c: `import { type A, a } from "./a.js";`,
    };
    expect(cyclesOf(long)).toHaveLength(1);
    expect(cyclesOf({ a: `import * as own from "./a.js";` })).toHaveLength(1);
  });

  test("a cycle is found beside files that lead into it", () => {
    const files = { z: `import "./y.js";`, y: `import "./x.js";`, x: `import "./y.js";`, a: `import "./z.js";` };
    expect(cyclesOf(files)).toHaveLength(1);
  });

  test("types may go round, and so may what is loaded when it is reached", () => {
    expect(cyclesOf({ a: `import { b } from "./b.js";`, b: `import type { A } from "./a.js";` })).toEqual([]);
    expect(cyclesOf({ a: `import { b } from "./b.js";`, b: `import { type A } from "./a.js";` })).toEqual([]);
    expect(cyclesOf({ a: `import { b } from "./b.js";`, b: `export type { A } from "./a.js";` })).toEqual([]);
    expect(cyclesOf({ a: `import { b } from "./b.js";`, b: `await import("./a.js");` })).toEqual([]);
  });

  test("two ways to one file are no cycle", () => {
    expect(cyclesOf({ a: `import "./b.js"; import "./c.js";`, b: `import "./c.js";`, c: "" })).toEqual([]);
  });
});
