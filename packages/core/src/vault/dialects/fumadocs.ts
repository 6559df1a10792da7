import { isLanguage, textOf, withoutComments } from "./config-text.js";
import type { ContentPlace, Dialect, OtherPlace, SiteFacts } from "./dialect.js";
import { JSX_LINKS, PARTIALS } from "./jsx-forms.js";
import type { SiteFiles } from "./site-files.js";

/** Next with Fumadocs or Nextra: pages in `content`, in `pages`, or as `page.mdx` in `app`. */
export const fumadocs: Dialect = {
  name: "fumadocs",
  generator: "Next",
  marks: [
    "source.config.ts",
    "source.config.mjs",
    "source.config.js",
    ...["mjs", "js", "ts"].map((end) => `next.config.${end}`),
  ],
  facts: factsOf,
  mdx: "only .mdx",
  boxes: ["colons"],
  forms: () => [
    // The text of another file is shown, which is a note of its own.
    {
      pattern: /<include(?:\s[^<>]{0,200})?>([^<>\n]{1,300}\.mdx?)(?:#[^<>\n]{0,100})?<\/include>/g,
      shown: "![$1]($1)",
    },
    ...PARTIALS,
    ...JSX_LINKS,
  ],
  routes: { index: ["index", "page"], grouped: true, numbered: true, asFolder: false },
};

const PLACES: readonly (readonly [path: string, base: string])[] = [
  ["content", ""],
  ["src/content", ""],
  ["pages", ""],
  ["src/pages", ""],
  ["app", ""],
  ["src/app", ""],
];

function factsOf({ folder, config, folders, names, inVault, wanted }: SiteFiles): SiteFacts | undefined {
  const code = withoutComments(config);
  const isOwn = /fumadocs|nextra|@next\/mdx/u.test(code);
  const there = PLACES.filter(([path]) => folders(path).length + names(path).length > 0);
  if (!isOwn || there.length === 0) return undefined;
  const bases = [...new Set([textOf(code, "basePath") ?? "/", "/"])];
  const content: ContentPlace[] = [];
  const others: OtherPlace[] = [];
  const usual = textOf(code, "defaultLocale") ?? textOf(code, "defaultLanguage");
  const languages = there.flatMap(([path]) =>
    folders(path)
      .filter(isLanguage)
      .map((name) => ({ name, path })),
  );
  const known = new Set(languages.map(({ name }) => name));
  const language = known.has(wanted.language ?? "") ? wanted.language : (usual ?? (known.has("en") ? "en" : undefined));
  for (const [path, base] of there) {
    const at = inVault(path);
    if (at !== undefined) content.push({ folder: at, bases: bases.map((one) => `${one}/${base}`) });
  }
  for (const { name, path } of languages) {
    const at = inVault(`${path}/${name}`);
    if (at === undefined) continue;
    if (name === language) content.push({ folder: at, bases: bases.flatMap((one) => [one, `${one}/${name}`]) });
    else if (known.size > 1) others.push({ kind: "language", name, at: { folder: at } });
  }
  return { folder, content, language, others };
}
