/** What links may call a note by. */
export interface Called {
  /** Relative to the vault, with `/` between its parts. */
  readonly path: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Finds the note that a link means, as Obsidian does for wikilinks and GitHub for paths (R3.3). Numbers are positions in the list. */
export interface LinkResolver {
  /** `[[target]]`, without its anchor and alias. */
  wikilink(target: string, from: string): number | undefined;
  /** `[text](target)`, without its anchor. */
  path(target: string, from: string): number | undefined;
  /** What `wikilink` gives wherever the link stands; `NOWHERE` where that is nothing, `DEPENDS` where it depends on the place. */
  anywhere(target: string): number;
  /** A name or path that a person or a model gives, from nowhere in particular. */
  reference(text: string): number | undefined;
}

/** What a link means that leads nowhere, and one that means another note elsewhere. */
export const NOWHERE = -1;
export const DEPENDS = -2;

/** Files that stand for the folder they are in. */
const FOLDER_NOTES = ["index", "_index", "readme", "skill"];

/** The list may have holes. */
export function createLinkResolver(notes: readonly (Called | undefined)[]): LinkResolver {
  const byPath: Candidates = new Map();
  const byStem: Candidates = new Map();
  const byName: Candidates = new Map();
  // Of all that notes are called by, only this is needed later on.
  const paths = new Array<string>(notes.length).fill("");
  for (let number = 0; number < notes.length; number += 1) {
    const note = notes[number];
    if (note === undefined) continue;
    paths[number] = note.path;
    const { path, stems, names } = keysOf(note);
    add(byPath, path, number);
    if (stems.length > 1) add(byPath, folderOf(path), number);
    for (const stem of stems) add(byStem, stem, number);
    for (const name of names) add(byName, name, number);
  }

  /** Of several, the one written just so, then the one nearest to where the link stands, then the one nearest to the root. */
  function best(candidates: number | readonly number[] | undefined, target: string, from: string): number | undefined {
    if (candidates === undefined || typeof candidates === "number") return candidates;
    if (candidates.length < 2) return candidates[0];
    const rank = (number: number) => {
      const path = paths[number] ?? "";
      return [
        withoutExtension(path).endsWith(target) ? 0 : 1,
        FOLDER_NOTES.includes(lastPart(pathKey(path))) ? 1 : 0,
        folderOf(path) === folderOf(from) ? 0 : 1,
        path.split("/").length,
      ];
    };
    const ranked = candidates.map((number) => ({ number, rank: rank(number), path: paths[number] ?? "" }));
    ranked.sort((a, b) => compare(a.rank, b.rank) || (a.path < b.path ? -1 : 1));
    return ranked[0]?.number;
  }

  /** A path from the root of the vault, or one that ends so. */
  function atOrBelow(target: string, from: string): number | undefined {
    const key = pathKey(target);
    const exact = best(byPath.get(key), withoutExtension(target), from);
    if (exact !== undefined) return exact;
    const named = byStem.get(lastPart(key)) ?? [];
    const endings = (typeof named === "number" ? [named] : named).filter((number) =>
      endsWithPath(pathKey(paths[number] ?? ""), key),
    );
    return best(endings, withoutExtension(target), from);
  }

  function byWords(target: string, from: string): number | undefined {
    const key = pathKey(target);
    return best(byStem.get(key), withoutExtension(target), from) ?? best(byName.get(fold(target)), target, from);
  }

  const resolver: LinkResolver = {
    wikilink(target, from) {
      const asked = target.trim().replace(/^\/+/u, "");
      if (asked === "") return undefined;
      if (/^\.\.?\//u.test(asked)) return atOrBelow(join(folderOf(from), asked) ?? "", from);
      if (asked.includes("/")) return atOrBelow(asked, from) ?? best(byName.get(fold(asked)), asked, from);
      return byWords(asked, from);
    },
    anywhere(target) {
      const asked = target.trim();
      if (asked === "") return NOWHERE;
      if (asked.includes("/")) return DEPENDS;
      // Two notes may share an alias as they may share a file name: then the nearer one is meant.
      const candidates = byStem.get(pathKey(asked)) ?? byName.get(fold(asked));
      if (candidates === undefined) return NOWHERE;
      return typeof candidates === "number" ? candidates : DEPENDS;
    },
    path(target, from) {
      const asked = decoded(target.replace(/[?].*$/su, "").trim());
      if (asked === "") return undefined;
      const joined = asked.startsWith("/") ? join("", asked.replace(/^\/+/u, "")) : join(folderOf(from), asked);
      if (joined === undefined) return undefined;
      const found = best(byPath.get(pathKey(joined)), withoutExtension(joined), from);
      if (found !== undefined) return found;
      // Sites write their own addresses: the longest ending that is a note is meant.
      if (asked.startsWith("/")) return bySite(joined, from);
      return asked.includes("/") ? undefined : byWords(asked, from);
    },
    reference(text) {
      return resolver.wikilink(text, "") ?? resolver.path(text, "");
    },
  };

  function bySite(path: string, from: string): number | undefined {
    const parts = pathKey(path).split("/");
    for (let skipped = 0; skipped < parts.length - 1; skipped += 1) {
      const found = atOrBelow(parts.slice(skipped).join("/"), from);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return resolver;
}

/** What a note is found by: its path, its file's name and, where it stands for its folder, that one's, its name and aliases. */
export interface NoteKeys {
  readonly path: string;
  readonly stems: readonly string[];
  readonly names: readonly string[];
}

export function keysOf({ path, name, aliases }: Called): NoteKeys {
  const key = pathKey(path);
  const stem = lastPart(key);
  const folder = folderOf(key);
  return {
    path: key,
    stems: folder !== "" && FOLDER_NOTES.includes(stem) ? [stem, lastPart(folder)] : [stem],
    names: aliases.length === 0 ? [fold(name)] : [name, ...aliases].map(fold),
  };
}

/** The notes that are called so. Nearly always one, which then needs no list. */
type Candidates = Map<string, number | number[]>;

function add(map: Candidates, key: string, number: number): void {
  const numbers = map.get(key);
  if (numbers === undefined) map.set(key, number);
  else if (typeof numbers === "number") {
    if (numbers !== number) map.set(key, [numbers, number]);
  } else if (numbers.at(-1) !== number) numbers.push(number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Systems differ on case and on how they compose accents; a link should not. */
function fold(text: string): string {
  return (NOT_ASCII.test(text) ? text.normalize("NFC") : text).toLowerCase().trim();
}

const NOT_ASCII = /[\u0080-\uffff]/;

function pathKey(path: string): string {
  const plain = withoutExtension(path);
  return fold(plain.endsWith("/") ? plain.replace(/\/+$/u, "") : plain);
}

function withoutExtension(path: string): string {
  if (path.endsWith(".md")) return path.slice(0, -3);
  if (!path.includes(".")) return path;
  return path.replace(/\.(?:md|markdown)$/iu, "");
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function endsWithPath(path: string, ending: string): boolean {
  return (
    path === ending || path.endsWith(`/${ending}`) || FOLDER_NOTES.some((note) => path.endsWith(`/${ending}/${note}`))
  );
}

/** Without `.` and `..`; nothing where it would leave the vault. */
function join(folder: string, path: string): string | undefined {
  const parts: string[] = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
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
