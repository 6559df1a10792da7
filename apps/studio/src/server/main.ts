import { spawn } from "node:child_process";
import { isPdError } from "@pd/core";
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

async function main(): Promise<void> {
  const line = parseCommandLine(process.argv.slice(2), process.env);
  if (line === "help") {
    process.stdout.write(HELP);
    return;
  }
  const studio = await startStudio({ ...line, workingFolder: process.env["INIT_CWD"] ?? process.cwd() });
  process.stdout.write(
    `pd studio is at ${studio.address}\nIt only reads, and only this machine reaches it. Ctrl-C ends it.\n`,
  );
  if (line.open) openBrowser(studio.address);
  let isLeaving = false;
  const leave = () => {
    if (isLeaving) process.exit(1);
    isLeaving = true;
    void studio.close().then(() => process.exit(0));
  };
  process.on("SIGINT", leave).on("SIGTERM", leave);
}

main().catch((error: unknown) => {
  const where = isPdError(error) && error.where !== undefined ? ` (${error.where})` : "";
  const fix = isPdError(error) && error.fix !== undefined ? `\n${error.fix}` : "";
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${where}${fix}\n`);
  process.exitCode = isPdError(error) && error.code === "input-invalid" ? 2 : 1;
});
