import { PdError } from "@pd/core";

/** What a body is invoked with. */
export interface Invocation {
  readonly baseDir: string;
  readonly args: string;
  /** Whether the frontmatter declares arguments: only then does `$1` mean one (R5.7). */
  readonly declaresArguments: boolean;
}

/*
 * Everything that can be replaced, in one expression, so that one pass sees each character of the body once:
 *   $$ARGUMENTS   is the way to write $ARGUMENTS
 *   $ARGUMENTS    but not $ARGUMENTS_X
 *   ${SKILL_DIR}  and ${CLAUDE_SKILL_DIR}
 *   $1 to $9      but not $10, $1.50 or $1k, which are prices, nor $$1
 */
const PLACEHOLDER =
  /\$?\$ARGUMENTS(?![A-Za-z0-9_])|\$\{(?:CLAUDE_)?SKILL_DIR\}|(?<!\$)\$([1-9])(?![A-Za-z0-9_]|[.,][0-9])/g;

/**
 * A skill's body as the agent gets it (FR-004 to FR-006): its folder, a blank line, the body with its placeholders replaced, and the
 * arguments below it where the body has no place for them. What is put in is never looked at again.
 */
export function expandBody(body: string, { baseDir, args, declaresArguments }: Invocation): string {
  let isPlaced = false;
  let positions: readonly string[] | undefined;
  let put = 0;
  const text = withoutLeadingBlankLines(body).replace(PLACEHOLDER, (found: string, position: string | undefined) => {
    if (found === "$ARGUMENTS") {
      isPlaced = true;
      put += args.length;
      if (put > MOST_CHARACTERS) throw tooMuch();
      return args;
    }
    if (found === "$$ARGUMENTS") return "$ARGUMENTS";
    if (position === undefined) return baseDir;
    if (!declaresArguments) return found;
    positions ??= splitArguments(args);
    const argument = positions[Number(position) - 1] ?? "";
    put += argument.length;
    if (put > MOST_CHARACTERS) throw tooMuch();
    return argument;
  });
  const whole = `Base directory for this skill: ${baseDir}\n\n${text}`;
  if (isPlaced || args.trim() === "") return whole;
  return `${whole}${/\n[ \t]*\r?\n$/u.test(whole) ? "" : whole.endsWith("\n") ? "\n" : "\n\n"}ARGUMENTS: ${args}`;
}

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

/** Words of the arguments as a shell would part them: quotes hold several together. */
export function splitArguments(args: string): readonly string[] {
  const parts = args.match(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/gu) ?? [];
  return parts.map((part) =>
    part.replace(/"([^"]*)"|'([^']*)'/gu, (_, double?: string, single?: string) => double ?? single ?? ""),
  );
}
