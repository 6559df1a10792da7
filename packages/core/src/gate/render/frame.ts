import { LEVEL_NAMES } from "../../model/level.js";
import { RELATIONS } from "../../model/node.js";
import { type TokenCounter, type Tokens, tokens } from "../../model/tokens.js";
import { printable } from "../../text/printable.js";

/*
 * An answer as text, and a skill that is invoked, are lines of pd's own around text of others:
 *
 *   ## [full] concepts/policy.md Policy                a head
 *   - [scan] concepts/budgets.md (640 tokens): …       an entry of a list
 *     - extends note:levels: …                         a link
 *   @12 Limits > Tokens                                a passage of the note above, by its first line
 *   [session pds_…] [more: cursor …] [A sentence.]
 *   [412 of 2000 tokens; 3 left out; 10 scan]
 *   Base directory for this skill: …
 *   ARGUMENTS: …
 *
 * A line of content that would read like one gets a backslash before it. Ordinary text costs nothing, and the same text gives the same bytes
 * (R6.6), which a random mark would not.
 */

/** What may stand before such a line, or within it, and not be seen, or mean nothing: what replaced a control character, too. */
const BLANK = String.raw`[\t\p{Zs}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffd]`;
const LEVEL_WORD = `(?:${LEVEL_NAMES.join("|")})`;
/** Not `[full](link)`, `[full][link]` or `[full]: address`. */
const LEVEL = String.raw`\[${BLANK}*${LEVEL_WORD}${BLANK}*\](?![(\[:])`;
const RELATION = `[-*+]${BLANK}+(?:${RELATIONS.join("|")})`;

const ANSWER_LINE = [
  `#(?:${BLANK}*#){0,5}${BLANK}*${LEVEL}`,
  `[-*+]${BLANK}*${LEVEL}`,
  String.raw`${RELATION}${BLANK}+\S*:`,
  String.raw`\[${BLANK}*(?:${blankly("session pds_")}|${blankly("more: cursor ")})`,
  String.raw`\[${BLANK}*\d+${BLANK}+(?:of${BLANK}+\d+${BLANK}+)?tokens`,
  String.raw`\[${BLANK}*\p{Lu}.*[.?!]${BLANK}*\]${BLANK}*$`,
  String.raw`@${BLANK}*\d+(?:${BLANK}|-|$)`,
];
const SKILL_LINE = [`${blankly("Base directory for this skill")}${BLANK}*:`, `ARGUMENTS${BLANK}*:`];

/** However wide its blanks are. */
function blankly(words: string): string {
  return words.replaceAll(" ", `${BLANK}+`);
}

/** A quick look, without line starts: most texts have none of these anywhere. */
const ANSWER_HINT = String.raw`\[${BLANK}*(?:${LEVEL_WORD}${BLANK}*\]|session|more:|\d+${BLANK}+(?:of|tokens))|[.?!]${BLANK}*\]|${RELATION}|@${BLANK}*\d`;
const SKILL_HINT = /Base|ARGUMENTS/;

// Made when they are first asked for: an answer as JSON does without, and each takes a good part of a millisecond.
let answerHint: RegExp | undefined;
let answerStart: RegExp | undefined;
let skillStart: RegExp | undefined;

function lineStart(lines: readonly string[]): RegExp {
  return new RegExp(`^(${BLANK}*)(?=${lines.join("|")})`, "gmu");
}

/** Content in which no line reads like one that pd writes around nodes. */
export function escapeAnswerLines(text: string): string {
  answerHint ??= new RegExp(ANSWER_HINT, "u");
  if (!answerHint.test(text)) return text;
  answerStart ??= lineStart(ANSWER_LINE);
  return text.replace(answerStart, "$1\\");
}

/** Content in which no line reads like one that pd writes around the body of a skill. */
export function escapeSkillLines(text: string): string {
  if (!SKILL_HINT.test(text)) return text;
  skillStart ??= lineStart(SKILL_LINE);
  return text.replace(skillStart, "$1\\");
}

/** A text as it stands in an answer: with an argument, it is a skill with pd's own lines, of which its source has escaped the rest. */
export function inFrame(text: string, argument: string | undefined): string {
  return escapeAnswerLines(argument === undefined ? escapeSkillLines(text) : text);
}

/** What stands around a text in a node as JSON, up to the seams: behind `full` and before `tags`. */
export const JSON_AROUND = { before: '":"', after: '"},"' } as const;

/**
 * What a framed text adds to a node as text. It stands behind an empty line, and one behind it; a slash would go with the line ends before it,
 * which takes a token more at the most.
 */
export function textCost(framed: string, counter: TokenCounter): number {
  const { parts } = counter;
  if (parts === undefined) return counter.count(framed);
  const text = framed.trim();
  if (text === "") return 0;
  return parts.units(`${text}\n\n`) + (text.startsWith("/") ? 1 : 0);
}

/** What a text costs as it is delivered: as text in an answer, and as a JSON string, which needs no escape of lines. */
export function priceOf(
  text: string,
  counter: TokenCounter,
  argument?: string,
): { readonly text: Tokens; readonly json: Tokens } {
  const plain = printable(text);
  const json = JSON.stringify(plain);
  const { parts } = counter;
  return {
    text: tokens(textCost(inFrame(plain, argument), counter)),
    json: tokens(
      parts === undefined
        ? counter.count(json)
        : parts.units(`${JSON_AROUND.before}${json.slice(1, -1)}${JSON_AROUND.after}`),
    ),
  };
}
