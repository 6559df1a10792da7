// `npm start`: install, build, and show what pd does. Words after `--` are the question.
import { install } from "./install.mjs";
import { run, step } from "./run.mjs";

install();
step("Building", "turbo", ["run", "build", "--output-logs=errors-only"], { show: false });
console.log();
process.exitCode = run("node", ["apps/tour/dist/main.js", ...process.argv.slice(2)]).code;
