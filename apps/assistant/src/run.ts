import { setMaxListeners } from "node:events";
import { createInterface } from "node:readline";
import { isPdError } from "@pd/core";
import { type ChosenModel, chooseModel } from "./choose-model.js";
import { cost, runCommand } from "./commands.js";
import { HELP, type Options, readOptions } from "./options.js";
import { createOutput, type Output, type Streams, silent } from "./output.js";
import { saveSession } from "./session-file.js";
import { createTalk, type Talk } from "./talk.js";
import { thousands } from "./terminal.js";

export interface Io extends Streams {
  readonly argv: readonly string[];
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  /** Registers for Ctrl-C where no terminal catches it. */
  onInterrupt(listener: () => void): void;
}

/** 0: answered. 1: something failed. 2: the command line is wrong. 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

export async function run(io: Io): Promise<ExitCode> {
  const loud = createOutput(io);
  try {
    const options = readOptions(io.argv);
    if (options.help) {
      loud.print(HELP);
      return 0;
    }
    const chosen = await chooseModel({ env: io.env, ...options });
    return await converse(options, { io, chosen, output: options.json ? silent(loud) : loud });
  } catch (error) {
    if (!isPdError(error)) throw error;
    loud.fail(error);
    return 2;
  }
}

interface Circumstances {
  readonly io: Io;
  readonly chosen: ChosenModel;
  readonly output: Output;
}

async function converse(options: Options, { io, chosen, output }: Circumstances): Promise<ExitCode> {
  const { vault, skills, budget, json, question, save } = options;
  const talk = await createTalk({ vault, skills, budget, chosen, output, json });
  const interruption = createInterruption(output);
  io.onInterrupt(interruption.interrupt);
  try {
    output.note(header(options, chosen, output));
    const asking = { talk, output, interruption, save };
    const failed = question === undefined ? await askLines(io, asking) : !(await askOne(question, asking));
    output.note("");
    output.note(await cost([], { talk, output: { ...output, answers: output.terminal } }));
    return interruption.happened ? 130 : failed ? 1 : 0;
  } finally {
    await talk.assistant.close();
  }
}

interface Asking {
  readonly talk: Talk;
  readonly output: Output;
  readonly interruption: Interruption;
  readonly save: string | undefined;
}

async function askOne(question: string, { talk, output, interruption, save }: Asking): Promise<boolean> {
  const answered = await interruption.during((signal) => talk.ask(question, signal));
  if (save !== undefined) {
    // After each answer: what was paid for is on disk, whatever happens next.
    try {
      saveSession(save, talk.entries);
    } catch (error) {
      if (!isPdError(error)) throw error;
      output.fail(error);
      return false;
    }
  }
  return answered;
}

/** Line by line, from a person or a pipe. Says whether anything failed. */
async function askLines(io: Io, asking: Asking): Promise<boolean> {
  const { talk, output, interruption } = asking;
  const isPerson = io.stdin.isTTY === true && io.stdout.isTTY === true;
  const lines = createInterface({
    input: io.stdin,
    ...(isPerson ? { output: process.stdout, terminal: true, prompt: "› " } : { terminal: false }),
  });
  // A terminal in raw mode sends Ctrl-C as a character.
  lines.on("SIGINT", () => {
    interruption.interrupt();
    if (!interruption.isRunning && !interruption.isLeaving) lines.prompt();
  });
  interruption.onLeave(() => lines.close());
  let failed = false;
  if (isPerson) lines.prompt();
  for await (const line of lines) {
    const said = line.trim();
    if (said.startsWith("/")) {
      if (!(await runCommand(said, { talk, output }))) break;
    } else if (said !== "") {
      failed = !(await askOne(said, asking)) || failed;
    }
    if (interruption.isLeaving) break;
    if (isPerson) lines.prompt();
  }
  lines.close();
  return failed;
}

interface Interruption {
  readonly happened: boolean;
  readonly isLeaving: boolean;
  readonly isRunning: boolean;
  readonly interrupt: () => void;
  /** Work that the first Ctrl-C cancels. */
  during<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  onLeave(listener: () => void): void;
}

/** The first Ctrl-C cancels what runs; a second one, before anything else was asked, ends the program. */
function createInterruption({ note, terminal }: Output): Interruption {
  let running: AbortController | undefined;
  let happened = false;
  let isLeaving = false;
  let leave = () => {};
  return {
    get happened() {
      return happened;
    },
    get isLeaving() {
      return isLeaving;
    },
    get isRunning() {
      return running !== undefined;
    },
    interrupt() {
      isLeaving = happened;
      happened = true;
      running?.abort();
      if (isLeaving) leave();
      else note(terminal.dim("(Ctrl-C again to leave)"));
    },
    async during(work) {
      happened = false;
      running = new AbortController();
      // Each request of an answer listens, and there may be many.
      setMaxListeners(0, running.signal);
      try {
        return await work(running.signal);
      } finally {
        running = undefined;
      }
    },
    onLeave(listener) {
      leave = listener;
    },
  };
}

function header({ vault, budget }: Options, { provider, words }: ChosenModel, { terminal }: Output): string {
  const { bold, hanging } = terminal;
  const facts = [
    ["notes", vault],
    ["model", words],
    ["budget", `${thousands(budget)} tokens, over all that the model is shown`],
    ...(provider === "scripted"
      ? [
          [
            "",
            "No key was found, so a script answers: it follows a few rules and quotes. --help says how to use a model.",
          ],
        ]
      : []),
  ] as const;
  return [
    bold("pd assistant"),
    ...facts.map(([name = "", text = ""]) => hanging(`  ${name.padEnd(8)}`, text)),
    "",
  ].join("\n");
}
