// `npm run rename -- @acme [owner]`: gives every package another scope, where the one in publishing.json cannot be had on npm, and the
// repository another owner. It rewrites tracked files in place; `git diff` shows what, and `bash .ci/run` says whether all still holds.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { install } from "./install.mjs";
import { root, run, step } from "./run.mjs";

const [scope = "", owner] = process.argv.slice(2);
if (!/^@[a-z0-9][a-z0-9-]*$/.test(scope)) {
  console.error("Usage: npm run rename -- @scope [owner of the repository]");
  process.exit(2);
}
const file = join(root, "publishing.json");
const before = JSON.parse(readFileSync(file, "utf8"));
const oldOwner = new URL(before.repository).pathname.split("/")[1];

const names = [
  // A package, or the scope by itself, never a longer word.
  [new RegExp(`${before.scope}(?=\\\\?/|["'\`])`, "g"), scope],
  // What packing makes of a scoped name.
  [new RegExp(`\\b${before.scope.slice(1)}-(?=[a-z$][a-z{}]*-(?:\\d|\\\\\\\\d))`, "g"), `${scope.slice(1)}-`],
];
if (owner !== undefined) {
  names.push([new RegExp(`github\\.com/${oldOwner}/`, "g"), `github.com/${owner}/`]);
  names.push([new RegExp(`io\\.github\\.${oldOwner}/`, "g"), `io.github.${owner}/`]);
}

let changed = 0;
for (const path of run("git", ["ls-files", "-z"], { show: false }).output.split("\0").filter(Boolean)) {
  const bytes = readFileSync(join(root, path));
  if (bytes.includes(0)) continue;
  const text = bytes.toString("utf8");
  const renamed = names.reduce((all, [from, to]) => all.replace(from, to), text);
  if (renamed === text) continue;
  writeFileSync(join(root, path), renamed);
  changed += 1;
}
console.log(`${changed} files say ${scope} now.`);
// Names stand in another order, in the lock file and in lists of imports, and pages are named by packages.
step("Lock file", "npx", ["-y", "pnpm@10.34.9", "install", "--lockfile-only", "--prefer-offline"], { show: false });
install();
step("Formatting", "biome", ["check", "--write"], { show: false });
step("Building", "turbo", ["run", "build", "--output-logs=errors-only"], { show: false });
step("API pages", "node", ["scripts/api-pages.mjs"], { show: false });
