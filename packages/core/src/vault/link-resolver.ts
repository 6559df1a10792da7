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
  /** A name or path that a person or a model gives, from nowhere in particular. */
  reference(text: string): number | undefined;
}

/** Files that stand for the folder they are in. */
const FOLDER_NOTES = ["index", "_index", "readme", "skill"];

/** An entry without a path is a hole in the list: nothing resolves to it. */
export function createLinkResolver(notes: readonly Called[]): LinkResolver {
  const byPath = new Map<string, number[]>();
  const byStem = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  for (const [number, { path, name, aliases }] of notes.entries()) {
    if (path === "") continue;
    const key = pathKey(path);
    add(byPath, key, number);
    add(byStem, lastPart(key), number);
    const folder = folderOf(key);
    if (folder !== "" && FOLDER_NOTES.includes(lastPart(key))) {
      add(byPath, folder, number);
      add(byStem, lastPart(folder), number);
    }
    for (const called of [name, ...aliases]) add(byName, fold(called), number);
  }

  /** Of several, the one written just so, then the one nearest to where the link stands, then the one nearest to the root. */
  function best(candidates: readonly number[] | undefined, target: string, from: string): number | undefined {
    if (candidates === undefined || candidates.length < 2) return candidates?.[0];
    const rank = (number: number) => {
      const path = notes[number]?.path ?? "";
      return [
        withoutExtension(path).endsWith(target) ? 0 : 1,
        FOLDER_NOTES.includes(lastPart(pathKey(path))) ? 1 : 0,
        folderOf(path) === folderOf(from) ? 0 : 1,
        path.split("/").length,
      ];
    };
    const ranked = candidates.map((number) => ({ number, rank: rank(number), path: notes[number]?.path ?? "" }));
    ranked.sort((a, b) => compare(a.rank, b.rank) || (a.path < b.path ? -1 : 1));
    return ranked[0]?.number;
  }

  /** A path from the root of the vault, or one that ends so. */
  function atOrBelow(target: string, from: string): number | undefined {
    const key = pathKey(target);
    const exact = best(byPath.get(key), withoutExtension(target), from);
    if (exact !== undefined) return exact;
    const endings = byStem
      .get(lastPart(key))
      ?.filter((number) => endsWithPath(pathKey(notes[number]?.path ?? ""), key));
    return best(endings, withoutExtension(target), from);
  }

  function byWords(target: string, from: string): number | undefined {
    const key = pathKey(target);
    return best(byStem.get(key), withoutExtension(target), from) ?? best(byName.get(fold(target)), target, from);
  }

  /** What a name alone means, where that does not depend on where it is written. Most links of a vault say one of few names. */
  const alone = new Map<string, number>();

  const resolver: LinkResolver = {
    wikilink(target, from) {
      const known = alone.get(target);
      if (known !== undefined) return known;
      const asked = target.trim().replace(/^\/+/u, "");
      if (asked === "") return undefined;
      if (/^\.\.?\//u.test(asked)) return atOrBelow(join(folderOf(from), asked) ?? "", from);
      if (asked.includes("/")) return atOrBelow(asked, from) ?? best(byName.get(fold(asked)), asked, from);
      const found = byWords(asked, from);
      // Two notes may share an alias as they may share a file name: then the nearer one is meant.
      const candidates = byStem.get(pathKey(asked)) ?? byName.get(fold(asked));
      if (found !== undefined && candidates?.length === 1) alone.set(target, found);
      return found;
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

function add(map: Map<string, number[]>, key: string, number: number): void {
  const numbers = map.get(key);
  if (numbers === undefined) map.set(key, [number]);
  else if (numbers.at(-1) !== number) numbers.push(number);
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
  return text.normalize("NFC").toLowerCase().trim();
}

function pathKey(path: string): string {
  const plain = withoutExtension(path);
  return fold(plain.endsWith("/") ? plain.replace(/\/+$/u, "") : plain);
}

function withoutExtension(path: string): string {
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
