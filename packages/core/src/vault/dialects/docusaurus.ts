import { textOf, textsOf, withoutComments } from "./config-text.js";
import type { ContentPlace, Dialect, OtherPlace, SiteFacts } from "./dialect.js";
import type { Form } from "./forms.js";
import { JSX_LINKS, PARTIALS } from "./jsx-forms.js";
import type { SiteFiles } from "./site-files.js";

/** Docusaurus: `docs` is the version that its authors work on, and is served; released versions are copies in `versioned_docs`. */
export const docusaurus: Dialect = {
  name: "docusaurus",
  generator: "Docusaurus",
  marks: ["docusaurus.config.ts", "docusaurus.config.js", "docusaurus.config.mjs", "docusaurus.config.cjs"],
  facts: factsOf,
  mdx: ".md too",
  boxes: ["colons"],
  forms,
  routes: {
    index: ["index", "readme"],
    sameAsFolder: true,
    numbered: true,
    slug: { keys: ["slug", "id"] },
    asFolder: false,
  },
};

function forms({ folder }: SiteFacts): readonly Form[] {
  const top = folder === "" ? "/" : `/${folder}/`;
  return [
    { pattern: /\]\(@site\//g, shown: `](${top}` },
    // An address that is no page for the generator to check.
    { pattern: /\]\(pathname:\/\//g, shown: "](" },
    ...PARTIALS,
    ...JSX_LINKS,
    { pattern: /^<!--\s*truncate\s*-->|^\{\/\*\s*truncate\s*\*\/\}/gm, shown: "" },
  ];
}

const CURRENT = "current";

function factsOf({ folder, config, text, folders, inVault, wanted }: SiteFiles): SiteFacts {
  const code = withoutComments(config);
  const baseUrl = textOf(code, "baseUrl") ?? "/";
  const released = strings(text("versions.json"));
  const defaultLanguage = textOf(code, "defaultLocale") ?? "en";
  const version = released.includes(wanted.version ?? "") ? wanted.version : CURRENT;
  const languages = folders("i18n");
  const language = languages.includes(wanted.language ?? "") ? wanted.language : defaultLanguage;
  const others: OtherPlace[] = [];
  const leave = (kind: OtherPlace["kind"], name: string, path: string) => {
    const at = inVault(path);
    if (at !== undefined) others.push({ kind, name, at: { folder: at } });
  };
  for (const name of released) if (name !== version) leave("version", name, `versioned_docs/version-${name}`);
  for (const name of languages) if (name !== language) leave("language", name, `i18n/${name}`);
  const pairs = placesIn(code);
  const content: ContentPlace[] = [];
  for (const { path, route, dated } of pairs) {
    const shown = shownFolder(path, { version, language, defaultLanguage });
    const at = inVault(shown);
    if (at === undefined) continue;
    const [base, label] = [`${baseUrl}/${route}`, version === CURRENT ? "next" : version];
    content.push({
      folder: at,
      bases: [base, `/${route}`, `${base}/${label}`, `/${route}/${label}`],
      ...(dated ? { dated } : {}),
    });
    if (shown === path) continue;
    leave(version === CURRENT ? "language" : "version", version === CURRENT ? defaultLanguage : CURRENT, path);
  }
  return { folder, content, version: released.length === 0 ? undefined : version, language, others };
}

interface Shown {
  readonly version: string | undefined;
  readonly language: string | undefined;
  readonly defaultLanguage: string;
}

/** Where the chosen version, or the chosen language, of the folder of docs lies. */
function shownFolder(path: string, { version, language, defaultLanguage }: Shown): string {
  const isDocs = /(?:^|\/)docs$/u.test(path);
  if (!isDocs) return path;
  if (language !== defaultLanguage)
    return `i18n/${language}/docusaurus-plugin-content-docs/${version === CURRENT ? CURRENT : `version-${version}`}`;
  return version === CURRENT ? path : `versioned_docs/version-${version}`;
}

interface Place {
  readonly path: string;
  readonly route: string;
  readonly dated: boolean;
}

/** Further apart than two settings of one plugin are. */
const APART = 600;

/** The folders of all plugins with their routes: `path` and `routeBasePath`, one beside the other, and what they are where one is missing. */
function placesIn(code: string): readonly Place[] {
  const found = textsOf(code, "path", "routeBasePath");
  const places = new Map<string, Place>();
  const add = (path: string, route: string) => places.set(path, { path, route, dated: /(?:^|\/)blog$/u.test(path) });
  for (let index = 0; index < found.length; index += 1) {
    const [one, other] = [found[index]!, found[index + 1]];
    const isPair = other !== undefined && one.key !== other.key && other.at - one.at < APART;
    const kind = kindBefore(code, one.at);
    const path = one.key === "path" ? one.value : isPair ? other.value : kind;
    const route = one.key === "routeBasePath" ? one.value : isPair ? other.value : (kind ?? path);
    if (path !== undefined && route !== undefined) add(plain(path), plain(route));
    if (isPair) index += 1;
  }
  const routes = new Set([...places.values()].map(({ path }) => path.split("/").at(-1)));
  for (const path of ["docs", "blog"]) if (!routes.has(path)) add(path, path);
  places.set("src/pages", { path: "src/pages", route: "", dated: false });
  return [...places.values()];
}

/** The plugin whose settings stand there: the last one that is named before. */
function kindBefore(code: string, at: number): string | undefined {
  return [...code.slice(Math.max(0, at - APART), at).matchAll(/\b(docs|blog)\s*:\s*\{/g)].at(-1)?.[1];
}

function plain(path: string): string {
  return path.replace(/^\.\//u, "").replace(/^\/+|\/+$/gu, "");
}

function strings(json: string | undefined): readonly string[] {
  try {
    const value: unknown = JSON.parse(json ?? "[]");
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
