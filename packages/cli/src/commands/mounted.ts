import {
  type Answer,
  type CommandContext,
  type CommandDocument,
  type CommandText,
  type Content,
  createToolkit,
  inputSchemaOf,
  type Mount,
  type Command as MountedCommand,
  PdError,
  parseInput,
} from "@pd/core";
import { foldersFrom, type ServedFolders } from "@pd/core/vault";
import { inputOf, optionsOf, type Spelling, wordsIn } from "../arguments/schema-options.js";
import type { Command, Invocation } from "../command.js";
import { printRows } from "../render/rows.js";
import { printFindings } from "../render/validation.js";
import { mountOptions, openSession, tellNotice } from "../serving.js";
import type { FileSessionStore } from "../sessions/file-session-store.js";
import { safeLine } from "../terminal/safe-text.js";
import { wrap } from "../terminal/width.js";
import { printTalk, writeAnswer } from "../terminal/write-answer.js";
import { writeDocument } from "../terminal/write-document.js";
import { ALIASES, inOwnWords } from "./operation.js";

/** The commands that a mount brings below a word: `skill list` below `skill`, and `skill` itself. */
export function commandsBelow(word: string, { commands = [] }: Pick<Mount, "commands">): readonly Command[] {
  return commands.filter(({ name }) => name === word || name.startsWith(`${word} `)).map(mountedCommand);
}

/** Words that are folders or files by themselves; a file that must be there is told from a folder that follows it. */
const FOLDERS = /^(?:folder|path)s?$/u;
const FILES = /^files?$/u;

/** A command of a mount: its options are the fields of its schema. Nothing is known here of what it does. */
export function mountedCommand(command: MountedCommand): Command {
  const { name, summary, words = [], examples } = command;
  const schema = inputSchemaOf(command);
  const positional = words.length === 0 ? undefined : ({ take: "each", fields: words } as const);
  const spelling: Spelling = { schema, positional, aliases: ALIASES };
  const options = optionsOf(spelling);
  const usage = wordsIn(spelling);
  const needsOne = usage.some(({ isRequired }) => isRequired);
  const takesPlaces = words.some((field) => FOLDERS.test(field) || (FILES.test(field) && !needsOne));
  return {
    name,
    summary: safeLine(summary),
    usage: usage.map(({ written }) => written).join(" "),
    ...(words.length === 0 ? { words: 0 as const } : {}),
    ...(takesPlaces ? {} : { folder: needsOne ? "after words" : "alone" }),
    options,
    ...(examples === undefined ? {} : { examples }),
    async run(invocation) {
      const given = inputOf(invocation.parsed, options, spelling);
      const missing = usage.find(({ field, isRequired }) => isRequired && !Object.hasOwn(given, field));
      if (missing !== undefined) throw needed(command, missing.written);
      const input = await parseInput(command.input, given, name).catch((error: unknown) => {
        throw inOwnWords(error, name, options);
      });
      return runMounted(command, input, invocation);
    },
  };
}

function needed({ name, examples = [] }: MountedCommand, written: string): PdError {
  return new PdError("input-invalid", `pd ${name} needs ${written}`, {
    where: "the command line",
    fix: `For example: ${examples[0] ?? `pd ${name} --help`}`,
  });
}

async function runMounted(command: MountedCommand, input: unknown, invocation: Invocation): Promise<0 | 1> {
  const { parsed, io, talk } = invocation;
  const served = await foldersFrom(mountOptions(parsed, io));
  tellNotice(served.notice, talk);
  const session = openSession(parsed, io);
  const result = await command.run(input, contextOf(served, session, invocation));
  if ("answer" in result) {
    const { answer } = result;
    const asked = new Map(Object.entries(input as object));
    writeAnswer(answer, {
      invocation,
      text: answer.text !== undefined,
      elsewhere: undefined,
      input: asked,
      session,
      list: command.name,
    });
  } else {
    const { data, items } = result;
    const operation = command.name.replaceAll(/[ -]/gu, "_");
    writeDocument(invocation, { operation, data, items, human: () => printResult(result, invocation) });
  }
  return result.exitCode;
}

function contextOf(
  { folders, origin, skills, config, counter }: ServedFolders,
  session: FileSessionStore | undefined,
  { io, talk }: Invocation,
): CommandContext {
  const signal = io.signal === undefined ? {} : { signal: io.signal };
  return {
    workingFolder: io.workingFolder,
    ...signal,
    configuration: { folders, origin, skills, file: config?.file, counter },
    write: (line) => talk.line(safeLine(line)),
    async ask(content: Content, operation, given) {
      const sessions = session === undefined ? {} : { sessions: session };
      const toolkit = createToolkit({ mounts: [{ content }], counter, ...sessions });
      const asked = session === undefined ? given : { ...given, session: session.session };
      return (await toolkit.call(operation as never, asked, { caller: "cli", ...signal })) as Answer;
    },
  };
}

function printResult({ text, next = [] }: CommandDocument, invocation: Invocation): void {
  for (const part of text) printPart(part, invocation);
  printTalk(invocation, { elsewhere: undefined, steps: next.map((command) => ({ command: safeLine(command) })) });
}

function printPart(part: CommandText, { out }: Invocation): void {
  switch (part.kind) {
    case "line": {
      const paint = part.tone === undefined ? (text: string) => text : out.style[part.tone];
      for (const line of wrap(safeLine(part.text), out.width)) out.line(paint(line));
      return;
    }
    case "rows":
      printRows(part.rows, out);
      return;
    case "findings":
      printFindings(part.findings, { screen: out });
      if (part.findings.length > 0) out.line();
      return;
  }
}
