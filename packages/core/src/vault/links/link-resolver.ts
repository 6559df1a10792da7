import { routeKey } from "../dialects/routes.js";
import { fold, foldBytes, folded } from "../notes/note-keys.js";
import type { NoteList } from "../notes/note-list.js";
import {
  type Called,
  createNoteNames,
  folderOf,
  lastSlash,
  type NameTable,
  pathKey,
  withoutExtension,
} from "../notes/note-names.js";
import { MOST_NAMED } from "./namesakes.js";

/** Finds the note that a link means, as Obsidian does for wikilinks and GitHub for paths (R3.3). Numbers are those of the list. */
export interface LinkResolver {
  /** `[[target]]`, without its anchor and alias. */
  wikilink(target: string, from: string): number | undefined;
  /** `[text](target)`, without its anchor. */
  path(target: string, from: string): number | undefined;
  /** Whether notes have addresses: then what a path means may depend on the note that it stands in, and not on its folder alone. */
  readonly hasRoutes: boolean;
  /** A path from the root of the vault, with or without its extension, and nothing like it. */
  file(path: string): number | undefined;
  /** What `wikilink` gives for a target that stands in some bytes, wherever the link stands; `NOWHERE` where that is nothing, `DEPENDS` where it depends on the place. */
  anywhere(bytes: Uint8Array, start: number, end: number): number;
  /** A name or path that a person or a model gives, from nowhere in particular. */
  reference(text: string): number | undefined;
  /** Some of the notes that such a name could mean, the one that `reference` gives first. None where it can mean one only, as a path does. */
  namesakes(text: string): readonly number[];
}

/** What a link means that leads nowhere, and one that means another note elsewhere. */
export const NOWHERE = -1;
export const DEPENDS = -2;

/** More parts than a path in a vault has: of a longer address, the end is looked at. */
const MOST_PARTS = 66;
/** No note is written as its address is. */
const NOT_WRITTEN = "";

