import { spawn } from "node:child_process";
import { type AddMounts, isPdError } from "@pd/core";
import { programError } from "@pd/core/messages";
import { HELP, parseCommandLine } from "./command-line.js";
import { startStudio } from "./start-studio.js";

/** Where there is a screen, shows the page; where there is none, the address is printed anyway. */
function openBrowser(address: string): void {
  const { platform, env } = process;
  if (platform === "linux" && env["DISPLAY"] === undefined && env["WAYLAND_DISPLAY"] === undefined) return;
  const commands = new Map([
    ["darwin", ["open", address]],
    ["win32", ["cmd", "/c", "start", "", address]],
  ]);
  const [command = "", ...args] = commands.get(platform) ?? ["xdg-open", address];
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

export interface ProgramOptions {
  /** How it is called by whoever types it. */
  readonly name: string;
  /** Where the built page lies; beside this program if it is not given. */
  readonly page?: string;
  readonly workingFolder?: string;
  /** What the program that this is a command of serves beside notes. */
  readonly addMounts?: AddMounts;
}

/** What the studio does, by itself or as a command of another program. Gives back the exit code once it has ended. */
export async function runStudio(
  args: readonly string[],
  { name, page, workingFolder, addMounts }: ProgramOptions,
): Promise<number> {
  try {
    const line = parseCommandLine(args, process.env);
    if (line === "help") {
      process.stdout.write(HELP.replaceAll(OWN_NAME, name));
      return 0;
    }
    const studio = await startStudio({ ...line, workingFolder: workingFolder ?? process.cwd(), page, addMounts });
    process.stdout.write(
      `pd studio is at ${studio.address}\nIt only reads, and only this machine reaches it. Ctrl-C ends it.\n`,
    );
    if (line.open) openBrowser(studio.address);
    await untilTold();
    await studio.close();
    return 0;
  } catch (error) {
    process.stderr.write(programError(name, error).replaceAll(OWN_NAME, name));
    return isPdError(error) && error.code === "input-invalid" ? 2 : 1;
  }
}

/** As the help of the studio itself has it. */
const OWN_NAME = "npm run studio --";

function untilTold(): Promise<void> {
  return new Promise((leave) => {
    let isLeaving = false;
    const told = () => {
      // Asked twice: whoever asks does not want to wait.
      if (isLeaving) process.exit(1);
      isLeaving = true;
      leave();
    };
    process.on("SIGINT", told).on("SIGTERM", told);
  });
}
