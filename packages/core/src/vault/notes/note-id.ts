import { type NodeId, nodeId } from "../../model/node.js";
import { cutToLength } from "../../text/character-cut.js";
import { textHash } from "../../text/text-hash.js";

/** Past this many characters a slug is cut and made unique again by a hash of the whole. */
const SLUG_LENGTH = 80;
const PLAIN = /^[a-z0-9.+]+(?:-[a-z0-9.+]+)*$/;

/** A file whose name says nothing of what it holds is called after its folder. */
const NAMELESS = new Set(["skill", "index", "_index", "readme"]);

/**
 * A readable id part: letters and digits of every script stay, so that Chinese does not vanish and C, C++ and C# differ.
 * `#` is spelled out, since it parts a note from its section.
 */
export function slug(text: string): string {
  const words = text.toLowerCase().replace(/[ _]+/g, "-");
  // Most names are plain words: nothing to look up in Unicode's tables.
  if (words.length <= SLUG_LENGTH && PLAIN.test(words)) return words;
  const plain = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/#/gu, "-sharp")
    .replace(/[\s_]+/gu, "-")
    // What stays: letters, marks, digits, symbols such as emoji with their joiner, and + . - which tell names apart.
    .replace(/(?:(?!\u200d)[^\p{L}\p{M}\p{N}\p{So}\p{Sk}+./-])+/gu, "-")
    .replace(/-{2,}/gu, "-")
    .replace(/^-+|-+$/gu, "");
  if (plain === "") return `x${textHash(text)}`;
  return plain.length <= SLUG_LENGTH ? plain : `${cutToLength(plain, SLUG_LENGTH - 9)}-${textHash(plain)}`;
}

/** The name that a path gives to its note: the file's, or its folder's where the file's says nothing. */
export function stemOf(path: string): string {
  const slash = path.lastIndexOf("/");
  const last = withoutExtension(path.slice(slash + 1));
  if (slash <= 0 || !NAMELESS.has(last.toLowerCase())) return withoutExportId(last);
  return withoutExportId(path.slice(path.lastIndexOf("/", slash - 1) + 1, slash));
}

/** What Notion (`Name 0123…cdef`) and Confluence (`Name_123456789`) put behind the names of files and folders that they export. */
const EXPORT_ID = /(?<=.)(?: [0-9a-f]{32}|_\d{9,12})$/u;

/** The name without the id of an export. */
export function withoutExportId(name: string): string {
  return name.length > 10 ? name.replace(EXPORT_ID, "") : name;
}

/** A skill has a format of its own (R5), and a name for its file. */
export function isSkillFile(path: string): boolean {
  return SKILL.test(path);
}

const SKILL = /(?:^|\/)skill\.md$/i;

function withoutExtension(name: string): string {
  return name.endsWith(".md") ? name.slice(0, -3) : name.replace(/\.mdx?$/iu, "");
}

export interface Identified {
  readonly path: string;
  readonly type: string;
}

/**
 * The ids of all notes of a vault, in their order (R3.2); a hole has none. Notes that would share one all get their path instead,
 * and a hash of it where even that is shared (`a b.md` and `a-b.md`): were one of them to keep the short id, a new file could make it
 * mean another note. So an id depends on which notes there are, and not on their order.
 */
export function noteIds(notes: readonly (Identified | undefined)[]): readonly NodeId[] {
  const types = new Map<string, string>();
  const ids = notes.map((note) =>
    note === undefined ? "" : `${typeSlug(types, note.type)}:${slug(stemOf(note.path))}`,
  );
  const shared = repeated(ids);
  if (shared.size > 0) makeUnique(notes, ids, shared);
  return ids.map((id) => (id === "" ? ("" as NodeId) : nodeId(id)));
}

/** A vault has few types. */
function typeSlug(known: Map<string, string>, type: string): string {
  const made = known.get(type) ?? slug(type);
  known.set(type, made);
  return made;
}

function makeUnique(notes: readonly (Identified | undefined)[], ids: string[], shared: ReadonlySet<string>): void {
  for (const [index, id] of ids.entries()) if (shared.has(id)) ids[index] = longId(notes[index]);
  const still = repeated(ids);
  for (const [index, id] of ids.entries())
    if (still.has(id)) ids[index] = `${id}-${textHash(notes[index]?.path ?? "")}`;
  const clashing = repeated(ids);
  if (clashing.size === 0) return;
  const taken = new Set(ids);
  for (const index of byPath(notes, ids, clashing)) {
    let id = ids[index] ?? "";
    while (taken.has(id)) id = `${id}-${textHash(id)}`;
    taken.add(id);
    ids[index] = id;
  }
}

function longId(note: Identified | undefined): string {
  return note === undefined ? "" : `${slug(note.type)}:${slug(note.path.replace(/\.mdx?$/iu, ""))}`;
}

function repeated(ids: readonly string[]): ReadonlySet<string> {
  const once = new Set<string>();
  const more = new Set<string>();
  for (const id of ids) {
    if (id === "") continue;
    const before = once.size;
    once.add(id);
    if (once.size === before) more.add(id);
  }
  return more;
}

/** Where two hashes are the same, or a file is called like another's hash. */
function byPath(
  notes: readonly (Identified | undefined)[],
  ids: readonly string[],
  clashing: ReadonlySet<string>,
): readonly number[] {
  const pathAt = (index: number) => notes[index]?.path ?? "";
  return [...ids.keys()]
    .filter((index) => clashing.has(ids[index] ?? ""))
    .sort((a, b) => (pathAt(a) < pathAt(b) ? -1 : 1));
}
