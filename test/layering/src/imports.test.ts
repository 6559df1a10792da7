import { expect, test } from "vitest";
import { importsOf } from "./imports.js";

test.each([
  [`import a from "x";`],
  [`import "x";`],
  [`import type { A } from "x";`],
  [`import { type A } from "x";`],
  [`export { a } from "x";`],
  [`export * from "x";`],
  [`export type { A } from "x";`],
  [`const a = await import("x");`],
  ["const a = await import(`x`);"],
  [`async function f() { return (await import(/* why */ "x")).y; }`],
  [`type A = import("x").A;`],
  [`import a = require("x");`],
  [`const a = require("x");`],
  [`const a = module.require("x");`],
  [`const a = import.meta.resolve("x");`],
  [`const a = process.getBuiltinModule("x");`],
  [`const a = globalThis.process["getBuiltinModule"]("x");`],
])("%s names x", (source) => {
  expect(importsOf("a.ts", source)).toEqual([{ specifier: "x" }]);
});

test.each([
  [`const a = 'import "x"';`],
  [`// import "x"`],
  [`/* require("x") */`],
  ["export const a = 1;"],
  [`resolve("x");`],
])("%s names nothing", (source) => {
  expect(importsOf("a.ts", source)).toEqual([]);
});

test.each([["import(name);"], ["import(`./${name}.js`);"], [`import("a" + b);`]])("%s is computed", (source) => {
  expect(importsOf("a.ts", source)).toEqual([{ computed: true }]);
});

test("a file that does not parse is an error, not a file without imports", () => {
  expect(() => importsOf("a.ts", "import { from;")).toThrow(/a\.ts/);
});
