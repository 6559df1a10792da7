/** Macros that make a link of the name that they are given: where such pages lie. */
const PLACES: ReadonlyMap<string, (name: string) => string> = new Map<string, (name: string) => string>([
  ["domxref", (name) => `Web/API/${member(name)}`],
  ["cssxref", (name) => `Web/CSS/${name.replace(/^(?:<|&lt;)|(?:>|&gt;)$/g, "").replace(/\(\)$/, "")}`],
  ["jsxref", (name) => `Web/JavaScript/Reference/${inReference(name) ? name : `Global_Objects/${member(name)}`}`],
  ["htmlelement", (name) => `Web/HTML/Reference/Elements/${name}`],
  ["svgelement", (name) => `Web/SVG/Reference/Element/${name}`],
  ["svgattr", (name) => `Web/SVG/Reference/Attribute/${name}`],
  ["mathmlelement", (name) => `Web/MathML/Reference/Element/${name}`],
  ["httpheader", (name) => `Web/HTTP/Reference/Headers/${name}`],
  ["httpstatus", (name) => `Web/HTTP/Reference/Status/${name}`],
  ["httpmethod", (name) => `Web/HTTP/Reference/Methods/${name}`],
  ["csp", (name) => `Web/HTTP/Reference/Headers/Content-Security-Policy/${name}`],
  ["glossary", (name) => `Glossary/${name}`],
  ["webextapiref", (name) => `Mozilla/Add-ons/WebExtensions/API/${member(name)}`],
]);

/** Elements are shown in their brackets. */
const ELEMENTS = new Set(["htmlelement", "svgelement", "mathmlelement"]);

/** Macros that are a word to the reader. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["optional_inline", "(optional)"],
  ["readonlyinline", "(read only)"],
  ["experimental_inline", "(experimental)"],
  ["deprecated_inline", "(deprecated)"],
  ["non-standard_inline", "(non-standard)"],
]);

/** What a macro shows; nothing where it shows what stands elsewhere: tables of browsers, examples, sidebars. */
export function macroText(macro: string, given: readonly string[], base: string): string {
  const [name = "", text = "", anchor = ""] = given;
  if (macro === "rfc") return `RFC ${name}`;
  if (macro.startsWith("previous") || macro.startsWith("next")) return neighbours(macro, given, base);
  const place = PLACES.get(macro);
  if (place === undefined || name === "") return WORDS.get(macro) ?? "";
  const shown = text !== "" ? text : ELEMENTS.has(macro) ? `<${name}>` : name;
  const plain = macro === "glossary" || /[`[\]]/.test(shown) ? shown.replace(/[[\]]/g, "") : `\`${shown}\``;
  const part = anchor.startsWith("#") ? anchor : "";
  return `[${plain}](${addressOf(`${base}/${place(name)}${part}`)})`;
}

/** `{{PreviousMenuNext("A", "B", "C")}}`: the pages before and after. */
function neighbours(macro: string, given: readonly string[], base: string): string {
  const pages = given.filter((page) => page !== "");
  const labels =
    /^previousmenunext|^previousnext/.test(macro) && given[0] === ""
      ? ["Next"]
      : macro.startsWith("next")
        ? ["Next"]
        : ["Previous", "Next"];
  const ends = macro.includes("menu") ? pages.slice(0, -1) : pages;
  return ends.map((page, at) => `[${labels[at] ?? "Next"}](${addressOf(`${base}/${page}`)})`).join(" ");
}

/** `Array.prototype.map()` is the page `Array/map`. */
function member(name: string): string {
  return name
    .replace(/\(.*\)$/, "")
    .replace(/\.prototype\./, ".")
    .replaceAll(".", "/");
}

function inReference(name: string): boolean {
  return /^(?:Statements|Operators|Functions|Classes|Global_Objects|Errors|Regular_expressions|Lexical_grammar|Template_literals|Iteration_protocols|Strict_mode)\b/.test(
    name,
  );
}

function addressOf(address: string): string {
  return address
    .replaceAll(" ", "_")
    .replace(/[()<>"]/g, (character) =>
      encodeURIComponent(character).replace(/[()]/g, (one) => (one === "(" ? "%28" : "%29")),
    );
}
