import type { Form } from "./forms.js";

// Links and includes that components of MDX make, as markdown has them. What is left of tags is taken out with the rest of MDX.

/** `import Part from "./_part.mdx"`: the text of another file is shown, which is a note of its own. */
export const PARTIALS: readonly Form[] = [
  {
    pattern: /^import\s+([A-Z]\w{0,60})\s+from\s+["']([^"'\n]{1,300}\.mdx?)["'];?[ \t]*$/gm,
    shown: "![$1]($2)",
  },
];

const ADDRESS = /\s(?:href|to)=(?:"([^"\n]{1,500})"|'([^'\n]{1,500})'|\{\s*["'`]([^"'`\n$]{1,500})["'`]\s*\})/;
const TITLE = /\s(?:title|label|text|name)=(?:"([^"\n]{1,300})"|'([^'\n]{1,300})')/;
const NAMES = "a|A|Link|NavLink|NextLink|Card|LinkCard|LinkButton|DocLink|IntraLink|ReadMoreLink|Button|ButtonLink";

/** `<Link to="/x">text</Link>`, `<a href="x">text</a>`, `<LinkCard title="Text" href="/x" />`. */
export const JSX_LINKS: readonly Form[] = [
  {
    pattern: new RegExp(`<(?:${NAMES})(\\s[^<>]{1,1000}?)(?:/>|>([^<>]{0,500})</(?:${NAMES})\\s*>)`, "g"),
    shown(match, attributes = "", inside = "") {
      const address = ADDRESS.exec(attributes)
        ?.slice(1)
        .find((group) => group !== undefined);
      if (address === undefined) return match;
      const title = TITLE.exec(attributes)
        ?.slice(1)
        .find((group) => group !== undefined);
      const text = inside.trim().replace(/\s+/g, " ") || title || address;
      return /[[\]]/.test(text) ? match : `[${text}](${address.replace(/[()\s]/g, encodeURIComponent)})`;
    },
  },
];
