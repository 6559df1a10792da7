import type { Frontmatter } from "../../markdown/frontmatter/frontmatter.js";
import type { ContentPlace, RouteRules, SiteFacts } from "./dialect.js";

export interface Routing {
  readonly facts: SiteFacts;
  readonly rules: RouteRules;
  /** Addresses that lead to others, by the folded `routeKey` of where they lead. */
  readonly redirects: ReadonlyMap<string, readonly string[]>;
}

/** The addresses of a page, as published first; none where no content of the site holds it. A slash at the end: it is published as a folder. */
export function routesOf(path: string, front: Frontmatter, { facts, rules, redirects }: Routing): readonly string[] {
  const place = placeOf(path, facts.content);
  if (place === undefined) return [];
  const below = place.folder === "" ? path : path.slice(place.folder.length + 1);
  const parts = namesOf(below.replace(/\.(?:mdx?|markdown|html?)$/iu, ""), place, rules);
  const { isIndex } = parts;
  const name = datedName(place, parts, front) ?? sluggedOf(parts.names, isIndex, front, rules);
  const end = isIndex || rules.asFolder ? "/" : "";
  const published = place.bases.map((base) => addressOf(base, name, end));
  const given = (rules.address ?? []).flatMap((key) => wordsOf(front, key)).filter((address) => !address.includes(":"));
  const also = (rules.also ?? []).flatMap((key) => wordsOf(front, key)).filter((address) => address.startsWith("/"));
  const top = place.bases.length === 0 ? [] : published;
  const own = [...given.map((address) => `/${address.replace(/^\/+/u, "")}`), ...top];
  const redirected = own.flatMap((address) => redirects.get(routeKey(address).toLowerCase()) ?? []);
  return [...new Set([...own, ...also, ...redirected])];
}

function placeOf(path: string, places: readonly ContentPlace[]): ContentPlace | undefined {
  let best: ContentPlace | undefined;
  for (const place of places) {
    const holds = place.folder === "" || path.startsWith(`${place.folder}/`);
    if (holds && (best === undefined || place.folder.length > best.folder.length)) best = place;
  }
  return best;
}

interface Names {
  readonly names: readonly string[];
  readonly isIndex: boolean;
}

const NUMBER = /^\d{1,6}(?:[.\d]*)[-_.\s]+(?=[^\d\s])/u;
const DAY = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.+)$/u;

function namesOf(below: string, place: ContentPlace, rules: RouteRules): Names {
  let names = below.split("/");
  if (rules.grouped === true) names = names.filter((name) => !/^\(.*\)$/u.test(name));
  const last = names.at(-1) ?? "";
  const isIndex =
    rules.index.includes(last.toLowerCase()) ||
    (rules.sameAsFolder === true && names.length > 1 && last === names.at(-2));
  if (isIndex) names = names.slice(0, -1);
  if (place.dated === true) {
    const [, year, month, day, rest] = DAY.exec(names.slice(-4).join("/")) ?? DAY.exec(names.join("/")) ?? [];
    if (year !== undefined) return { names: [year, month!, day!, ...rest!.split("/")], isIndex: false };
  }
  if (rules.numbered === true) names = names.map((name) => name.replace(NUMBER, ""));
  return { names, isIndex };
}

/** By the day that a page gives, where its name gives none. */
function datedName({ dated }: ContentPlace, { names }: Names, front: Frontmatter): string | undefined {
  if (dated !== true) return undefined;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/u.exec(wordsOf(front, "date")[0] ?? "") ?? [];
  const slug = wordsOf(front, "slug")[0];
  if (slug?.includes("/") === true) return undefined;
  const name = slug ?? names.at(-1)?.replace(/^\d{4}-\d{2}-\d{2}-/u, "") ?? "";
  if (year === undefined) return undefined;
  return `${year}/${month}/${day}/${name}`;
}

function sluggedOf(names: readonly string[], isIndex: boolean, front: Frontmatter, rules: RouteRules): string {
  const slug = rules.slug?.keys.flatMap((key) => wordsOf(front, key))[0];
  const plain = names.join("/");
  if (slug === undefined) return plain;
  if (rules.slug?.whole === true || slug.startsWith("/")) return slug;
  const above = isIndex && rules.slug?.ofFolder !== true ? names : names.slice(0, -1);
  return [...above, slug].join("/");
}

function addressOf(base: string, own: string, end: string): string {
  const joined = `/${base}/${own}/`.replace(/\/{2,}/gu, "/").replace(/\/\.?\/?$/u, "");
  return `${joined}${end}` || "/";
}

function wordsOf(front: Frontmatter, key: string): readonly string[] {
  return front.data.has(key)
    ? front
        .texts(key)
        .map((text) => text.trim())
        .filter((text) => text !== "")
    : [];
}

/** What ways of writing an address have in common: no slash at its end, no extension, no `index`. */
export function routeKey(address: string): string {
  const plain = address
    .replace(/\/+$/u, "")
    .replace(/\.(?:mdx?|html?)$/iu, "")
    .replace(/\/index$/iu, "");
  return plain.startsWith("/") ? plain : `/${plain}`;
}
