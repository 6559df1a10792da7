import { isUtf8 } from "node:buffer";
import { type Frontmatter, readFrontmatterLatin1 } from "../../markdown/frontmatter/frontmatter.js";
import { takeOutHidden } from "../../markdown/hidden/shown-text.js";
import { textHash } from "../../text/text-hash.js";
import { quoteColons, quoteIndented } from "./boxes.js";
import type { Dialect, OtherPlace, SiteFacts } from "./dialect.js";
import { applyForms } from "./forms.js";
import { redirectsIn } from "./redirects.js";
import { routesOf } from "./routes.js";
import { yamlFront } from "./toml-front.js";

/** A documentation site in a vault, read in its dialect. */
export interface Site {
  readonly dialect: Dialect;
  readonly facts: SiteFacts;
  /** Its configuration file, relative to the vault. */
  readonly file: string;
  /** Tells what is read from what would be read by other facts. */
  readonly key: string;
  /** Whether a path belongs to another version or another language. */
  leavesOut(path: string, isFolder: boolean): boolean;
  /** The file as its reader sees it; it may be another buffer. */
  shown(bytes: Buffer, path: string): Buffer;
  /** A text of the frontmatter in the same way. */
  plain(text: string): string;
  routes(path: string, front: Frontmatter): readonly string[];
}

/** Where a site was found: its configuration file, and the text of its redirects. */
export interface SiteSource {
  readonly file: string;
  readonly redirects?: string | undefined;
}

/** Raised when the same facts are read otherwise than before. */
const READING = 1;

export function createSite(dialect: Dialect, facts: SiteFacts, { file, redirects = "" }: SiteSource): Site {
  const routing = { facts, rules: dialect.routes, redirects: redirectsIn(redirects) };
  const forms = dialect.forms(facts);
  const holds = (path: string) => facts.folder === "" || path.startsWith(`${facts.folder}/`) || isContent(path, facts);
  const markup = { mdx: dialect.mdx === ".md too" };
  function shownBody(text: string): string {
    let shown = text;
    if (dialect.boxes.includes("indented")) shown = quoteIndented(shown);
    shown = applyForms(shown, forms);
    return dialect.boxes.includes("colons") ? quoteColons(shown) : shown;
  }
  return {
    dialect,
    facts,
    file,
    key: JSON.stringify([READING, dialect.name, facts, textHash(redirects)]),
    leavesOut: (path, isFolder) => facts.others.some((other) => isOther(path, isFolder, other)),
    shown(file, path) {
      if (!holds(path)) return takeOutHidden(file, path);
      const bytes = dialect.frontmatter === "TOML too" ? yamlFront(file) : file;
      const { end } = readFrontmatterLatin1(bytes, bytes.toString("latin1"));
      const body = bytes.subarray(end);
      const encoding = isUtf8(body) ? "utf8" : "latin1";
      const text = body.toString(encoding);
      const shown = shownBody(text);
      if (shown === text) return takeOutHidden(bytes, path, markup);
      return takeOutHidden(Buffer.concat([bytes.subarray(0, end), Buffer.from(shown, encoding)]), path, markup);
    },
    plain: (text) => applyForms(text, forms).replace(/\s+/gu, " ").trim(),
    routes: (path, front) => (holds(path) ? routesOf(path, front, routing) : []),
  };
}

function isContent(path: string, { content }: SiteFacts): boolean {
  return content.some(({ folder }) => folder === "" || path.startsWith(`${folder}/`));
}

function isOther(path: string, isFolder: boolean, { at }: OtherPlace): boolean {
  if ("folder" in at) return path === at.folder || path.startsWith(`${at.folder}/`);
  return !isFolder && new RegExp(`\\.${at.suffix}\\.mdx?$`, "u").test(path);
}
