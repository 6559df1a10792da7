// `npm run release`: from the changesets in .changeset/ to versions, a green check, a commit, published packages and tags.
// `npm run release:dry`: what that would publish, without doing it. The release workflow calls its two halves by themselves: `--version`
// before a pull request, `--publish` once that is merged.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dryRun } from "./release-dry-run.mjs";
import { root, run, step } from "./run.mjs";

const readJson = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Versions and changelogs by the changesets, and the same versions wherever else they stand. */
function version() {
  step("Versions", "changeset", ["version"]);
  const [program, server] = ["apps/pd", "packages/mcp"].map((folder) => readJson(`${folder}/package.json`).version);
  for (const [path, next] of [
    ["distribution/claude-code/.claude-plugin/plugin.json", program],
    ["distribution/server.json", server],
  ]) {
    const text = readFileSync(join(root, path), "utf8");
    writeFileSync(join(root, path), text.replaceAll(/"version": "[^"]+"/g, `"version": "${next}"`));
  }
  step("Lock file", "pnpm", ["install", "--lockfile-only"]);
}

function publish() {
  step("Building", "turbo", ["run", "build", "--output-logs=errors-only"], { show: false });
  // Where an identity is at hand, as in the release workflow, npm shows from which commit a package was built.
  const { ACTIONS_ID_TOKEN_REQUEST_URL: identity } = process.env;
  const provenance = identity === undefined ? [] : ["--provenance"];
  step("Publishing", "pnpm", ["publish", "-r", ...provenance]);
  step("Tags", "changeset", ["tag"]);
}

function release() {
  if (run("git", ["status", "--porcelain"], { show: false }).output.trim() !== "") {
    refuse("Commit or remove your changes first: a release is made from what is committed.");
  }
  version();
  // Now, and not after the checks: changelogs are new files, which a commit of changes alone would leave out.
  step("Staging", "git", ["add", "--all"]);
  step("Checks", "bash", [".ci/run"]);
  step("Commit", "git", ["commit", "--message", "Release"]);
  publish();
  console.log("Published. Push the commit and the tags: git push --follow-tags");
}

function refuse(message) {
  console.error(message);
  process.exit(1);
}

const [half] = process.argv.slice(2);
if (half !== "--dry-run" && half !== "--version" && readJson("publishing.json").repository.includes("/OWNER/")) {
  refuse("publishing.json names no repository yet. npm run rename -- @scope owner writes it everywhere.");
}
if (half === "--dry-run") dryRun();
else if (half === "--version") version();
else if (half === "--publish") publish();
else release();
