import type { Dialect } from "./dialect.js";

export const fumadocs: Dialect = {
  name: "fumadocs",
  generator: "fumadocs",
  marks: [],
  facts: () => undefined,
  mdx: "only .mdx",
  boxes: [],
  forms: () => [],
  routes: { index: ["index"], asFolder: true },
};
