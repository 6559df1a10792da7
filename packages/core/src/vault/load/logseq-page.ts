/** What a Logseq page says of itself in its first lines (`key:: value`), and what it is called. */
export interface LogseqPage {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly description: string | undefined;
  readonly type: string | undefined;
  /** Every property by its key. */
  readonly properties: ReadonlyMap<string, string>;
}

const PROPERTY = /^(?:-[ \t]+|[ \t]+)?([A-Za-z][\w-]*)::(?:[ \t]+(.*))?$/u;
/** More lines of properties than a page begins with. */
const MOST_LINES = 40;

/** The text is UTF-8 decoded as latin1. */
export function logseqPage(path: string, text: string, bodyStart: number): LogseqPage {
  const properties = propertiesIn(text, bodyStart);
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  const day = /^(\d{4})[_-](\d{2})[_-](\d{2})$/u.exec(file);
  const called = day === null ? pageName(file) : `${day[1]}-${day[2]}-${day[3]}`;
  const title = properties.get("title");
  const days = day === null ? [] : [longDate(Number(day[1]), Number(day[2]), Number(day[3]))];
  return {
    name: title ?? called,
    aliases: [...(title === undefined ? [] : [called]), ...days, ...names(properties.get("alias"))],
    tags: names(properties.get("tags")),
    description: properties.get("description"),
    type: properties.get("type"),
    properties,
  };
}

function propertiesIn(text: string, bodyStart: number): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  let at = bodyStart;
  for (let line = 0; line < MOST_LINES && at < text.length; line += 1) {
    const end = text.indexOf("\n", at);
    const [, key, value = ""] = PROPERTY.exec(text.slice(at, end < 0 ? text.length : end).replace(/\r$/u, "")) ?? [];
    if (key === undefined) break;
    properties.set(key.toLowerCase(), Buffer.from(value, "latin1").toString("utf8").trim());
    if (end < 0) break;
    at = end + 1;
  }
  return properties;
}

/** `a___b` and `a%2Fb` are pages of a namespace: `a/b`. */
function pageName(file: string): string {
  const plain = file.replaceAll("___", "/");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** `[[a]], b, #c`: what stands between commas, without brackets. */
function names(value: string | undefined): readonly string[] {
  const parts = (value ?? "").split(",").map((part) => part.trim().replace(/^#?(?:\[\[(.*)\]\])$|^#/u, "$1"));
  return parts.filter((part) => part !== "");
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** How Logseq calls a day unless it is told otherwise: `Jan 15th, 2024`. */
function longDate(year: number, month: number, day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13;
  const ending = teen ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${MONTHS[month - 1] ?? month} ${day}${ending}, ${year}`;
}
