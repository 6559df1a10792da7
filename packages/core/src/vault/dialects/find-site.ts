import { lstatSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { workingTree } from "../../files/working-tree.js";
import { DIALECT_NAMES, type DialectName } from "../../ports/dialect-names.js";
import { astro } from "./astro.js";
import { isLanguage } from "./config-text.js";
import type { Dialect, SiteFacts } from "./dialect.js";
import { docusaurus } from "./docusaurus.js";
import { factsBelow } from "./facts-below.js";
import { fumadocs } from "./fumadocs.js";
import { hugo } from "./hugo.js";
import { jekyll } from "./jekyll.js";
import { mdn } from "./mdn.js";
import { mkdocs } from "./mkdocs.js";
import { createSite, type Site } from "./site.js";
import { siteFiles } from "./site-files.js";
import { vitepress } from "./vitepress.js";

/** By name, so that one that is new there has to be told here. */
const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  docusaurus,
  astro,
  hugo,
  mkdocs,
  vitepress,
  jekyll,
  fumadocs,
  mdn,
};

/** What a user's configuration says of it: a generator, or `none`, and which version and language are served. */
export type DialectChoice = DialectName | "none" | DialectChoices;

export interface DialectChoices {
  readonly generator?: DialectName | "none" | undefined;
  readonly version?: string | undefined;
  readonly language?: string | undefined;
}

/** Where a site lies in a repository that holds more than it. */
const PLACES = [
  "",
  "website",
  "docs",
  "site",
  "www",
  "web",
  "doc",
  "documentation",
  "docs/website",
  "docs/site",
  "apps/docs",
  "apps/www",
  "apps/web",
  "apps/website",
  "packages/docs",
  "packages/website",
];

/**
 * The site that a folder is, holds or is a part of: its own first, then one below, then one around it in the same working tree; of several, by the
 * order of the generators. Files are looked at, none is run.
 */
export function findSite(root: string, chosen: DialectChoice = {}): Site | undefined {
  const choice: DialectChoices = typeof chosen === "string" ? { generator: chosen } : chosen;
  const { generator } = choice;
  if (generator === "none") return undefined;
  for (const folder of PLACES) {
    const found = folder === "" || isFolder(join(root, folder)) ? siteIn(root, folder, choice) : undefined;
    if (found !== undefined) return createSite(found.dialect, found.facts, found);
  }
  const around = siteAround(root, choice);
  if (around !== undefined || generator === undefined) return around;
  // A generator that was named needs no configuration file.
  const dialect = DIALECTS[generator];
  const facts = dialect.facts({ ...siteFiles(root, "", choice), config: "" });
  return facts === undefined ? undefined : createSite(dialect, facts, { file: "" });
}

interface FoundSite {
  readonly dialect: Dialect;
  readonly facts: SiteFacts;
  readonly file: string;
  readonly redirects: string;
}

function siteIn(root: string, folder: string, choice: DialectChoices): FoundSite | undefined {
  const files = siteFiles(root, folder, choice);
  for (const name of choice.generator === undefined || choice.generator === "none"
    ? DIALECT_NAMES
    : [choice.generator]) {
    const dialect = DIALECTS[name];
    for (const mark of dialect.marks) {
      const config = files.text(mark);
      const facts = config === undefined ? undefined : dialect.facts({ ...files, config });
      if (facts === undefined) continue;
      const redirects = (facts.redirects ?? []).map((path) => files.text(path) ?? "").join("\n");
      return { dialect, facts, file: folder === "" ? mark : `${folder}/${mark}`, redirects };
    }
  }
  return undefined;
}

/** Further up than the pages of a site lie below it. */
const MOST_UP = 6;

/** Where the folder is a part of a site: whoever gives a folder of one language means that. */
function siteAround(root: string, choice: DialectChoices): Site | undefined {
  const { folders } = workingTree(root);
  for (const folder of folders.slice(1, MOST_UP)) {
    const below = relative(folder, root).split(sep).join("/");
    const language = choice.language ?? below.split("/").find(isLanguage);
    const found = siteIn(folder, "", { ...choice, language });
    const facts = found === undefined ? undefined : factsBelow(found.facts, below);
    if (found !== undefined && facts !== undefined)
      return createSite(found.dialect, facts, {
        ...found,
        file: `${"../".repeat(below.split("/").length)}${found.file}`,
      });
  }
  return undefined;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
