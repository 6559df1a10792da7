import type { DiagnosticCode } from "@pd/core/markdown";

const READ = "The frontmatter was read in spite of it.";
const QUOTE = "Put quotes around the value; the finding has the line to write.";
const INDENT = "Indent with blanks, all lines of a block alike.";

/** What can be said about frontmatter. Every code: a new one breaks the build here until it is explained. */
export const FRONTMATTER_EXPLANATIONS: Readonly<Record<DiagnosticCode, readonly [what: string, fix: string]>> = {
  "blank-before-fence": [`There are blank lines before the first ---. ${READ}`, "Begin the file with ---."],
  "fence-never-closed": [
    "The frontmatter begins with --- and does not end.",
    "Write --- on a line of its own after it.",
  ],
  "fence-language": [`The first --- has a word behind it. ${READ}`, "Write --- alone."],
  "not-a-map": ["Between the two --- there is no key: value.", "Write name: and description:, one a line."],
  "bare-carriage-return": [`Lines end as on an old Macintosh. ${READ}`, "Save the file with ordinary line ends."],
  "nul-character": ["There are NUL characters in the frontmatter.", "Save the file as text, in UTF-8."],
  "bad-utf8": ["The frontmatter is not UTF-8, and some characters were replaced.", "Save the file in UTF-8."],
  "too-large": ["The frontmatter is larger than is read.", "Move text from it into the body."],
  "too-deep": ["The frontmatter is nested deeper than is read.", "Write fewer levels."],
  "too-complex": ["The frontmatter is too complex to be read.", "Write plain key: value lines."],
  "duplicate-key": ["A key stands there twice; the first counts.", "Take one of them away."],
  "alias-ignored": ["An alias of YAML (*name) is not followed.", "Write the value out."],
  "tag-ignored": ["A tag of YAML (!name) means nothing here.", "Take it away."],
  "collection-as-key": ["A list or a map stands where a key should be, and was left out.", "Write a word as the key."],
  "unquoted-colon": [`A value has a colon and no quotes. ${READ}`, QUOTE],
  "stray-token": [`A value has a character in it that means something else in YAML. ${READ}`, QUOTE],
  "unbalanced-quote": [`A value opens with a quote and does not close it. ${READ}`, QUOTE],
  "inner-quote": [`A value in quotes has such quotes inside. ${READ}`, "Use the other kind of quotes around it."],
  "tab-indentation": [`A line is indented with tabs, which YAML does not allow. ${READ}`, INDENT],
  "bad-indentation": [`Lines of one block are not indented alike. ${READ}`, INDENT],
  "missing-blank": [`There is no blank after the colon. ${READ}`, "Write key: value."],
  "unindented-continuation": [`A value goes on in a line that is not indented. ${READ}`, INDENT],
  "unclosed-list": [`A list has no closing bracket. ${READ}`, "Write the ] at its end."],
  "stray-line": ["A line is no key: value, and was left out.", "Mend it, or take it away."],
};
