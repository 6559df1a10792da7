// Writes docs/api from the doc comments of the packages; with --check, only says which pages are out of date.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiPages } from "../tooling/src/api-page.js";
import { apiSurface } from "../tooling/src/api-surface.js";
import { root } from "./run.mjs";
import { workspaces } from "./workspaces.mjs";

const folder = join(root, "docs/api");
const check = process.argv.includes("--check");

const published = workspaces()
  // A program has nothing to import.
  .filter(({ manifest }) => manifest.private !== true && manifest.exports?.["."] !== undefined)
  .map((workspace) => ({
    name: workspace.manifest.name,
    description: workspace.manifest.description,
    entries: apiSurface(workspace.folder),
  }))
  // The package that all others know is first: their signatures link to its names.
  .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));

const pages = apiPages(published);
mkdirSync(folder, { recursive: true });
const present = readdirSync(folder).filter((file) => file.endsWith(".md"));
const stale = [...pages].filter(([file, text]) => !present.includes(file) || read(file) !== text).map(([file]) => file);
const left = present.filter((file) => !pages.has(file));

if (check) {
  for (const file of [...stale, ...left]) console.error(`docs/api/${file} is out of date. Run: npm run api`);
  process.exitCode = stale.length + left.length === 0 ? 0 : 1;
} else {
  for (const file of stale) writeFileSync(join(folder, file), pages.get(file) ?? "");
  for (const file of left) rmSync(join(folder, file));
  console.log(`docs/api: ${pages.size} pages, ${stale.length} written, ${left.length} removed`);
}

function rank(name) {
  return name === "@pd/core" ? 0 : 1;
}

function read(file) {
  return readFileSync(join(folder, file), "utf8");
}
