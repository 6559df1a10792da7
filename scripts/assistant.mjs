// `npm run assistant`: install and build where that is needed, then talk. Words after `--` are its options and its question.
import { existsSync } from "node:fs";
import { install } from "./install.mjs";
import { run } from "./run.mjs";

const built = new URL("../apps/assistant/dist/main.js", import.meta.url);

// What is said on stdout is an answer, so this says nothing there unless it fails.
if (!existsSync(new URL("../node_modules", import.meta.url))) install();
const { code, output } = run("turbo", ["run", "build", "--filter=@pd/assistant", "--output-logs=errors-only"], {
  show: false,
});
if (code !== 0 || !existsSync(built)) {
  console.error(output);
  process.exit(code || 1);
}
// In this process: Ctrl-C and the terminal are its own.
await import(built.href);
