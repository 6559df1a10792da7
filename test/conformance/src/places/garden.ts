import type { Place } from "./place.js";

/**
 * A vault in which each kind of text has words that stand nowhere else, so that a leak shows at any door:
 * `DESC` may be seen from level 1, `CTX` from 2, `PREV` from 3, `BODY` at 4 only, `HIDDEN` never.
 */
const FRONT = (fields: Readonly<Record<string, string>>) =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("")}---\n\n`;

const lettered = (key: string, name: string, links: readonly string[], filler = "") =>
  [
    `# ${name}`,
    `Opening words PREV-${key}.`,
    ...links.map((target) => `See [[${target}]] for CTX-${key}-${target.toLowerCase()}.`),
    "## Details",
    `Details PREV-${key}-details.`,
    `Only in full: BODY-${key}. ${filler}`.trim(),
    "### Deeper",
    `Deeper PREV-${key}-deeper.`,
    `The deepest words BODY-${key}-deeper.`,
  ].join("\n\n");

const sections = [
  "Text before the first heading.",
  "# Sections",
  "First paragraph PREV-sections.",
  "```sh\n# FENCED-heading is code\n```",
  "    # INDENTED-heading is code",
  "<!--\n# COMMENTED-heading\n-->",
  "Setext heading\n--------------",
  "Under setext PREV-setext.",
  "## Closed by hashes ##",
  "- a list PREV-list\n- with items",
  "## Long preview",
  Array.from({ length: 150 }, (_, at) => `word${at}`).join(" "),
  "## 漢字の見出し",
  "漸進式揭露".repeat(60),
  "## Only code",
  "```js\nconst PREV_code = 1;\n```",
  "## Twice",
  "First of two PREV-twice-1.",
  "## Twice",
  "Second of two PREV-twice-2.",
].join("\n\n");

const links = [
  "# Links",
  "A wiki link to [[Alpha]] CTX-wiki.",
  "An alias to [[Beta|the second letter]] CTX-alias.",
  "A heading [[Gamma#Details]] CTX-heading.",
  "An embed ![[Delta]] CTX-embed.",
  "A relative [link](letters/alpha.md) CTX-relative.",
  "An encoded [link](spaced%20name.md) CTX-encoded.",
  "A case [[aLPHA]] CTX-case.",
  "Nothing [[Nowhere]] CTX-broken.",
  "In code `[[Orphan]]` CTX-code.",
  "```\n[[Orphan]] in a fence\n```",
  "[An address](https://example.org/alpha.md) CTX-web.",
].join("\n\n");

export const garden: Place = {
  name: "garden",
  files: {
    "index.md":
      FRONT({ name: "Garden", description: "Where everything begins: DESC-index", type: "moc" }) +
      lettered("index", "Garden", ["Alpha", "Beta", "Gamma", "Delta"]),
    "letters/alpha.md":
      FRONT({
        name: "Alpha",
        description: "What DESC-alpha says",
        tags: "[primordial, letters]",
        aliases: '["The First"]',
        extends: '"[[Beta]]"',
        contradicts: '"[[Gamma]]"',
      }) + lettered("alpha", "Alpha", ["Beta"]),
    "letters/beta.md":
      FRONT({ name: "Beta", description: "What DESC-beta says", tags: "[letters]", aliases: "[The second]" }) +
      lettered("beta", "Beta", ["Gamma"]),
    "letters/gamma.md": FRONT({ name: "Gamma", description: "What DESC-gamma says" }) + lettered("gamma", "Gamma", []),
    "rivers/delta.md":
      FRONT({ name: "Delta", description: "What DESC-delta says", type: "essay" }) +
      lettered("delta", "Delta", ["Alpha"], "A long paragraph about the delta of a river. ".repeat(200)),
    "rivers/漢字.md":
      FRONT({ name: "漢字", description: "漸進式揭露 DESC-han" }) +
      lettered("han", "漢字", [], "漸進式揭露讓代理人只讀需要的內容。".repeat(20)),
    "languages/c.md": "# C\n\nA language with pointers.\n",
    "languages/c++.md": "# C++\n\nA language with classes.\n",
    "languages/c#.md": "# C#\n\nA language with a runtime.\n",
    "a/readme.md": "# Readme\n\nThe first of two with one name.\n",
    "b/readme.md": "# Readme\n\nThe second of two with one name.\n",
    "sections.md": sections,
    "links.md": FRONT({ description: "Every way to lead elsewhere DESC-links" }) + links,
    "bare.md": "Just a sentence without anything. And another BODY-bare.\n",
    "empty.md": "",
    "orphan.md": `${FRONT({ name: "Orphan", description: "Nobody leads here DESC-orphan" })}# Orphan\n\nAlone.\n`,
    "spaced name.md": "# Spaced name\n\nIts file has a space.\n",
    "crlf.md":
      "---\r\nname: Windows\r\ndescription: Lines that end twice\r\n---\r\n\r\n# Windows\r\n\r\nOne line PREV-crlf.\r\n",
    "bom.md": "\uFEFF---\nname: Marked\ndescription: Begins with a mark\n---\n\n# Marked\n\nText.\n",
    "tools/pdf-forms/SKILL.md":
      "---\nname: pdf-forms\ndescription: Fill PDF forms\n---\n\n# PDF forms\n\nFill them BODY-pdf.\n",
    "hub.md": `# Meeting place\n\n${["Alpha", "Beta", "Gamma", "Delta", "漢字", "C", "C++", "Sections", "Links", "Orphan2", "Bare"].map((name) => `- [[${name}]]`).join("\n")}\n`,
    "circle-one.md": "# Circle one\n\nGoes to [[Circle two]].\n",
    "circle-two.md": "# Circle two\n\nGoes to [[Circle one]].\n",
    "node_modules/hidden.md": "# Hidden\n\nHIDDEN-modules\n",
    ".obsidian/hidden.md": "# Hidden\n\nHIDDEN-obsidian\n",
    ".git/hidden.md": "# Hidden\n\nHIDDEN-git\n",
    "dist/hidden.md": "# Hidden\n\nHIDDEN-dist\n",
    ".pdignore": "private/\n*.draft.md\n",
    "private/secret.md": "# Secret\n\nHIDDEN-private\n",
    "idea.draft.md": "# Draft\n\nHIDDEN-draft\n",
    "not-markdown.txt": "HIDDEN-text",
  },
};
