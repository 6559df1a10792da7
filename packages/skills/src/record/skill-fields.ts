import type { Frontmatter, FrontmatterValue } from "@pd/core/markdown";

/** The keys that a skill's frontmatter may have (R5.1); others are kept out of the way and named by `validate`. */
export const SKILL_KEYS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
  "version",
  "model",
  "disable-model-invocation",
  "user-invocable",
  "arguments",
  "argument-hint",
]);

const NOTHING: readonly string[] = Object.freeze([]);

const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const OPEN = 40;
const CLOSE = 41;
const COMMA = 44;

/** A one-line text as written; nothing where there is none. `~` and `null` are YAML's words for nothing. */
export function textField(frontmatter: Frontmatter, key: string): string | undefined {
  const value = frontmatter.data.get(key);
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? value : frontmatter.text(key);
  return text === undefined ? listAsText(frontmatter, key) : text.trim() || undefined;
}

/** `Name` or `DESCRIPTION` where the key itself is missing: the spelling that was used, if only one was. */
export function otherSpelling({ data }: Frontmatter, key: string): string | undefined {
  if (data.has(key)) return undefined;
  const spelled = [...data.keys()].filter((one) => one.length === key.length && one.toLowerCase() === key);
  return spelled.length === 1 ? spelled[0] : undefined;
}

/** A list where one text is meant. */
function listAsText(frontmatter: Frontmatter, key: string): string | undefined {
  return frontmatter.texts(key).join(", ").trim() || undefined;
}

/** Tools by spaces, commas or as a list (R5.1). `Bash(git add:*)` is one tool: nothing is split inside brackets. */
export function toolsField(frontmatter: Frontmatter): readonly string[] {
  const value = frontmatter.data.get("allowed-tools");
  if (value === undefined || value === null) return NOTHING;
  if (Array.isArray(value)) {
    const items = value.map((item: FrontmatterValue) => toolInMap(item)).filter((item) => item !== undefined);
    return once([...frontmatter.texts("allowed-tools"), ...items].flatMap((item) => splitTools(item, false)));
  }
  const text = typeof value === "string" ? value : (frontmatter.text("allowed-tools") ?? "");
  const known = toolLists.get(text);
  if (known !== undefined) return known;
  const tools = Object.freeze(once(splitTools(/^\[.*\]$/su.test(text) ? text.slice(1, -1) : text, true)));
  if (toolLists.size >= MOST_TOOL_LISTS) toolLists.clear();
  toolLists.set(text, tools);
  return tools;
}

/** `- WebFetch(domain: x)` is a map of one pair to YAML. */
function toolInMap(item: FrontmatterValue): string | undefined {
  if (!(item instanceof Map) || item.size !== 1) return undefined;
  const [[key, value]] = [...item] as [[string, FrontmatterValue]];
  const isTool = key.includes("(") && typeof value === "string" && value.endsWith(")");
  return isTool ? `${key}: ${value}` : undefined;
}

/** Many skills allow the same tools: one list serves them all. */
const toolLists = new Map<string, readonly string[]>();
const MOST_TOOL_LISTS = 256;

function once(items: readonly string[]): readonly string[] {
  return items.length === 0 ? NOTHING : [...new Set(items)];
}

function splitTools(text: string, atSpaces: boolean): readonly string[] {
  const parts = text.includes("(") ? splitOutside(text, atSpaces) : text.split(atSpaces ? /[\s,]+/u : ",");
  return parts.map(unquoted).filter((part) => part !== "");
}

/** Pieces between commas (and blanks) that stand in no brackets. */
function splitOutside(text: string, atSpaces: boolean): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPEN) depth += 1;
    else if (code === CLOSE && depth > 0) depth -= 1;
    else if (depth === 0 && (code === COMMA || (atSpaces && code <= SPACE))) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquoted(part: string): string {
  const text = part.trim();
  const first = text.charCodeAt(0);
  return (first === QUOTE || first === APOSTROPHE) && text.length > 1 && text.charCodeAt(text.length - 1) === first
    ? text.slice(1, -1)
    : text;
}

/** The names of declared arguments: words, a list of words, or a list of maps that have a `name`. */
export function argumentsField(frontmatter: Frontmatter): readonly string[] {
  const value = frontmatter.data.get("arguments");
  if (value === undefined || value === null) return NOTHING;
  if (!Array.isArray(value)) return once((frontmatter.text("arguments") ?? "").split(/[\s,]+/u).filter(Boolean));
  const named = value.map((item: FrontmatterValue, at) => {
    const name = item instanceof Map ? item.get("name") : item;
    return typeof name === "string" ? name : (frontmatter.texts("arguments")[at] ?? "");
  });
  return once(named.filter(Boolean));
}

/** `true`, and what people write for it in quotes or by habit of older YAML. */
export function flagField(frontmatter: Frontmatter, key: string): boolean {
  const value = frontmatter.data.get(key);
  if (value === undefined || typeof value === "boolean") return value === true;
  return /^(?:true|yes|on)$/iu.test(frontmatter.text(key)?.trim() ?? "");
}

/** The same for a flag that is on where it is not given. */
export function isSwitchedOff(frontmatter: Frontmatter, key: string): boolean {
  const value = frontmatter.data.get(key);
  if (value === undefined || typeof value === "boolean") return value === false;
  return /^(?:false|no|off)$/iu.test(frontmatter.text(key)?.trim() ?? "");
}

export interface MetadataField {
  readonly values: Readonly<Record<string, string>>;
  /** The keys whose values were no text, or an empty one for the whole field. */
  readonly notText: readonly string[];
}

/**
 * An object on which only its own keys are found: `__proto__` and `constructor` are keys like any other.
 * Made by a constructor, since V8 keeps what `Object.create(null)` gives in a table four times the size.
 */
class Bare {
  [key: string]: string;
}
Object.setPrototypeOf(Bare.prototype, null);
Reflect.deleteProperty(Bare.prototype, "constructor");

const EMPTY_METADATA: MetadataField = { values: Object.freeze(new Bare()), notText: NOTHING };

/** The string map `metadata` (R5.1). Numbers and the like are taken as written; what has no text of its own as JSON. */
export function metadataField(frontmatter: Frontmatter): MetadataField {
  const value = frontmatter.data.get("metadata");
  if (value === undefined || value === null) return EMPTY_METADATA;
  if (!(value instanceof Map)) return { ...EMPTY_METADATA, notText: [""] };
  const values = new Bare();
  let notText = NOTHING;
  for (const [key, item] of value) {
    if (typeof item === "string") values[key] = item;
    else {
      values[key] = frontmatter.text("metadata", key) ?? (item === null ? "" : JSON.stringify(plain(item)));
      notText = [...notText, key];
    }
  }
  return { values, notText };
}

/** A frontmatter value as JSON can have it. Without prototypes, for the keys are anybody's. */
export function plain(value: FrontmatterValue): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of value) object[key] = plain(item);
  return object;
}
