import { type AddMounts, isPdError } from "@pd/core";
import { programError } from "@pd/core/messages";
import { type CommandLine, HELP, parseCommandLine } from "./command-line.js";
import { createLogWriter, onlyTrouble } from "./log-writer.js";
import { start } from "./start.js";
import { VERSION } from "./version.js";

export interface ProgramOptions {
  /** The name that users type: `pd-http`, or `pd serve`. */
  readonly name: string;
  /** What the program that this is a command of serves beside notes. */
  readonly addMounts?: AddMounts;
}

const STARTED_WRONG = 1;
const CALLED_WRONG = 2;

/** What `pd-http` does, as a bin of its own or as a command of another program. Gives back the exit code once it has ended. */
export async function runHttpProgram(args: readonly string[], options: ProgramOptions): Promise<number> {
  const { name } = options;
  process.stdout.on("error", () => undefined);
  try {
    const command = parseCommandLine(args, process.env);
    if (command === "help") await written(HELP.replaceAll("pd-http", name));
    else if (command === "version") await written(`${VERSION}\n`);
    else await run(command, options);
    return 0;
  } catch (error) {
    process.stderr.write(programError(name, error).replaceAll("pd-http", name));
    return isPdError(error) && error.code === "input-invalid" ? CALLED_WRONG : STARTED_WRONG;
  }
}

async function run(line: CommandLine, { name, addMounts }: ProgramOptions): Promise<void> {
  const isSeen = line.log === undefined && process.stdout.isTTY;
  const log = isSeen ? onlyTrouble(createLogWriter(process.stdout)) : createLogWriter(process.stdout);
  const server = await start(line, { log, name, addMounts });
  const tell = (message: string, more: object = {}) => {
    log.write({ time: new Date().toISOString(), level: "info", message, ...more });
    log.flush();
  };
  tell(`listening on ${server.url}`, { url: server.url });
  process.stderr.write(`${name}: ${server.url}, described at ${server.url}/docs. Ctrl-C ends it.\n`);
  if (process.stderr.isTTY) process.stderr.write(`Try: ${exampleCall(server.url)}\n`);
  await new Promise<void>((end, failed) => {
    let isClosing = false;
    const close = () => {
      // Asked twice: whoever asks does not want to wait.
      if (isClosing) process.exit(STARTED_WRONG);
      isClosing = true;
      server.close().then(end, failed);
    };
    process.on("SIGINT", close);
    process.on("SIGTERM", close);
  });
  tell("closed");
  await written("");
}

/** A first call, to be pasted into another terminal. */
function exampleCall(url: string): string {
  return `curl --json '{"query":"budgets"}' ${url}/api/skillgraph/search`;
}

/** What was written before is out, too: the process ends next. */
function written(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}
