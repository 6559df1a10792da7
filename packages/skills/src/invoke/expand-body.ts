import { escapeControls, escapeSkillLines, PdError, printable } from "@pd/core";
import type { SkillMetadata } from "../record/skill-metadata.js";

/** What a body is invoked with. */
export interface Invocation {
  readonly baseDir: string;
  readonly args: string;
  /** Whether the frontmatter declares arguments: only then does `$0` mean one (R5.7). */
  readonly declaresArguments: boolean;
  /** For a text that a model reads: keeps body and arguments from writing the lines that are written here. */
  readonly escaped?: (text: string) => string;
}

/*
 * Everything that can be replaced, in one expression, so that one pass sees each character of the body once:
 *   $$ARGUMENTS    is the way to write $ARGUMENTS, with a position behind it or not
 *   $ARGUMENTS[0]  the first argument
 *   $ARGUMENTS     all of them, but not $ARGUMENTS_X
 *   ${SKILL_DIR}   and ${CLAUDE_SKILL_DIR}
 *   $0 to $9       but not $10, $1.50 or $1k, which are prices, nor $$1
 */
const PLACEHOLDER =
  /\$?\$ARGUMENTS(?![A-Za-z0-9_])(?:\[(\d{1,4})\])?|\$\{(?:CLAUDE_)?SKILL_DIR\}|(?<!\$)\$([0-9])(?![A-Za-z0-9_]|[.,][0-9])/g;

/**
 * A skill's body as the agent gets it (FR-004 to FR-006): its folder, a blank line, the body with its placeholders replaced, and the
 * arguments below it where the body has no place for all of them. What is put in is never looked at again.
 */
export function expandBody(
  body: string,
  { baseDir, args, declaresArguments, escaped = (text) => text }: Invocation,
): string {
  // On one line, whatever the folder is called: the line about it is pd's own.
  const folder = escapeControls(baseDir);
  const places = argumentPlaces(args);
  const text = withoutLeadingBlankLines(body).replace(
    PLACEHOLDER,
    (found: string, indexed: string | undefined, short: string | undefined) => {
      if (found.startsWith("$$")) return found.slice(1);
      if (found.startsWith("${")) return folder;
      if (short !== undefined) return declaresArguments ? (places.at(Number(short)) ?? found) : found;
      return indexed === undefined ? places.all() : (places.at(Number(indexed)) ?? found);
    },
  );
  // Only now: what is put in can complete a line.
  const whole = `Base directory for this skill: ${folder}\n\n${escaped(text)}`;
  if (places.areAllPut() || args.trim() === "") return whole;
  const blank = /\n[ \t]*\r?\n$/u.test(whole) ? "" : whole.endsWith("\n") ? "\n" : "\n\n";
  return `${whole}${blank}ARGUMENTS: ${escaped(args)}`;
}

interface ArgumentPlaces {
  all(): string;
  /** The argument at a position, counted from 0; nothing where none was given. */
  at(position: number): string | undefined;
  /** Whether `$ARGUMENTS` was met. Single positions do not count: an argument without a place of its own would be lost. */
  areAllPut(): boolean;
}

function argumentPlaces(args: string): ArgumentPlaces {
  let positions: readonly string[] | undefined;
  let isPut = false;
  let characters = 0;
  const counted = (text: string): string => {
    characters += text.length;
    if (characters > MOST_CHARACTERS) throw tooMuch();
    return text;
  };
  return {
    all() {
      isPut = true;
      return counted(args);
    },
    at(position) {
      positions ??= splitArguments(args);
      const argument = positions[position];
      return argument === undefined ? undefined : counted(argument);
    },
    areAllPut: () => isPut,
  };
}

/**
 * The same as a model gets it: control characters are replaced, and neither the body nor the arguments can write the lines that are written above.
 * Replaced first: a control character at the beginning of a line would hide what the line says.
 */
export function expandForModel(
  { baseDir, arguments: declared, argumentHint }: Invoked,
  body: string,
  args: string,
): string {
  const declaresArguments = declared.length > 0 || argumentHint !== undefined;
  return expandBody(body, { baseDir, args, declaresArguments, escaped: (text) => escapeSkillLines(printable(text)) });
}

type Invoked = Pick<SkillMetadata, "baseDir" | "arguments" | "argumentHint">;

/** What arguments may add to a body, over all places. */
const MOST_CHARACTERS = 16 * 2 ** 20;

function tooMuch(): PdError {
  return new PdError(
    "input-invalid",
    `The arguments would take more than ${MOST_CHARACTERS} characters in this skill`,
    {
      where: "args",
      fix: "Put the text into a file and give its path.",
    },
  );
}

/** The line about the folder brings its own blank line. */
function withoutLeadingBlankLines(body: string): string {
  return body.replace(/^(?:[ \t]*\r?\n)+/u, "");
}

const QUOTES = new Set(['"', "'"]);

/**
 * Words of the arguments as a shell parts them: quotes hold several together and are taken off, a backslash takes the next character as
 * it is; inside double quotes only a quote, a backslash, `$` and a backtick. A quote that is never closed is text: `it's`.
 */
export function splitArguments(args: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const character = args.charAt(at);
    const close = QUOTES.has(character) ? closingQuote(args, at) : -1;
    if (close >= 0) {
      const inside = args.slice(at + 1, close);
      word = (word ?? "") + (character === '"' ? inside.replace(/\\(["\\$`])/g, "$1") : inside);
      at = close;
    } else if (character === "\\" && at + 1 < args.length) {
      at += 1;
      word = (word ?? "") + args.charAt(at);
    } else if (/\s/u.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  return word === undefined ? words : [...words, word];
}

function closingQuote(args: string, open: number): number {
  const quote = args.charAt(open);
  if (quote === "'") return args.indexOf(quote, open + 1);
  for (let at = open + 1; at < args.length; at += 1) {
    if (args.charAt(at) === "\\") at += 1;
    else if (args.charAt(at) === quote) return at;
  }
  return -1;
}
