import type { Form } from "./forms.js";

const OPEN = "\\{\\{[<%]-?[ \\t\\n]*";
const REST = '((?:"[^"]{0,8000}"|`[^`]{0,8000}`|[^"`{}>%]|%(?!\\}\\})|>(?!\\}\\})){0,1000}?)';
const CLOSE = "\\/?-?[>%]\\}\\}";
const END = `[ \\t]*${CLOSE}`;
const NOTICES = "note|tip|hint|info|caution|warning|danger|important|alert|callout|admonition|notice|attention";

/** Arguments that are shown, the first that is given. */
const SHOWN = /(?:^|\s)(?:text|title|header|heading|caption|label|name|tabName)=(?:"([^"]*)"|`([^`]*)`|([^\s"]+))/;
const FIRST = /^\s*"([^"]*)"|^\s*([^\s"=]+)(?=\s|$)/;

/** Hugo's shortcodes: text that they wrap stays, and so does text that they are given to show. */
export function shortcodeForms(settings: Readonly<Record<string, string>>): readonly Form[] {
  return [
    // Said to other authors.
    {
      pattern: new RegExp(`${OPEN}comment${END}`, "g"),
      until: new RegExp(`${OPEN}/[ \\t]*comment${END}`, "g"),
      shown: "",
      inCode: true,
    },
    {
      pattern: new RegExp(
        `^([ \\t]*)${OPEN}(${NOTICES})\\b${REST}${CLOSE}[ \\t]*\\n([\\s\\S]{0,5000}?)\\n[ \\t]*${OPEN}/[ \\t]*\\2${END}[ \\t]*$`,
        "gm",
      ),
      shown: (_, indent = "", kind = "", given = "", text = "") =>
        `${indent}:::${kindOf(kind, given)} ${argumentOf(given, SHOWN)}\n${text}\n${indent}:::`,
      inCode: true,
    },
    {
      pattern: new RegExp(`${OPEN}(?:ref|relref)\\b${REST}${CLOSE}`, "g"),
      shown: (_, given = "") =>
        (argumentOf(given, FIRST) || argumentOf(given, /path="([^"]*)"/)).replace(/[()\s]/g, ""),
      inCode: true,
    },
    // The text of another file is shown, which is a note of its own.
    {
      pattern: new RegExp(`${OPEN}(?:include|readfile)\\b${REST}${CLOSE}`, "g"),
      shown: (_, given = "") => {
        const file = argumentOf(given, FIRST) || argumentOf(given, /file="([^"]*)"/);
        return /\.mdx?$/.test(file) ? `![${file}](${encodeURI(file)})` : "";
      },
      inCode: true,
    },
    {
      pattern: new RegExp(`${OPEN}(/?[ \\t]*[\\w][\\w./-]{0,60})${REST}${CLOSE}`, "g"),
      shown: (_, name = "", given = "") => shownBy(name, given, settings),
      inCode: true,
    },
    // What a page shows as it stands.
    { pattern: /\{\{([<%])\/\*([\s\S]{0,500}?)\*\/([>%])\}\}/g, shown: "{{$1$2$3}}", inCode: true },
  ];
}

function shownBy(name: string, given: string, settings: Readonly<Record<string, string>>): string {
  if (name.startsWith("/")) return "";
  const first = argumentOf(given, FIRST);
  if (name === "param") return new Map(Object.entries(settings)).get(first) ?? "";
  if (name === "heading") return first;
  const term = argumentOf(given, /term_id="([^"]*)"/).replaceAll("-", " ");
  // A list of terms and pages of reference show what stands elsewhere.
  return name === "glossary_definition" ? "" : argumentOf(given, SHOWN) || term;
}

/** `alert color="warning"`, `callout type="tip"`: which notice it is. */
function kindOf(name: string, given: string): string {
  const kind = argumentOf(given, /(?:type|color|kind|style)="?(\w+)/) || argumentOf(given, /^\s*"?(\w+)"?\s*$/);
  return new RegExp(`^(?:${NOTICES})$`).test(kind)
    ? kind
    : /^(?:alert|callout|admonition|notice)$/.test(name)
      ? "note"
      : name;
}

function argumentOf(given: string, pattern: RegExp): string {
  return (
    pattern
      .exec(given)
      ?.slice(1)
      .find((group) => group !== undefined) ?? ""
  );
}
