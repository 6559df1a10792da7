import type { Dialect } from "./dialect.js";

export const vitepress: Dialect = {
  name: "vitepress",
  generator: "vitepress",
  marks: [],
  facts: () => undefined,
  mdx: "only .mdx",
  boxes: [],
  forms: () => [],
  routes: { index: ["index"], asFolder: true },
};
