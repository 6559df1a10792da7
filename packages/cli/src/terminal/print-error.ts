import { describeError, errorKind, escapeControls, isPdError } from "@pd/core/messages";
import type { ExitCode, Output } from "./io.js";
import { safeJson, safeLine } from "./safe-text.js";
import type { Screen } from "./screen.js";
import { wrap } from "./width.js";

export interface ErrorOutput {
  readonly talk: Screen;
  /** Where a JSON document is expected even of a failure. */
  readonly out: Output | undefined;
  readonly verbose: boolean;
  readonly signal: AbortSignal | undefined;
}

/** A path or argument may be as long as the system allows; its beginning tells which one it is. */
const LONGEST = 600;

/** Where nothing better is known. */
export const VERBOSE = "Run it again with --verbose to see what is behind it.";

/** How many causes are told: one that causes itself must not go on for ever. */
const CAUSES = 10;

/** `error[code]` what happened, then where, why and what would work. */
export function printError(error: unknown, { talk, out, verbose, signal }: ErrorOutput): ExitCode {
  if (signal?.aborted === true) return 130;
  const { code, message, where, why, fix } = describeError(error);
  out?.write(`${safeJson({ version: 1, error: { code, message, where, why, fix } })}\n`);
  printMessage(code, message, talk);
  const facts = [
    ["where", where],
    ["why", why],
    ["fix", fix ?? (verbose ? undefined : VERBOSE)],
  ] as const;
  for (const [name, text] of facts) {
    if (text === undefined || text === "") continue;
    const [first = "", ...rest] = shortened(text)
      .split("\n")
      .flatMap((part) => wrapped(part, Math.max(20, talk.width - 9)));
    const label = name === "fix" ? talk.style.good(`${name}:`.padEnd(7)) : talk.style.faint(`${name}:`.padEnd(7));
    talk.line(`  ${label}${first}`);
    for (const line of rest) talk.line(`         ${line}`);
  }
  if (verbose) printCauses(error, talk);
  return isPdError(error) ? (errorKind(error).exit ?? 2) : 2;
}

/** One line where something else reads it; on a terminal, lines that break between words. */
function printMessage(code: string, message: string, { line, style, width, isTerminal }: Screen): void {
  const label = `error[${code}]`;
  const text = `${label} ${safeLine(shortened(message))}`;
  const [first = "", ...rest] = isTerminal ? wrap(text, width) : [text];
  line(`${style.bad(style.strong(label))}${first.slice(label.length)}`);
  for (const more of rest) line(more);
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A line of code stays as it is, so that it can be copied; a sentence is wrapped. */
function wrapped(text: string, width: number): readonly string[] {
  return text.startsWith("  ") ? [escapeControls(text)] : wrap(safeLine(text), width);
}

function printCauses(error: unknown, talk: Screen): void {
  let cause: unknown = error;
  for (let depth = 0; depth < CAUSES && cause !== undefined && cause !== null; depth += 1) {
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    talk.line(talk.style.faint(depth === 0 ? "  thrown:" : "  caused by:"));
    for (const line of text.split("\n").slice(0, 20)) talk.line(talk.style.faint(`    ${escapeControls(line)}`));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
}
