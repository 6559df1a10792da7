// Facts that stand in configuration files, many of which are code. No code is run: what cannot be read as it stands is not known.

/** A text without the comments of JavaScript: those in strings stay. */
export function withoutComments(text: string): string {
  const pattern =
    /"(?:[^"\\\n]|\\.){0,4000}"|'(?:[^'\\\n]|\\.){0,4000}'|`(?:[^`\\]|\\.){0,4000}`|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g;
  return text.replace(pattern, (match) => (match.startsWith("/*") || match.startsWith("//") ? " " : match));
}

/** Every `key: "text"` (or `key = "text"`, or YAML's `key: text`) of these keys, in order, with its place. */
export function textsOf(
  text: string,
  ...keys: readonly string[]
): readonly { key: string; value: string; at: number }[] {
  const names = keys.join("|");
  const pattern = new RegExp(
    `(?<![\\w$.-])["']?(${names})["']?\\s*[:=]\\s*(?:"([^"\\n]{0,500})"|'([^'\\n]{0,500})'|\`([^\`$\\n]{0,500})\`)`,
    "g",
  );
  return [...text.matchAll(pattern)].map((match) => ({
    key: match[1] ?? "",
    value: match[2] ?? match[3] ?? match[4] ?? "",
    at: match.index,
  }));
}

/** The first of them. */
export function textOf(text: string, key: string): string | undefined {
  return textsOf(text, key)[0]?.value;
}

/** The value of a key at the left edge of YAML or TOML: quoted or not. */
export function plainValue(text: string, key: string): string | undefined {
  const match = new RegExp(`^${key}[ \\t]*[:=][ \\t]*(?:"([^"\\n]*)"|'([^'\\n]*)'|([^#\\n]*))`, "m").exec(text);
  const value = match?.[1] ?? match?.[2] ?? match?.[3]?.trim();
  return value === "" ? undefined : value;
}

/** What stands between the bracket behind a key and the one that closes it. */
export function blockOf(text: string, key: string): string | undefined {
  const start = new RegExp(`(?<![\\w$.-])["']?${key}["']?\\s*:\\s*(?:\\w{1,40}\\(\\s*)?[[{]`).exec(text);
  if (start === null) return undefined;
  let depth = 0;
  for (let at = start.index + start[0].length - 1; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return text.slice(start.index + start[0].length, at);
    }
  }
  return undefined;
}

/** `en`, `pt-BR`, `zh_Hans`: what a folder of a language is called. */
const LANGUAGES = new Set(
  "ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms my nb ne nl nn no pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi yo zh".split(
    " ",
  ),
);

export function isLanguage(name: string): boolean {
  const [, language = ""] = /^([a-z]{2,3})(?:[-_](?:[A-Za-z]{2}|[A-Z][a-z]{3}|[0-9]{3}|hans|hant))?$/u.exec(name) ?? [];
  return LANGUAGES.has(language);
}
