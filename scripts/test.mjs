// `npm test`: install, build, run every test of every workspace, and say how many there were.
import { install } from "./install.mjs";
import { run } from "./run.mjs";
import { clearReports, readReports, total } from "./test-reports.mjs";

install();
clearReports();
console.log("Building and testing …");
// Many tests start processes, servers and browsers of their own: more at once would only make them wait for each other.
const tasks = [
  "run",
  "build",
  "test",
  "--concurrency=4",
  "--continue",
  "--output-logs=errors-only",
  "--log-order=grouped",
];
const { code } = run("turbo", tasks);
const reports = readReports();
for (const { name, passed, failed, skipped } of reports) {
  const parts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`];
  console.log(`  ${name.padEnd(16)} ${parts.filter(Boolean).join(", ")}`);
}
// A task that failed without a failed test (it did not build, or the runner died) must not read as "0 failed".
const failed = total(reports, "failed") || (code === 0 ? 0 : 1);
console.log(`${total(reports, "passed")} passed, ${failed} failed`);
process.exitCode = code || (failed > 0 ? 1 : 0);
