import { isLanguage } from "./config-text.js";
import type { Dialect, OtherPlace, SiteFacts } from "./dialect.js";
import type { Form } from "./forms.js";
import { macroText } from "./mdn-macros.js";
import type { SiteFiles } from "./site-files.js";

/** MDN's own: every page is an `index.md` that gives its address, and macros make links. */
export const mdn: Dialect = {
  name: "mdn",
  generator: "MDN",
  marks: ["front-matter-config.json"],
  facts: factsOf,
  mdx: "only .mdx",
  boxes: [],
  forms: ({ language = "en-us" }) => [macros(addressOf(language))],
  routes: { index: ["index"], slug: { keys: ["slug"], whole: true }, asFolder: false },
};

const ARGUMENT = "\"(?:[^\"\\\\\\n]|\\\\.){0,300}\"|'(?:[^'\\\\\\n]|\\\\.){0,300}'|[^\"'(){}]";

function macros(base: string): Form {
  return {
    pattern: new RegExp(
      `\\{\\{[ \\t\\n]*(\\w[\\w-]{0,60})[ \\t\\n]*(?:\\(((?:${ARGUMENT}){0,600})\\))?[ \\t\\n]*\\}\\}`,
      "g",
    ),
    shown: (_, name = "", given = "") => macroText(name.toLowerCase(), argumentsIn(given), base),
  };
}

function argumentsIn(given: string): readonly string[] {
  return [...given.matchAll(/"((?:[^"\\]|\\.){0,300})"|'((?:[^'\\]|\\.){0,300})'|([^\s,"']{1,100})/g)].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? "").replace(/\\(.)/g, "$1"),
  );
}

/** `en-us` is published as `/en-US/docs`. */
function addressOf(language: string): string {
  const [first = "", region] = language.split("-");
  return `/${region === undefined ? first : `${first}-${region.toUpperCase()}`}/docs`;
}

function factsOf({ folder, folders, inVault, wanted }: SiteFiles): SiteFacts | undefined {
  const languages = folders("files").filter(isLanguage);
  const language = languages.includes(wanted.language ?? "")
    ? wanted.language
    : languages.includes("en-us")
      ? "en-us"
      : languages[0];
  const at = inVault(`files/${language}`);
  if (language === undefined || at === undefined) return undefined;
  const others = languages.flatMap((name): readonly OtherPlace[] => {
    const path = inVault(`files/${name}`);
    return name === language || path === undefined ? [] : [{ kind: "language", name, at: { folder: path } }];
  });
  const redirects = [`files/${language}/_redirects.txt`];
  return { folder, content: [{ folder: at, bases: [addressOf(language)] }], language, others, redirects };
}
