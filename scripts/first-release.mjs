// `npm run changesets:first`: before 0.1.0, puts one changeset a package, written for users (scripts/first-release/), in place of all that are
// pending, which tell the story of code that nobody had. To be used once, with this script and its folder removed in the same commit.
import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";
import { workspaces } from "./workspaces.mjs";

const pending = join(root, ".changeset");
const written = join(root, "scripts/first-release");
const texts = readdirSync(written);

const published = workspaces().filter(({ manifest }) => manifest.private !== true);
for (const { manifest } of published) {
  if (manifest.version !== "0.0.0") throw new Error(`${manifest.name} is released already, as ${manifest.version}`);
  if (!texts.some((file) => readFileSync(join(written, file), "utf8").includes(`"${manifest.name}": minor`)))
    throw new Error(`scripts/first-release has no text for ${manifest.name}`);
}
const removed = readdirSync(pending).filter((file) => file.endsWith(".md") && file !== "README.md");
for (const file of removed) rmSync(join(pending, file));
for (const file of texts) copyFileSync(join(written, file), join(pending, `first-${file}`));
console.log(`${removed.length} changesets became ${texts.length}. npm run release:dry says what they release.`);
