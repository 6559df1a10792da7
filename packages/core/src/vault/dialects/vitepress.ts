import { blockOf, isLanguage, textOf, withoutComments } from "./config-text.js";
import type { Dialect, OtherPlace, SiteFacts } from "./dialect.js";
import type { Form } from "./forms.js";
import type { SiteFiles } from "./site-files.js";

const ENDINGS = ["ts", "mts", "js", "mjs"];

/** VitePress: pages are Vue components, with scripts, styles and interpolations beside the markdown. */
export const vitepress: Dialect = {
  name: "vitepress",
  generator: "VitePress",
  marks: [
    ...ENDINGS.map((ending) => `.vitepress/config.${ending}`),
    ...ENDINGS.map((ending) => `.vitepress/config/index.${ending}`),
  ],
  facts: factsOf,
  mdx: "only .mdx",
  boxes: ["colons"],
  forms: () => FORMS,
  routes: { index: ["index"], asFolder: false },
};

const FORMS: readonly Form[] = [
  // The text of another file is shown, which is a note of its own.
  {
    pattern: /<!--[ \t]*@include:[ \t]*([^\s{}#<>]{1,300}\.md)[^\n<>]{0,100}-->/g,
    shown: (_, file = "") => `![${file}](${file.replace(/^@\//, "/")})`,
  },
  { pattern: /^<<<[ \t]+[^\n]{1,300}$/gm, shown: "" },
  ...["script", "style", "template"].map((name) => ({
    pattern: new RegExp(`^<${name}\\b[^>\\n]{0,300}>`, "gm"),
    until: new RegExp(`^</${name}>[ \\t]*$`, "gm"),
    shown: "",
  })),
  { pattern: /<(?:script|style)\b[^<>\n]{0,300}>[^<]{0,5000}<\/(?:script|style)>/g, shown: "" },
  { pattern: /<a\s[^<>]{0,300}?href="([^"\n]{1,500})"[^<>]{0,300}>([^<>[\]]{1,300})<\/a>/g, shown: "[$2]($1)" },
  // Components alone on their line; the text that they wrap stays.
  { pattern: /^[ \t]*<\/?[A-Z][\w.-]{0,60}(?:\s[^<>]{0,1000})?\/?>[ \t]*$/gm, shown: "" },
  { pattern: /<\/?[A-Z][\w.-]{0,60}(?:\s[^<>]{0,1000})?\/?>/g, shown: "" },
  { pattern: /\{\{(?:[^{}\n]|\}(?!\})){0,300}\}\}/g, shown: "" },
  { pattern: /^\[\[toc\]\][ \t]*$/gim, shown: "" },
];

function factsOf({ folder, config, folders, inVault, wanted }: SiteFiles): SiteFacts | undefined {
  const code = withoutComments(config);
  const top = (textOf(code, "srcDir") ?? "").replace(/^\.?\/+|\/+$/gu, "");
  const at = inVault(top === "" ? "." : top);
  if (at === undefined) return undefined;
  const base = textOf(code, "base") ?? "/";
  const locales = blockOf(code, "locales");
  const languages = folders(top === "" ? "." : top).filter(
    (name) =>
      isLanguage(name) && (locales === undefined || new RegExp(`["']?/?${name}/?["']?\\s*:`, "u").test(locales)),
  );
  const language = languages.includes(wanted.language ?? "") ? wanted.language : textOf(code, "lang");
  const own =
    languages.find((name) => name === language) ??
    (languages.length > 1 && languages.includes("en") ? "en" : undefined);
  const others = languages
    .filter((name) => name !== own)
    .map((name): OtherPlace => ({ kind: "language", name, at: { folder: at === "" ? name : `${at}/${name}` } }));
  return { folder, content: [{ folder: at, bases: [base, "/"] }], language, others };
}
