import type { DialectName } from "../../ports/dialect-names.js";
import type { Form } from "./forms.js";
import type { SiteFiles } from "./site-files.js";

/** What a documentation-site generator adds to markdown, as facts: nothing of it runs, and the site's configuration is only read. */
export interface Dialect {
  readonly name: DialectName;
  /** What people call it. */
  readonly generator: string;
  /** Its configuration files, relative to the folder of a site; one of them tells. */
  readonly marks: readonly string[];
  /** What a site's own files say; nothing where it is not a site of this generator after all. */
  facts(site: SiteFiles): SiteFacts | undefined;
  /** Which files are MDX beside `.mdx`. */
  readonly mdx: "only .mdx" | ".md too";
  /** How frontmatter is written beside YAML. */
  readonly frontmatter?: "TOML too";
  /** How boxes around text are written: `:::note` … `:::`, or `!!! note` with an indented text. */
  readonly boxes: readonly ("colons" | "indented")[];
  /** What else is written that its reader sees otherwise, or not at all. In the order in which they are tried. */
  forms(facts: SiteFacts): readonly Form[];
  readonly routes: RouteRules;
}

export interface SiteFacts {
  /** The folder of the site, relative to the vault; empty where it is the vault itself. */
  readonly folder: string;
  /** The deepest folder that holds a page decides its address. */
  readonly content: readonly ContentPlace[];
  /** Which version and which language are served, where a site has several. */
  readonly version?: string | undefined;
  readonly language?: string | undefined;
  readonly others: readonly OtherPlace[];
  /** Files with a line for each address that leads to another, relative to the site: `/old /new`. */
  readonly redirects?: readonly string[];
  /** Texts of the configuration that pages show. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Where pages lie, and what their addresses begin with: as published first, then otherwise. */
export interface ContentPlace {
  /** Relative to the vault. */
  readonly folder: string;
  readonly bases: readonly string[];
  /** Addresses begin with a day: `2024-01-15-name.md`, or a page with that `date`, is `/2024/01/15/name`. */
  readonly dated?: boolean;
}

/** Pages that are not served beside the chosen ones. */
export interface OtherPlace {
  readonly kind: "version" | "language";
  readonly name: string;
  /** A folder relative to the vault, or what stands between a file's name and its extension: `page.fr.md`. */
  readonly at: { readonly folder: string } | { readonly suffix: string };
}

/** How the path of a page becomes its address. */
export interface RouteRules {
  /** Names of files that stand for their folder. */
  readonly index: readonly string[];
  /** `a/a.md` stands for its folder too. */
  readonly sameAsFolder?: boolean;
  /** `01-intro.md` is called `intro`. */
  readonly numbered?: boolean;
  /** `(group)/page.md` is `/page`. */
  readonly grouped?: boolean;
  /** Keys of frontmatter that give the last part of the address; `whole`: all of it below the base; `ofFolder`: of an `index`, it stands for the folder's name. What begins with a slash is below the base too. */
  readonly slug?: { readonly keys: readonly string[]; readonly whole?: boolean; readonly ofFolder?: boolean };
  /** Keys that give the address from the top of the site. */
  readonly address?: readonly string[];
  /** Keys that give further addresses from there. */
  readonly also?: readonly string[];
  /** A page is published as a folder: `./x` on `/a/b/` means `/a/b/x`, else `/a/x`. */
  readonly asFolder: boolean;
}
