import { lstatSync } from "node:fs";
import { join } from "node:path";
import { DIALECT_NAMES, type DialectName } from "../../model/dialect-names.js";
import { astro } from "./astro.js";
import type { Dialect } from "./dialect.js";
import { docusaurus } from "./docusaurus.js";
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

/** The first site that is found: the vault's own before one below, and by the order of the generators. Files are looked at, none is run. */
export function findSite(root: string, chosen: DialectChoice = {}): Site | undefined {
  const choice: DialectChoices = typeof chosen === "string" ? { generator: chosen } : chosen;
  const { generator } = choice;
  if (generator === "none") return undefined;
  const names = generator === undefined ? DIALECT_NAMES : [generator];
  for (const folder of PLACES) {
    if (folder !== "" && !isFolder(join(root, folder))) continue;
    const files = siteFiles(root, folder, choice);
    for (const name of names) {
      const dialect = DIALECTS[name];
      for (const mark of dialect.marks) {
        const config = files.text(mark);
        const facts = config === undefined ? undefined : dialect.facts({ ...files, config });
        if (facts === undefined) continue;
        const redirects = (facts.redirects ?? []).map((path) => files.text(path) ?? "").join("\n");
        return createSite(dialect, facts, { file: folder === "" ? mark : `${folder}/${mark}`, redirects });
      }
    }
  }
  // A generator that was named needs no configuration file.
  const named = generator === undefined ? undefined : DIALECTS[generator];
  const facts = named?.facts({ ...siteFiles(root, "", choice), config: "" });
  return named === undefined || facts === undefined ? undefined : createSite(named, facts, { file: "" });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
