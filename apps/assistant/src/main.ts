import { run } from "./run.js";

// Whoever reads the answers may stop reading.
process.stdout.on("error", () => process.exit(0));

process.exitCode = await run({
  argv: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onInterrupt: (listener) => process.on("SIGINT", listener),
});
// The listener for Ctrl-C and a terminal that was read from would keep the process.
process.exit();
