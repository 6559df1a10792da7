// `npm run release`: from the changesets in .changeset/ to versions, a green check, a commit and published packages.
// `npm run release:dry`: what that would do, without doing it.
import { run, step } from "./run.mjs";

function dryRun() {
  // A checkout without the branch that changesets compare with still says what is waiting to be released.
  const hasMain = run("git", ["rev-parse", "--verify", "--quiet", "main"], { show: false }).code === 0;
  step("Changesets", "changeset", ["status", ...(hasMain ? [] : ["--since=HEAD"])]);
  const { code, output } = run("pnpm", ["publish", "-r", "--dry-run", "--no-git-checks"], { show: false });
  const published = output.split("\n").filter((line) => line.startsWith("+ "));
  if (code !== 0 || published.length === 0) {
    console.error(output);
    process.exit(1);
  }
  console.log(published.map((line) => `would publish ${line.slice(2)}`).join("\n"));
}

function release() {
  if (run("git", ["status", "--porcelain"], { show: false }).output.trim() !== "") {
    console.error("Commit or remove your changes first: a release is made from what is committed.");
    process.exit(1);
  }
  step("Versions", "changeset", ["version"]);
  step("Lock file", "pnpm", ["install", "--lockfile-only"]);
  step("Checks", "bash", [".ci/run"]);
  step("Commit", "git", ["commit", "--all", "--message", "Release"]);
  step("Publishing", "pnpm", ["publish", "-r"]);
  step("Tags", "changeset", ["tag"]);
  console.log("Published. Push the commit and the tags: git push --follow-tags");
}

if (process.argv.includes("--dry-run")) dryRun();
else release();
