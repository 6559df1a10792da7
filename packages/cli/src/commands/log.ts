import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { escapeControls, PdError, parseSessionLog } from "@pd/core";
import type { Command } from "../command.js";
import { counted, thousands } from "../render/figures.js";
import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { writeDocument } from "../terminal/write-document.js";
import { type LogSummary, summaryOfLog, type Tally } from "./log-summary.js";

const LISTED = 10;

/** `pd log <file>`: what an agent asked in a session log, what it cost, and what it did not get. */
export const log: Command = {
  name: "log",
  words: 1,
  usage: "<file>",
  heading: "Check",
  summary: "Summarise a session log: calls, tokens, what was opened, what was missing",
  details:
    "Summarise a file that pd mcp --log, pd serve --session-log or the studio wrote: calls and tokens by operation, the notes that were opened, what did not fit, and questions that no note answered.",
  options: [],
  examples: ["pd log calls.jsonl", "pd log calls.jsonl --json"],
  async run(invocation) {
    const { parsed, io, out } = invocation;
    const [word] = parsed.words;
    if (word === undefined) throw needsFile();
    const text = textOf(resolve(io.workingFolder, word));
    if (isSessionFile(text)) throw sessionFile(word);
    const data = summaryOfLog(parseSessionLog(text));
    writeDocument(invocation, { operation: "log", data, human: () => print(data, out) });
    return data.calls > 0 ? 0 : 1;
  },
};

function print(summary: LogSummary, out: Screen): void {
  const { calls, sessions, tokens, errors, operations, opened, openedOnce, leftOut, weak } = summary;
  out.line(`${counted(calls, "call")} in ${counted(sessions, "session")}, ${thousands(tokens)} tokens`);
  list("calls", operations, out);
  list("errors", errors, out);
  list("opened", opened, out);
  if (openedOnce.count > 0)
    out.line(`${openedOnce.count} of them once and not again, ${thousands(openedOnce.tokens)} tokens`);
  list("did not fit", leftOut, out);
  list(
    "not really answered",
    weak.map((name) => ({ name, count: 1 })),
    out,
  );
}

function list(title: string, tallies: readonly Tally[], { line, style }: Screen): void {
  if (tallies.length === 0) return;
  line("");
  line(style.strong(`${title}: ${tallies.length}`));
  for (const { name, count, tokens } of tallies.slice(0, LISTED)) {
    const cost = tokens === undefined ? "" : `${thousands(tokens).padStart(9)} tokens  `;
    line(`${String(count).padStart(5)} ×  ${cost}${safeLine(name)}`);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new PdError("content-invalid", "The session log cannot be read", {
      where: escapeControls(file),
      fix: "Give a file that was written with: pd mcp docs --log calls.jsonl",
      cause,
    });
  }
}

/** What `--session` keeps says what was shown, and no call. */
function isSessionFile(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly pd?: unknown } | null)?.pd === "session";
  } catch {
    return false;
  }
}

function sessionFile(word: string): PdError {
  return new PdError("content-invalid", "This is a session file, not a log of calls", {
    where: escapeControls(word),
    fix: "It is what --session continues. A log is written with: pd mcp docs --log calls.jsonl",
  });
}

function needsFile(): PdError {
  return new PdError("input-invalid", "pd log needs <file>", {
    where: "the command line",
    fix: "For example: pd log calls.jsonl",
  });
}
