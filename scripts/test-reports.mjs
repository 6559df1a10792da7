import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { workspaces } from "./workspaces.mjs";

const tested = workspaces()
  .filter(({ manifest }) => manifest.scripts?.test)
  .map(({ folder, manifest }) => ({ name: manifest.name, report: join(folder, ".reports/vitest.json") }));

/** A report left by an earlier run would be counted for one that died. turbo restores those of cached runs. */
export function clearReports() {
  for (const { report } of tested) rmSync(report, { force: true });
}

/** What the runner of each workspace wrote. None written, or a file that did not load, is one failed test. */
export function readReports() {
  return tested.map(({ name, report }) => {
    if (!existsSync(report)) return { name, passed: 0, failed: 1, skipped: 0 };
    const { testResults, ...counts } = JSON.parse(readFileSync(report, "utf8"));
    const unloaded = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
    return {
      name,
      passed: counts.numPassedTests,
      failed: counts.numFailedTests + unloaded.length,
      skipped: counts.numPendingTests + counts.numTodoTests,
    };
  });
}

export function total(reports, field) {
  return reports.reduce((sum, report) => sum + report[field], 0);
}

// Run by itself: passed and failed of all workspaces, for a script to read.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reports = readReports();
  console.log(total(reports, "passed"), total(reports, "failed"));
}
