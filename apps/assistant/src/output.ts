import type { PdError } from "@pd/core";
import { createFlow } from "./flow.js";
import { createTerminal, type Screen, shown, type Terminal } from "./terminal.js";

export interface OutputStream extends Screen {
  write(text: string): unknown;
}

export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where answers and what happens on the way to them go. */
export interface Output {
  /** How things look where what happens is shown. */
  readonly terminal: Terminal;
  /** How they look where answers go. */
  readonly answers: Terminal;
  /** A piece of an answer as it arrives. It is a model's, so nothing in it steers the terminal. */
  say(delta: string): void;
  /** After the last piece. */
  endAnswer(): void;
  /** A whole answer to a command. */
  print(text: string): void;
  /** Something that happened. */
  note(text: string): void;
  fail(error: Pick<PdError, "code" | "message" | "fix">): void;
}

/** Answers on stdout, all else on stderr, so that one can be piped without the other. */
export function createOutput({ stdout, stderr, env }: Streams): Output {
  const terminal = createTerminal(stderr, env);
  const flow = createFlow(stdout);
  let noted = false;
  function note(text: string): void {
    flow.endLine();
    stderr.write(`${text}\n`);
    noted = true;
  }
  return {
    terminal,
    answers: createTerminal(stdout, env),
    say(delta) {
      // What is said stands apart from what happened.
      if (noted) stderr.write("\n");
      noted = false;
      flow.write(shown(delta));
    },
    endAnswer: flow.endLine,
    print(text) {
      flow.endLine();
      stdout.write(`${text}\n`);
    },
    note,
    fail({ code, message, fix }) {
      const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
      note(terminal.red(`${code}: ${shown(sentence)}`) + (fix === undefined ? "" : `\n  ${shown(fix)}`));
    },
  };
}

/** For programs: only what is asked for by `print` of JSON lines. */
export function silent(output: Output): Output {
  const nothing = () => undefined;
  return { ...output, say: nothing, endAnswer: nothing, note: nothing };
}
