import { isLanguage, plainValue, textOf } from "./config-text.js";
import type { ContentPlace, Dialect, OtherPlace, SiteFacts } from "./dialect.js";
import { shortcodeForms } from "./shortcodes.js";
import type { SiteFiles } from "./site-files.js";

/** Hugo: pages lie in `content`, or in a folder of it for each language; shortcodes are expanded everywhere, in code too. */
export const hugo: Dialect = {
  name: "hugo",
  generator: "Hugo",
  marks: [
    "hugo.toml",
    "hugo.yaml",
    "hugo.yml",
    "hugo.json",
    "config/_default/hugo.toml",
    "config/_default/hugo.yaml",
    "config/_default/config.toml",
    "config/_default/config.yaml",
    "config.toml",
    "config.yaml",
  ],
  facts: factsOf,
  mdx: "only .mdx",
  frontmatter: "TOML too",
  boxes: ["colons"],
  forms: ({ settings }) => shortcodeForms(settings ?? {}),
  routes: {
    index: ["_index", "index"],
    slug: { keys: ["slug"], ofFolder: true },
    address: ["url"],
    also: ["aliases"],
    asFolder: true,
  },
};

function factsOf({ folder, config, folders, names, inVault, wanted }: SiteFiles): SiteFacts | undefined {
  const contentDir = (plainValue(config, "contentDir") ?? "content").replace(/^\.?\/+|\/+$/gu, "");
  const top = folders("").includes("content") ? "content" : contentDir;
  if (folders(top).length === 0 && names(top).length === 0) return undefined;
  const declared = [...config.matchAll(/^[ \t]*\[[ \t]*languages\.([\w-]+)[ \t]*\]/gimu)].map(
    (match) => match[1] ?? "",
  );
  const inFolders = folders(top).filter(
    (name) => isLanguage(name) && (declared.length === 0 || declared.includes(name)),
  );
  const usual = plainValue(config, "defaultContentLanguage") ?? "en";
  const language =
    wanted.language !== undefined && [...declared, ...inFolders].includes(wanted.language) ? wanted.language : usual;
  const others: OtherPlace[] = [];
  for (const name of inFolders) {
    const at = inVault(`${top}/${name}`);
    if (name !== language && at !== undefined) others.push({ kind: "language", name, at: { folder: at } });
  }
  for (const name of declared)
    if (name !== language && !inFolders.includes(name)) others.push({ kind: "language", name, at: { suffix: name } });
  const own = inFolders.includes(language) ? `${top}/${language}` : top;
  const dated = datedSections(config);
  const content = ["", ...dated].flatMap((section): readonly ContentPlace[] => {
    const at = inVault(section === "" ? own : `${own}/${section}`);
    if (at === undefined) return [];
    const bases = [`/${section}`, `/${language}/${section}`];
    return [section === "" ? { folder: at, bases } : { folder: at, bases, dated: true }];
  });
  return {
    folder,
    content,
    language,
    others,
    settings: settingsIn(config),
    redirects: ["static/_redirects", "static/_redirects.base"],
  };
}

/** Sections whose addresses begin with the day: `blog = "/:section/:year/:month/:day/:slug/"`. */
function datedSections(config: string): readonly string[] {
  return [
    ...config.matchAll(/^[ \t]*["']?([\w-]+)["']?[ \t]*[:=][ \t]*["']\/?:section\/:year\/:month\/:day\//gimu),
  ].map((match) => match[1] ?? "");
}

/** What `param` shows: texts that the configuration sets. */
function settingsIn(config: string): Readonly<Record<string, string>> {
  const names = ["version", "fullversion", "latest", "title"];
  return Object.fromEntries(names.flatMap((name) => [[name, textOf(config, name)] as const]).filter(isSet));
}

function isSet(pair: readonly [string, string | undefined]): pair is readonly [string, string] {
  return pair[1] !== undefined;
}
