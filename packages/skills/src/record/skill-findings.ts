import { FINDINGS, type FindingTable } from "@pd/core";
import type { DiagnosticCode } from "@pd/core/markdown";

const QUOTES = "Write a text, in quotes.";
const SHORTEN = "Shorten it, and move details into the body.";

/** What `validateSkill` says of a SKILL.md, beside what core's reader says of any frontmatter. */
const OWN = {
  "file-missing": { severity: "error", what: "The folder has no SKILL.md.", fix: "Write one: pd skill init my-skill." },
  "file-name-case": { severity: "error", what: "The file of a skill is called SKILL.md.", fix: "Rename it." },
  "file-unreadable": {
    severity: "error",
    what: "The SKILL.md cannot be read.",
    fix: "Check its size and permissions.",
  },
  "frontmatter-missing": {
    severity: "error",
    what: "A skill needs a name and a description in its frontmatter.",
    fix: "Begin the file with ---, name:, description:, ---.",
  },
  "frontmatter-broken": {
    severity: "error",
    what: "The frontmatter of a skill cannot be read.",
    fix: "Write one key: value a line, between two lines of ---.",
  },
  "invisible-characters": {
    severity: "warning",
    what: "The file has characters that nobody sees, and that a model reads.",
    fix: "Delete them.",
  },
  "name-missing": { severity: "error", what: "A skill has no name.", fix: "Write name: as the folder is called." },
  "name-not-text": { severity: "error", what: "YAML reads the name as a number or another value.", fix: QUOTES },
  "name-pattern": {
    severity: "error",
    what: "A skill's name is lower-case letters and digits with single hyphens between them.",
    fix: "Write a name like pdf-forms.",
  },
  "name-too-long": { severity: "error", what: "A skill's name has more than 64 characters.", fix: "Shorten it." },
  "name-not-folder": {
    severity: "error",
    what: "A skill's name and its folder differ, and some tools go by the one, some by the other.",
    fix: "Give both the same name.",
  },
  "description-missing": {
    severity: "error",
    what: "A skill has no description, so that no model can choose it.",
    fix: "Say in one line what it does and when to use it.",
  },
  "description-not-text": { severity: "error", what: "YAML reads the description as another value.", fix: QUOTES },
  "description-too-long": { severity: "error", what: "A description has more than 1,024 characters.", fix: SHORTEN },
  "description-markup": {
    severity: "warning",
    what: "A description has tags in angle brackets, which a prompt may take for its own.",
    fix: "Take the angle brackets away.",
  },
  "license-not-text": { severity: "error", what: "The license is empty, or YAML reads another value.", fix: QUOTES },
  "compatibility-not-text": {
    severity: "error",
    what: "compatibility is empty, or YAML reads another value.",
    fix: QUOTES,
  },
  "compatibility-too-long": { severity: "error", what: "compatibility has more than 500 characters.", fix: SHORTEN },
  "metadata-not-map": { severity: "error", what: "metadata is not a map.", fix: "Write key: value lines below it." },
  "metadata-not-text": {
    severity: "error",
    what: "A value in metadata is not a text.",
    fix: "Put quotes around numbers and dates.",
  },
  "allowed-tools-form": {
    severity: "error",
    what: "allowed-tools is neither a text nor a list of texts.",
    fix: "Write allowed-tools: Read Grep.",
  },
  "allowed-tools-separator": {
    severity: "info",
    what: "allowed-tools is parted by commas or is a list; the specification has blanks.",
    fix: "Write the names with blanks between them.",
  },
  "key-unknown": {
    severity: "error",
    what: "The format of skills has no such key; other tools may refuse the skill.",
    fix: "Put it under metadata.",
  },
  "key-of-some-agents": {
    severity: "info",
    what: "Some agents read this key, and the specification does not have it.",
    fix: "Leave it, or put it under metadata.",
  },
  "flag-not-boolean": { severity: "error", what: "A flag is neither true nor false.", fix: "Write true or false." },
  "body-empty": { severity: "warning", what: "A skill has no instructions.", fix: "Write them below the frontmatter." },
  "body-many-tokens": {
    severity: "info",
    what: "The body is longer than the specification recommends.",
    fix: "Move details into files beside it.",
  },
  "body-many-lines": {
    severity: "info",
    what: "The body has more lines than the specification recommends.",
    fix: "Move details into files beside it.",
  },
  "link-missing": { severity: "warning", what: "A link leads to a file that is missing.", fix: "Correct the link." },
  "link-case": {
    severity: "warning",
    what: "A link and its file differ in capitals, which some systems do not forgive.",
    fix: "Write the name as the file has it.",
  },
  "link-outside": {
    severity: "warning",
    what: "A link leads outside the skill's folder, where agents do not read.",
    fix: "Copy the file into the folder.",
  },
  "link-too-deep": {
    severity: "warning",
    what: "A linked file lies deeper than files of skills are listed.",
    fix: "Move it up.",
  },
  "link-hidden": {
    severity: "warning",
    what: "A linked file's name begins with a dot: such files are not read.",
    fix: "Rename it.",
  },
  "link-form": {
    severity: "warning",
    what: "A link has a form that other systems do not read.",
    fix: "Write a relative path with / between its parts.",
  },
  "links-unchecked": {
    severity: "info",
    what: "There are more links than are looked up.",
    fix: "Move some of the text into files beside it.",
  },
} as const satisfies FindingTable;

/** Everything that `validateSkill` can find. Closed. */
export type SkillFindingCode = DiagnosticCode | keyof typeof OWN;

const FRONTMATTER = "frontmatter-";

/** What the codes of `validateSkill` mean, and what to do about each. */
export const SKILL_FINDINGS: FindingTable<SkillFindingCode> = /* @__PURE__ */ Object.fromEntries([
  ...Object.entries(FINDINGS).flatMap(([code, kind]) =>
    code.startsWith(FRONTMATTER) ? [[code.slice(FRONTMATTER.length), kind]] : [],
  ),
  ...Object.entries(OWN),
]);
