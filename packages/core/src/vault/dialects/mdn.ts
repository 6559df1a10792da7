import type { Dialect } from "./dialect.js";

export const mdn: Dialect = {
  name: "mdn",
  generator: "mdn",
  marks: [],
  facts: () => undefined,
  mdx: "only .mdx",
  boxes: [],
  forms: () => [],
  routes: { index: ["index"], asFolder: true },
};
