import { blockOf, isLanguage, textOf, withoutComments } from "./config-text.js";
import type { Dialect, OtherPlace, SiteFacts } from "./dialect.js";
import { JSX_LINKS, PARTIALS } from "./jsx-forms.js";
import type { SiteFiles } from "./site-files.js";

const CONTENT = "src/content/docs";

/** Astro with Starlight: pages lie in `src/content/docs`, languages in folders of it. */
export const astro: Dialect = {
  name: "astro",
  generator: "Astro",
  marks: ["astro.config.mjs", "astro.config.ts", "astro.config.js", "astro.config.mts", "astro.config.cjs"],
  facts: factsOf,
  mdx: "only .mdx",
  boxes: ["colons"],
  forms: () => [...PARTIALS, ...JSX_LINKS],
  routes: { index: ["index"], slug: { keys: ["slug"], whole: true }, asFolder: true },
};

function factsOf({ folder, config, folders, inVault, wanted }: SiteFiles): SiteFacts | undefined {
  const code = withoutComments(config);
  const base = textOf(code, "base") ?? "/";
  const languages = folders(CONTENT).filter((name) => isLanguage(name) || name === "root");
  const rootLanguage = rootLanguageOf(code);
  const chosen = languages.includes(wanted.language ?? "") ? wanted.language : undefined;
  const language =
    chosen ?? textOf(code, "defaultLocale") ?? rootLanguage ?? (languages.includes("en") ? "en" : undefined);
  const others: OtherPlace[] = [];
  for (const name of languages) {
    const at = inVault(`${CONTENT}/${name}`);
    if (name !== language && at !== undefined) others.push({ kind: "language", name, at: { folder: at } });
  }
  const content = [
    { path: CONTENT, bases: [base, "/"] },
    // A language of its own folder has it in its addresses; one that is the site's own is also reached without.
    ...languages
      .filter((name) => name === language)
      .map((name) => ({ path: `${CONTENT}/${name}`, bases: [`${base}/${name}`, `/${name}`, base, "/"] })),
    { path: "src/pages", bases: [base, "/"] },
    { path: "src/content/blog", bases: [`${base}/blog`, "/blog"] },
  ].flatMap(({ path, bases }) => {
    const at = inVault(path);
    return at === undefined ? [] : [{ folder: at, bases }];
  });
  return { folder, content, language, others };
}

/** `locales: { root: { lang: "en" } }`: the language of pages that lie in no folder of one. */
function rootLanguageOf(code: string): string | undefined {
  const root = blockOf(blockOf(code, "locales") ?? "", "root");
  return root === undefined ? undefined : textOf(root, "lang");
}
