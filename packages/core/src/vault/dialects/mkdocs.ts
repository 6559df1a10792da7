import { isLanguage, plainValue } from "./config-text.js";
import type { Dialect, OtherPlace, SiteFacts } from "./dialect.js";
import type { Form } from "./forms.js";
import type { SiteFiles } from "./site-files.js";
import { TEMPLATE_TAGS } from "./template-forms.js";

/** MkDocs, with Material and the extensions that come with it. */
export const mkdocs: Dialect = {
  name: "mkdocs",
  generator: "MkDocs",
  marks: ["mkdocs.yml", "mkdocs.yaml"],
  facts: factsOf,
  mdx: "only .mdx",
  boxes: ["indented", "colons"],
  forms,
  routes: { index: ["index", "readme"], asFolder: true },
};

const ATTRIBUTE = "(?:[#.][\\w:-]{1,80}|[\\w:-]{1,40}=(?:\"[^\"\\n]{0,200}\"|'[^'\\n]{0,200}'|[^\\s{}\"']{1,200}))";
const ATTRIBUTES = `\\{:?[ \\t]*(${ATTRIBUTE}(?:[ \\t]+${ATTRIBUTE}){0,10})[ \\t]*\\}`;

function forms({ folder }: SiteFacts): readonly Form[] {
  const top = folder === "" ? "/" : `/${folder}/`;
  return [
    // The text of another file is shown, which is a note of its own.
    {
      pattern: /^([ \t]*)-{1,4}8<-{1,4}[ \t]+["']([^"'\n:]{1,300})(?::[^"'\n]{0,100})?["'][ \t]*$/gm,
      shown: (_, indent = "", file = "") => (/\.md$/.test(file) ? `${indent}![${file}](${top}${encodeURI(file)})` : ""),
    },
    { pattern: /^[ \t]*-{1,4}8<-{1,4}[ \t]*$/gm, shown: "" },
    { pattern: /^:::[ \t]+(\w+(?:\.\w+){1,20})[ \t]*$/gm, shown: "`$1`" },
    { pattern: /^([ \t]*)\/{3,}[ \t]*([A-Za-z][\w-]{0,60})[ \t]*(?:\|[ \t]*([^\n]{0,300}))?$/gm, shown: "$1:::$2 $3" },
    { pattern: /^([ \t]*)\/{3,}[ \t]*$/gm, shown: "$1:::" },
    {
      pattern: new RegExp(`^([ \\t>]*#{1,6}[ \\t][^\\n{]{0,500})${ATTRIBUTES}[ \\t]*$`, "gm"),
      shown: (_, heading = "", attributes = "") => {
        const id = /(?:^|\s)#([^\s]+)/.exec(attributes)?.[1];
        return id === undefined ? heading.trimEnd() : `${heading.trimEnd()} {#${id}}`;
      },
    },
    { pattern: new RegExp(`[ \\t]?(?!\\{#[^\\s{}]{1,100}\\}$)${ATTRIBUTES}`, "gm"), shown: "" },
    {
      pattern: /:(?:material|octicons|fontawesome|simple|twemoji)-[\w-]{1,80}:(?:\{[^{}\n]{0,100}\})?[ \t]?/g,
      shown: "",
    },
    { pattern: /\+\+([\w"-]{1,40}(?:\+[\w"-]{1,40}){0,5})\+\+/g, shown: "$1" },
    { pattern: /^\*\[[^\]\n]{1,200}\]:[^\n]{0,2000}$/gm, shown: "" },
    ...TEMPLATE_TAGS,
  ];
}

function factsOf({ folder, config, folders, names, inVault, wanted }: SiteFiles): SiteFacts | undefined {
  const docs = plainValue(config, "docs_dir") ?? "docs";
  const at = inVault(docs);
  if (at === undefined) return undefined;
  const base = /^https?:\/\/[^/]+(\/.*)$/u.exec(plainValue(config, "site_url") ?? "")?.[1] ?? "/";
  const locales = localesIn(config);
  const usual = locales.find(({ isDefault }) => isDefault)?.name ?? locales[0]?.name ?? themeLanguage(config);
  const language = locales.some(({ name }) => name === wanted.language) ? wanted.language : usual;
  const inFolders = folders(docs).filter((name) => locales.some((locale) => locale.name === name) && isLanguage(name));
  const others = locales
    .filter(({ name }) => name !== language)
    .map(({ name }): OtherPlace => {
      const isFolder = inFolders.includes(name);
      return { kind: "language", name, at: isFolder ? { folder: `${at}/${name}` } : { suffix: name } };
    });
  const own =
    language !== undefined && inFolders.includes(language) ? [{ folder: `${at}/${language}`, bases: [base, "/"] }] : [];
  const isThere = names(docs).length + folders(docs).length > 0;
  return isThere ? { folder, content: [{ folder: at, bases: [base, "/"] }, ...own], language, others } : undefined;
}

/** Of the plugin for several languages: `- locale: de` with `default: true`. */
function localesIn(config: string): readonly { readonly name: string; readonly isDefault: boolean }[] {
  if (!/^[ \t]*-[ \t]*i18n[ \t]*:/mu.test(config)) return [];
  return [
    ...config.matchAll(/^[ \t]*-[ \t]*locale:[ \t]*["']?([\w-]+)["']?((?:\n(?![ \t]*-[ \t]*locale:)[^\n]*){0,6})/gmu),
  ].map(([, name = "", rest = ""]) => ({ name, isDefault: /\bdefault:\s*true/u.test(rest) }));
}

function themeLanguage(config: string): string | undefined {
  return /^theme:[ \t]*\n(?:[ \t][^\n]*\n|\n){0,60}?[ \t]{1,20}language:[ \t]*["']?([\w-]+)/mu.exec(config)?.[1];
}
