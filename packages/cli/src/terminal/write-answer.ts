import type { Answer, JsonAnswer, StatsData, ValidateData } from "@pd/core";
import type { Parsed } from "../arguments/parse-arguments.js";
import { type Invocation, textOption } from "../command.js";
import { thousands } from "../render/figures.js";
import type { AddressOf } from "../render/file-address.js";
import { printNodes } from "../render/nodes.js";
import { printStats } from "../render/stats.js";
import { nextSteps, type Step, summaryOf } from "../render/summary.js";
import { printValidation } from "../render/validation.js";
import type { FileSessionStore } from "../sessions/file-session-store.js";
import { safeJson, safeLine, safeText, shellWord } from "./safe-text.js";
import { wrap } from "./width.js";
import { writeForm } from "./write-document.js";

export interface AnswerOutput {
  readonly invocation: Invocation;
  /** Exactly the text that reaches a model. */
  readonly text: boolean;
  readonly elsewhere: string | undefined;
  /** What was asked, by field. */
  readonly input: ReadonlyMap<string, unknown>;
  readonly session: FileSessionStore | undefined;
  /** Where a path of the answer leads to. */
  readonly addressOf?: AddressOf | undefined;
  /** The command that made a list, where it is not the operation. */
  readonly list?: string | undefined;
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
    out.write(out.isTerminal && answer.text !== "" ? `${safeText(answer.text)}\n` : answer.text);
    // A pack of nothing ends with 1: a script that wonders why finds it here.
    if (talk.isTerminal || answer.nodes.length === 0) printSummary(answer, output);
    return;
  }
  if (answer.operation === "stats") printStats(answer.data as StatsData, out);
  else if (answer.operation === "validate") printValidation(answer.data as ValidateData, out);
  else {
    const { addressOf } = output;
    printNodes((answer as JsonAnswer).nodes, { screen: out, whole: answer.operation === "node", addressOf });
    // Figures for which nothing here has a layout.
    if (answer.data !== undefined) out.line(safeJson(answer.data, 2));
  }
  printSummary(answer, output);
}

function printSummary(answer: Answer, { invocation, elsewhere, input, session, list }: AnswerOutput): void {
  const { talk } = invocation;
  // A text for a model has them in it.
  const unsaid = (answer.notices ?? []).filter(({ message }) => answer.text?.includes(message) !== true);
  const notices = unsaid.flatMap(({ message }) => wrap(safeLine(message), talk.width));
  printTalk(invocation, {
    lines: [...notices.map(talk.style.strong), ...summaryOf(answer, talk)],
    elsewhere,
    session: session === undefined ? undefined : sessionLine(answer, { invocation, input, list, session }),
    steps: nextSteps(answer, { input, list }),
    isAlone: answer.nodes.length === 0 && answer.data === undefined && (answer.text ?? "") === "",
  });
}

/** A session raises levels and remembers; that it also leaves out what was shown has to be asked for. */
function sessionLine(
  { data }: Answer,
  { invocation: { parsed }, input, list, session }: Pick<AnswerOutput, "invocation" | "input" | "list" | "session">,
): string {
  const file = `session: ${safeLine(textOption(parsed, "session") ?? "")}`;
  if (session?.isContinued !== true) return `${file}, which is new`;
  // Figures and the lists of a mount have no such option.
  const isWhole = list === undefined && data === undefined && input.get("repeat") !== false;
  return isWhole ? `${file}; --no-repeat shows only what is new` : file;
}

export interface Talk {
  readonly lines?: readonly string[];
  readonly elsewhere: string | undefined;
  readonly session?: string | undefined;
  readonly steps: readonly Step[];
  /** There is no data above it. */
  readonly isAlone?: boolean;
}

/** What can be said beside the data; to a person also what the next step could be. */
export function printTalk(
  invocation: Invocation,
  { lines = [], elsewhere, session, steps, isAlone = false }: Talk,
): void {
  const { talk, out } = invocation;
  const { style, line } = talk;
  const shown = talk.isTerminal ? steps : [];
  const isSilent = lines.length === 0 && elsewhere === undefined && shown.length === 0;
  if (out.isTerminal && talk.isTerminal && !isSilent && !isAlone) line();
  for (const text of lines) line(text);
  if (elsewhere !== undefined) for (const text of wrap(elsewhere, talk.width)) line(style.faint(text));
  if (session !== undefined && talk.isTerminal) line(style.faint(session));
  const again = sameVaults(invocation.parsed);
  for (const { command, tokens } of shown) {
    const price = tokens === undefined ? "" : style.faint(`   (${thousands(tokens)} tokens)`);
    const isOfVaults = !/^pd (?:explain|init)\b/u.test(command);
    line(`${style.faint("next:")} ${command}${isOfVaults ? again : ""}${price}`);
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
