// `npm run bench`: install, build, run every benchmark, and write benchmarks/RESULTS.md and its charts. `-- --quick` for a rough run.
import { install } from "./install.mjs";
import { run, step } from "./run.mjs";

install();
step("Building", "turbo", ["run", "build", "--output-logs=errors-only"]);
process.exitCode = run("pnpm", ["--filter", "@pd/benchmarks", "run", "bench", ...process.argv.slice(2)]).code;
