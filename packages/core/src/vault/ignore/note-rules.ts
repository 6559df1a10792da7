import type { Frontmatter } from "../../markdown/frontmatter/frontmatter.js";
import { takeOutHidden } from "../../markdown/hidden/shown-text.js";
import type { Site } from "../dialects/site.js";

/** How notes of a folder are read, and which of them are left out for what they say of themselves. */
export interface NoteRules {
  /** Tells these rules from others: what was read by others is read anew. */
  readonly key: string;
  /** Obsidian's way: a note is called as its file is, and its heading is an alias. */
  readonly namedByFile: boolean;
  /** Logseq's way: the first lines of a page are its properties. */
  readonly logseq: boolean;
  /** The documentation site that they belong to, if any. */
  readonly site: Site | undefined;
  /** A file as its reader sees it. Works in the bytes it is given. */
  shown(bytes: Buffer, path: string): Buffer;
  hides(front: Frontmatter, beside: BesideFrontmatter): boolean;
}

/** What a note says of itself outside of its frontmatter. */
export interface BesideFrontmatter {
  /** Asked for only where a rule is about tags. */
  bodyTags(): readonly string[];
  /** Logseq's `key:: value`, by lower-case key. */
  readonly properties?: ReadonlyMap<string, string> | undefined;
}

/** `tag:private`, `property:status=draft`, `property:secret`: a line of a `.pdignore` that is about what a note says, and not about its path. */
const PREDICATE = /^(tag|property):(.+)$/su;

export function isPredicate(line: string): boolean {
  return PREDICATE.test(line);
}

/** Drawings that are kept in markdown files: their text is data. */
const DRAWING = "excalidraw-plugin";

export function createNoteRules(
  lines: readonly string[],
  { namedByFile = false, logseq = false, site }: Partial<Pick<NoteRules, "namedByFile" | "logseq" | "site">> = {},
): NoteRules {
  const tags: string[] = [];
  // In any vault: whoever writes it wants the note kept to themselves.
  const properties: (readonly [key: string, value: string | undefined])[] = [
    ["publish", "false"],
    [DRAWING, undefined],
  ];
  for (const line of lines) {
    const [, kind, value = ""] = PREDICATE.exec(line) ?? [];
    if (kind === "tag") tags.push(plain(value).replace(/^#/u, ""));
    else if (kind === "property") properties.push(propertyOf(value));
  }
  return {
    key: JSON.stringify([namedByFile, logseq, tags, properties, ...(site === undefined ? [] : [site.key])]),
    namedByFile,
    logseq,
    site,
    shown: site?.shown ?? takeOutHidden,
    hides(front, { bodyTags, properties: beside = NO_PROPERTIES }) {
      if (properties.some(([key, value]) => has(front, key, value) || hasBeside(beside, key, value))) return true;
      if (tags.length === 0) return false;
      const own = [...front.texts("tags"), ...front.texts("tag")].flatMap((text) => text.split(/[,\s]+/u));
      return [...own, ...bodyTags()].some((tag) => isBelowOne(plain(tag).replace(/^#/u, ""), tags));
    },
  };
}

export const PLAIN_NOTES: NoteRules = createNoteRules([]);

function propertyOf(value: string): readonly [string, string | undefined] {
  const equals = value.indexOf("=");
  return equals < 0 ? [value.trim(), undefined] : [value.slice(0, equals).trim(), plain(value.slice(equals + 1))];
}

const NO_PROPERTIES: ReadonlyMap<string, string> = new Map();

function hasBeside(properties: ReadonlyMap<string, string>, key: string, value: string | undefined): boolean {
  const said = properties.get(key.toLowerCase());
  if (said === undefined || value === undefined) return said !== undefined;
  return said.split(",").some((one) => plain(one) === value);
}

function has(front: Frontmatter, key: string, value: string | undefined): boolean {
  if (!front.data.has(key)) return false;
  return value === undefined || front.texts(key).some((text) => plain(text) === value);
}

/** A tag covers those below it, as in Obsidian: `work` covers `work/secret`. */
function isBelowOne(tag: string, tags: readonly string[]): boolean {
  return tags.some((one) => tag === one || tag.startsWith(`${one}/`));
}

function plain(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}
