/** The documentation-site generators whose sites are read in their own dialect, in the order in which they are looked for. */
export const DIALECT_NAMES = [
  "docusaurus",
  "astro",
  "hugo",
  "mkdocs",
  "vitepress",
  "jekyll",
  "fumadocs",
  "mdn",
] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];
