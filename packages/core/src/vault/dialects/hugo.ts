import type { Dialect } from "./dialect.js";

export const hugo: Dialect = {
  name: "hugo",
  generator: "hugo",
  marks: [],
  facts: () => undefined,
  mdx: "only .mdx",
  boxes: [],
  forms: () => [],
  routes: { index: ["index"], asFolder: true },
};
