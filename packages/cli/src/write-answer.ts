import type { Answer, JsonAnswer, StatsData, ValidateData } from "@pd/core";
import type { Invocation } from "./command.js";
import type { FileSessionStore } from "./file-session-store.js";
import type { Parsed } from "./parse-arguments.js";
import { thousands } from "./render/figures.js";
import { printNodes } from "./render/nodes.js";
import { printStats } from "./render/stats.js";
import { nextSteps, summaryOf } from "./render/summary.js";
import { printValidation } from "./render/validation.js";
import { safeLine, safeText, shellWord } from "./terminal/safe-text.js";
import { wrap } from "./terminal/width.js";
import { writeForm } from "./write-document.js";

export interface AnswerOutput {
  readonly invocation: Invocation;
  /** Exactly the text that reaches a model. */
  readonly text: boolean;
  readonly elsewhere: string | undefined;
  /** What was asked, by field. */
  readonly input: ReadonlyMap<string, unknown>;
  readonly session: FileSessionStore | undefined;
  /** The command that made a list, where it is not the operation. */
  readonly list?: string;
}

/** An answer on stdout in the form that was asked for; what can be said about it on stderr. */
export function writeAnswer(answer: Answer, output: AnswerOutput): void {
  const { findings } = (answer.data ?? {}) as Partial<ValidateData>;
  writeForm(output.invocation, {
    operation: answer.operation,
    whole: answer,
    items: findings ?? (answer.data === undefined ? answer.nodes : undefined),
    human: () => printAnswer(answer, output),
  });
}

function printAnswer(answer: Answer, output: AnswerOutput): void {
  const { out, talk } = output.invocation;
  if (output.text && answer.text !== undefined) {
    // Piped, it is exactly the text that was counted; a terminal must not be steered by it.
    out.write(out.isTerminal ? `${safeText(answer.text)}\n` : answer.text);
    if (talk.isTerminal) printSummary(answer, output);
    return;
  }
  if (answer.operation === "stats") printStats(answer.data as StatsData, out);
  else if (answer.operation === "validate") printValidation(answer.data as ValidateData, out);
  else printNodes((answer as JsonAnswer).nodes, { screen: out, whole: answer.operation === "node" });
  printSummary(answer, output);
}

function printSummary(answer: Answer, { invocation, elsewhere, input, session, list }: AnswerOutput): void {
  const { talk, out } = invocation;
  const { style, line } = talk;
  if (out.isTerminal && talk.isTerminal) line();
  for (const { message } of answer.notices ?? []) line(style.strong(safeLine(message)));
  for (const text of summaryOf(answer, talk)) line(text);
  if (elsewhere !== undefined) for (const text of wrap(elsewhere, talk.width)) line(style.faint(text));
  if (session !== undefined && talk.isTerminal) {
    line(style.faint(session.isContinued ? "in the session of that file" : "a new session, kept in that file"));
  }
  if (!talk.isTerminal) return;
  const again = sameVaults(invocation.parsed);
  for (const { command, tokens } of nextSteps(answer, { input, list })) {
    const price = tokens === undefined ? "" : style.faint(`   (${thousands(tokens)} tokens)`);
    line(`${style.faint("next:")} ${command}${command.startsWith("pd explain") ? "" : again}${price}`);
  }
}

/** What has to be said again, so that the next command is about the same notes. */
export function sameVaults({ options }: Parsed): string {
  const named = (name: string) =>
    [options.get(name) ?? []].flat().map((value) => ` --${name} ${shellWord(String(value))}`);
  const noConfig = options.get("no-config") === true ? [" --no-config"] : [];
  return [
    ...named("vault"),
    ...named("config"),
    ...noConfig,
    ...named("graph-id"),
    ...named("graph"),
    ...named("session"),
  ].join("");
}
