import type { Program } from "./program.js";
import { run } from "./run.js";
import { processIo } from "./terminal/process-io.js";

/** Runs the command line of this process and ends it. */
export async function main(program?: Program): Promise<void> {
  let interruption: AbortController | undefined;
  const interrupt = () => {
    interruption?.abort();
    // The line that a progress bar may have left.
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    process.exit(130);
  };
  process.once("SIGINT", interrupt);
  // Made when somebody asks for it: help does not, and it takes its time to load.
  const signal = () => {
    interruption ??= new AbortController();
    return interruption.signal;
  };
  const io = processIo({ signal, handOver: () => void process.removeListener("SIGINT", interrupt) });
  const code = await run(process.argv.slice(2), io, program);
  process.exitCode = code;
  // A tool of a configuration may have left something running. What was written goes out first.
  io.flush(() => process.exit(code));
}
