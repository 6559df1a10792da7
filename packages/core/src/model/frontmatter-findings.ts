import type { FindingTable } from "./finding-table.js";

const READ = "The frontmatter was read anyway.";
const QUOTE = "Put quotes around the value; the finding has the line to write.";
const INDENT = "Indent with blanks, all lines of a block alike.";

/** Everything that the reader of frontmatter can have to say about a file. */
const MEANINGS = {
  "blank-before-fence": {
    what: `There are blank lines before the first ---. ${READ}`,
    fix: "Begin the file with ---.",
  },
  "fence-never-closed": {
    what: "The frontmatter begins with --- and does not end.",
    fix: "Write --- on a line of its own after it.",
  },
  "fence-language": { what: `The first --- has a word behind it. ${READ}`, fix: "Write --- alone." },
  "not-a-map": {
    what: "Between the two --- there is no key: value.",
    fix: "Write name: and description:, one a line.",
  },
  "bare-carriage-return": {
    what: `Lines end with a carriage return alone. ${READ}`,
    fix: "Save the file with ordinary line ends.",
  },
  "nul-character": { what: "There are NUL characters in the frontmatter.", fix: "Save the file as text, in UTF-8." },
  "bad-utf8": {
    what: "The frontmatter is not UTF-8, and some characters were replaced.",
    fix: "Save the file in UTF-8.",
  },
  "too-large": { what: "The frontmatter is too large to be read.", fix: "Move text from it into the body." },
  "too-deep": { what: "The frontmatter is nested too deeply to be read.", fix: "Write fewer levels." },
  "too-complex": { what: "The frontmatter is too complex to be read.", fix: "Write plain key: value lines." },
  "duplicate-key": { what: "A key appears twice; the first one is used.", fix: "Take one of them away." },
  "alias-ignored": { what: "A YAML alias (*name) is not followed.", fix: "Write the value out." },
  "tag-ignored": { what: "A YAML tag (!name) is ignored.", fix: "Take it away." },
  "collection-as-key": {
    what: "A list or a map is used as a key, and was left out.",
    fix: "Write a word as the key.",
  },
  "unquoted-colon": { what: `A value has a colon and no quotes. ${READ}`, fix: QUOTE },
  "stray-token": { what: `A value has a character in it that means something else in YAML. ${READ}`, fix: QUOTE },
  "unbalanced-quote": { what: `A value opens with a quote and does not close it. ${READ}`, fix: QUOTE },
  "inner-quote": {
    what: `A value in quotes has such quotes inside. ${READ}`,
    fix: "Use the other kind of quotes around it.",
  },
  "tab-indentation": { what: `A line is indented with tabs, which YAML does not allow. ${READ}`, fix: INDENT },
  "bad-indentation": { what: `Lines of one block are not indented alike. ${READ}`, fix: INDENT },
  "missing-blank": { what: `There is no blank after the colon. ${READ}`, fix: "Write key: value." },
  "unindented-continuation": { what: `A value goes on in a line that is not indented. ${READ}`, fix: INDENT },
  "unclosed-list": { what: `A list has no closing bracket. ${READ}`, fix: "Write the ] at its end." },
  "stray-line": {
    what: "A line is not of the form key: value, and was left out.",
    fix: "Correct it, or take it away.",
  },
} as const satisfies Readonly<Record<string, { readonly what: string; readonly fix: string }>>;

/** Closed, so that a caller's `switch` stays exhaustive. */
export type DiagnosticCode = keyof typeof MEANINGS;

export type FrontmatterFindingCode = `frontmatter-${DiagnosticCode}`;

export const FRONTMATTER_FINDINGS = /* @__PURE__ */ Object.fromEntries(
  Object.entries(MEANINGS).map(([code, meaning]) => [`frontmatter-${code}`, { severity: "warning", ...meaning }]),
) as FindingTable<FrontmatterFindingCode>;
