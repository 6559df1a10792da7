import type { Frontmatter } from "../../markdown/frontmatter/frontmatter.js";
import { MORE_TEXT_NAMES, type MoreTexts } from "../../model/node.js";
import type { NoteLink } from "../notes/note.js";

/** What the frontmatter says of a note; a field that it does not have is not there. */
export interface FrontFields {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly domain: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  /** Further texts that level 1 shows. */
  readonly more: MoreTexts;
  /** Relations that it declares. */
  readonly links: readonly NoteLink[];
}

export function frontFields(front: Frontmatter): FrontFields {
  return {
    name: word(front, "name") ?? word(front, "title"),
    type: word(front, "type"),
    domain: word(front, "domain"),
    description: word(front, "description"),
    tags: listed(front, "tags", "tag"),
    aliases: unique(listed(front, "aliases", "alias")),
    more: Object.fromEntries(MORE_TEXT_NAMES.map((name) => [name, word(front, name) ?? ""])),
    links: declaredLinks(front),
  };
}

/** Obsidian has tags and aliases as lists, and as words with commas or blanks between them. */
function listed(front: Frontmatter, plural: string, singular: string): readonly string[] {
  const found: string[] = [];
  const hasOne = front.data.has(singular);
  if (!hasOne && !front.data.has(plural)) return found;
  const several = front.texts(plural);
  const written = hasOne ? [...several, ...front.texts(singular)] : several;
  for (const value of written) {
    const words =
      written.length === 1 && plural === "tags"
        ? value.split(/[,\s]+/u)
        : value.includes(",")
          ? value.split(",")
          : [value];
    for (const word of words) {
      const plain = word.trim();
      if (plain !== "" && plain !== "#") found.push(plain.startsWith("#") ? plain.slice(1) : plain);
    }
  }
  return found;
}

/** Relations that the frontmatter declares: names or wikilinks, one, several, or a list of them. */
function declaredLinks(front: Frontmatter): readonly NoteLink[] {
  if (!front.data.has("extends") && !front.data.has("contradicts")) return [];
  return (["extends", "contradicts"] as const).flatMap((relation) => {
    const line = front.line(relation) ?? 1;
    return references(front, relation).map(({ target, anchor }): NoteLink => {
      return { form: "declared", relation, target, anchor, text: "", start: 0, line };
    });
  });
}

/** What a relation names, in the order it is written: names, wikilinks, or both side by side. */
function references(front: Frontmatter, key: string): readonly { readonly target: string; readonly anchor: string }[] {
  return valuesOf(front, key)
    .flatMap(namesIn)
    .flatMap((name) => {
      const [target = "", anchor = ""] = (name.split("|")[0] ?? "").split("#");
      return target.trim() === "" ? [] : [{ target: target.trim(), anchor: anchor.trim() }];
    });
}

/** Unquoted, `[[Note]]` is a list in a list to YAML; what was written is a link all the same. */
function valuesOf(front: Frontmatter, key: string): readonly string[] {
  const written = front.text(key)?.trim();
  if (written !== undefined && /^\[\[[^[\]]+\]\]$/u.test(written)) return [written];
  const items = front.data.get(key);
  return front.texts(key).map((text, index) => {
    const isList = Array.isArray(items) && Array.isArray(items[index]) && !text.startsWith("[[");
    return isList || text.startsWith("[[[") ? text.replace(/^\[|\]$/gu, "") : text;
  });
}

/** A text without a wikilink is one name, commas and all; beside wikilinks, commas part names. */
function namesIn(value: string): readonly string[] {
  if (!value.includes("[[")) return [value];
  const names: string[] = [];
  let [at, plain, hasLink] = [0, "", false];
  const endPart = () => {
    if (!hasLink && plain.trim() !== "") names.push(plain);
    [plain, hasLink] = ["", false];
  };
  for (const match of value.matchAll(/\[\[([^[\]]{1,400})\]\]|,/gu)) {
    plain += value.slice(at, match.index);
    at = match.index + match[0].length;
    if (match[1] === undefined) endPart();
    else {
      names.push(match[1]);
      hasLink = true;
    }
  }
  plain += value.slice(at);
  endPart();
  return names;
}

/** A field that is there and says something; YAML's null says nothing. */
function word(front: Frontmatter, key: string): string | undefined {
  const value = front.data.get(key);
  if (value === undefined || value === null) return undefined;
  return (typeof value === "string" ? value : front.text(key))?.trim() || undefined;
}

export function unique(words: readonly string[]): readonly string[] {
  // A set for each note costs more than to look at the few words that most have.
  if (words.length <= 8 && words.every((one, index) => words.indexOf(one) === index)) return words;
  return [...new Set(words)];
}
