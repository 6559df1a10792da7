import type { Dialect } from "./dialect.js";

export const jekyll: Dialect = {
  name: "jekyll",
  generator: "jekyll",
  marks: [],
  facts: () => undefined,
  mdx: "only .mdx",
  boxes: [],
  forms: () => [],
  routes: { index: ["index"], asFolder: true },
};
