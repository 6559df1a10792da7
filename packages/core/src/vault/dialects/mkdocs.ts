import type { Dialect } from "./dialect.js";

export const mkdocs: Dialect = {
  name: "mkdocs",
  generator: "mkdocs",
  marks: [],
  facts: () => undefined,
  mdx: "only .mdx",
  boxes: [],
  forms: () => [],
  routes: { index: ["index"], asFolder: true },
};
