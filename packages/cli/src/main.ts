import { processIo } from "./process-io.js";
import { run } from "./run.js";

/** Runs the command line of this process and ends it. */
export async function main(): Promise<void> {
  let interruption: AbortController | undefined;
  process.once("SIGINT", () => {
    interruption?.abort();
    // The line that a progress bar may have left.
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    process.exit(130);
  });
  // Made when somebody asks for it: help does not, and it takes its time to load.
  const io = processIo(() => {
    interruption ??= new AbortController();
    return interruption.signal;
  });
  const code = await run(process.argv.slice(2), io);
  process.exitCode = code;
  // A tool of a configuration may have left something running. What was written goes out first.
  io.flush(() => process.exit(code));
}