export function createLinkResolver(notes: NoteList): LinkResolver {
  const { byPath, byStem, byName, byRoute, byEnding, byBytes } = createNoteNames(notes);

  function at(table: NameTable, key: string, written: string): Found | undefined {
    const candidates = table.get(key);
    return candidates === undefined ? undefined : { candidates, written };
  }

  /** A path from the root of the vault, or one that ends so. */
  function atOrBelow(target: string): Found | undefined {
    const written = writtenOf(target);
    const key = pathKey(target);
    return at(byPath, key, written) ?? at(byEnding, key, written);
  }

  function byWords(target: string): Found | undefined {
    return at(byStem, pathKey(target), writtenOf(target)) ?? at(byName, fold(target), target);
  }

  function wikilinked(target: string, from: string): Found | undefined {
    const asked = target.trim().replace(/^\/+/u, "");
    if (asked === "") return undefined;
    if (/^\.\.?\//u.test(asked)) return atOrBelow(joinedPath(folderOf(from), asked) ?? "");
    return asked.includes("/") ? (atOrBelow(asked) ?? at(byName, fold(asked), asked)) : byWords(asked);
  }

  function pointed(target: string, from: string): Found | undefined {
    const joined = target.startsWith("/")
      ? joinedPath("", target.replace(/^\/+/u, ""))
      : joinedPath(folderOf(from), target);
    if (joined === undefined) return undefined;
    const found = at(byPath, pathKey(joined), writtenOf(joined));
    if (found !== undefined) return found;
    if (target.startsWith("/")) return bySite(joined);
    return target.includes("/") ? undefined : byWords(target);
  }

  /** In a documentation site: by address, or as a path does; then as an address that the one of its own page is joined to. */
  function published(target: string, from: string): Found | undefined {
    if (byRoute === undefined) return pointed(target, from);
    if (target.startsWith("/")) return routed(target) ?? pointed(target, from);
    const joined = joinedPath(folderOf(from), target);
    const file = joined === undefined ? undefined : at(byPath, pathKey(joined), writtenOf(joined));
    if (file !== undefined) return file;
    const own = at(byPath, pathKey(from), writtenOf(from));
    const page = own === undefined ? undefined : notes.head(chosen(own, from)).routes[0];
    const address = page === undefined ? undefined : joinedPath(page.slice(1, page.lastIndexOf("/")), target);
    return (
      (address === undefined ? undefined : routed(address)) ??
      (target.includes("/") ? bySite(target.replace(/^(?:\.{1,2}\/)+/u, "")) : pointed(target, from))
    );
  }

  function routed(address: string): Found | undefined {
    return byRoute === undefined ? undefined : at(byRoute, fold(routeKey(address)), NOT_WRITTEN);
  }

  /** Sites write their own addresses: the longest ending that is a note is meant. */
  function bySite(path: string): Found | undefined {
    const parts = path.split("/");
    for (let first = Math.max(0, parts.length - MOST_PARTS); first < parts.length - 1; first += 1) {
      const found = atOrBelow(parts.slice(first).join("/"));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  const resolver: LinkResolver = {
    hasRoutes: byRoute !== undefined,
    wikilink: (target, from) => best(wikilinked(target, from), from),
    path(target, from) {
      const asked = decodedTarget(target);
      // Logseq gives a link other words so: `[words]([[page]])`.
      const [, page] = asked.startsWith("[[") ? (/^\[\[([^[\]]+)\]\]$/u.exec(asked) ?? []) : [];
      if (page !== undefined) return resolver.wikilink(page, from);
      return asked === "" ? undefined : best(published(asked, from), from);
    },
    file: (path) => best(at(byPath, pathKey(path), writtenOf(path)), ""),
    anywhere(bytes, start, end) {
      foldBytes(bytes, start, end);
      const { bytes: asked, length } = folded;
      if (length === 0) return NOWHERE;
      if (lastSlash(asked, length) >= 0) return DEPENDS;
      // Two notes may share an alias as they may share a file name: then the nearer one is meant.
      const found = byBytes(asked, length);
      if (found === undefined) return NOWHERE;
      return typeof found === "number" ? found : DEPENDS;
    },
    reference: (text) => resolver.wikilink(text, "") ?? resolver.path(text, ""),
    namesakes(text) {
      const asked = text.trim();
      const meant = resolver.wikilink(asked, "");
      if (meant === undefined || pathKey(notes.path(meant)) === pathKey(asked.replace(/^\/+/u, ""))) return [];
      // One note's file name may be another's title: whoever saw the title means the other.
      const others = [wikilinked(asked, ""), at(byName, fold(asked), asked)].flatMap(leading);
      const all = [...new Set([meant, ...others])];
      return all.length < 2 ? [] : all.slice(0, MOST_NAMED);
    },
  };
  return resolver;
}

/** The notes that a link may mean, and how it would be written in their paths. */
interface Found {
  readonly candidates: Called;
  readonly written: string;
}

function best(found: Found | undefined, from: string): number | undefined {
  return found === undefined ? undefined : chosen(found, from);
}

function chosen({ candidates, written }: Found, from: string): number {
  return typeof candidates === "number" ? candidates : candidates.best(written, folderOf(from));
}

function leading(found: Found | undefined): readonly number[] {
  if (found === undefined) return [];
  const { candidates, written } = found;
  return typeof candidates === "number" ? [candidates] : candidates.leading(written);
}

function writtenOf(target: string): string {
  return withoutExtension(target.endsWith("/") ? target.replace(/\/+$/u, "") : target);
}

/** Without `.` and `..`; nothing where it would leave the vault. */
export function joinedPath(folder: string, path: string): string | undefined {
  const parts: string[] = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** The path that a link's destination names, without what a URL has behind it. */
export function decodedTarget(target: string): string {
  return decoded(target.replace(/[?].*$/su, "").trim());
}

/** As CommonMark reads a destination: escapes and entities first, then what a URL encodes. */
function decoded(target: string): string {
  const plain = target.replace(/\\([!-/:-@[-`{-~])/gu, "$1").replaceAll("&amp;", "&");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
