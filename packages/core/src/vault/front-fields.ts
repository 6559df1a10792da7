import type { Frontmatter } from "../markdown/frontmatter.js";
import type { NoteLink } from "./note.js";

/** What the frontmatter says of a note; a field that it does not have is not there. */
export interface FrontFields {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly domain: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
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

/** Unquoted, `[[Note]]` is a list in a list to YAML; what was written is a link all the same. */
function references(front: Frontmatter, key: string): readonly { readonly target: string; readonly anchor: string }[] {
  const written = front.text(key);
  const values = written === undefined ? front.texts(key) : [written];
  return values.flatMap((value) => {
    const links = [...value.matchAll(/\[\[([^[\]]{1,400})\]\]/gu)].map(([, inner = ""]) => inner);
    const names = links.length > 0 ? links : written === undefined ? [value] : front.texts(key);
    return names.flatMap((name) => {
      const [target = "", anchor = ""] = (name.split("|")[0] ?? "").split("#");
      return target.trim() === "" ? [] : [{ target: target.trim(), anchor: anchor.trim() }];
    });
  });
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
