import { plainValue } from "./config-text.js";
import type { ContentPlace, Dialect, SiteFacts } from "./dialect.js";
import type { Form } from "./forms.js";
import type { SiteFiles } from "./site-files.js";
import { TEMPLATE_TAGS } from "./template-forms.js";

/** Jekyll: Liquid in every page, posts that are named after their day, collections in folders that begin with an underscore. */
export const jekyll: Dialect = {
  name: "jekyll",
  generator: "Jekyll",
  marks: ["_config.yml", "_config.yaml"],
  facts: factsOf,
  mdx: "only .mdx",
  boxes: [],
  forms,
  routes: {
    index: ["index", "readme"],
    slug: { keys: ["slug"] },
    address: ["permalink"],
    also: ["redirect_from"],
    asFolder: true,
  },
};

function forms({ folder }: SiteFacts): readonly Form[] {
  const top = folder === "" ? "/" : `/${folder}/`;
  const inCode = true;
  return [
    { pattern: /\{%-?[ \t]*link[ \t]+([^\s%{}]{1,300})[ \t]*-?%\}/g, shown: `${top}$1`, inCode },
    { pattern: /\{%-?[ \t]*post_url[ \t]+([^\s%{}]{1,300})[ \t]*-?%\}/g, shown: `${top}_posts/$1.md`, inCode },
    { pattern: /\{\{[ \t]*site\.(?:baseurl|url)[ \t]*\}\}/g, shown: "", inCode },
    {
      pattern: /\{\{[ \t]*["']([^"'{}\n]{1,300})["'][ \t]*\|[ \t]*(?:relative|absolute)_url[ \t]*\}\}/g,
      shown: "$1",
      inCode,
    },
    ...TEMPLATE_TAGS.map((form) => ({ ...form, inCode })),
    {
      pattern: /^([ \t>]*#{1,6}[ \t][^\n{]{0,500}?)[ \t]*\n\{:[ \t]*#([\w-]{1,100})[^{}\n]{0,200}\}[ \t]*$/gm,
      shown: "$1 {#$2}",
    },
    { pattern: /\{:[^{}\n]{0,300}\}/g, shown: "" },
    { pattern: /^[*-][ \t]+(?:TOC|toc)[ \t]*$/gm, shown: "" },
  ];
}

/** Folders of a site that hold no pages. */
const PARTS = ["_includes", "_layouts", "_sass", "_data", "_site", "_plugins", "_drafts"];

function factsOf({ folder, config, folders, inVault }: SiteFiles): SiteFacts | undefined {
  const source = (plainValue(config, "source") ?? ".").replace(/^\.?\/+|\/+$/gu, "") || ".";
  const at = inVault(source);
  if (at === undefined) return undefined;
  const base = plainValue(config, "baseurl") ?? "/";
  const bases = [...new Set([base, "/"])];
  const within = (name: string) => (at === "" ? name : `${at}/${name}`);
  const collections = folders(source)
    .filter((name) => name.startsWith("_") && !PARTS.includes(name))
    .map((name): ContentPlace => {
      if (name === "_posts") return { folder: within(name), bases, dated: true };
      return { folder: within(name), bases: [...bases.map((one) => `${one}/${name.slice(1)}`), ...bases] };
    });
  return { folder, content: [{ folder: at, bases }, ...collections], language: plainValue(config, "lang"), others: [] };
}
