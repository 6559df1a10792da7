import type { Link } from "../model/node.js";
import type { Links, LinksRequest } from "../ports/content.js";

/** The part of a list of links that is asked for. */
export function someLinks(
  all: readonly Link[],
  { from = 0, most, bare = false, mentions = false }: Omit<LinksRequest, "id"> = {},
): Links {
  const seen = new Set<string>();
  const distinct = all.filter(({ target, relation }) => {
    const key = `${relation} ${target}`;
    return mentions || (!seen.has(key) && seen.add(key));
  });
  const asked = distinct.slice(from, most === undefined ? undefined : from + most);
  return { links: bare ? asked.map((link) => ({ ...link, context: "" })) : asked, total: distinct.length };
}
