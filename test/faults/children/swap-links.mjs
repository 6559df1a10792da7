// Puts links to a folder outside in the place of files and folders, and takes them away again, until it is killed: `<root> <outside>`.
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [root, outside] = process.argv.slice(2);
const [leaf, way, away] = [join(root, "leaf.md"), join(root, "way"), join(root, "away")];

function swap(at) {
  if (at % 2 === 0) symlinkSync(join(outside, "leaf.md"), `${leaf}.tmp`);
  else writeFileSync(`${leaf}.tmp`, "# Leaf\n\ninside\n");
  renameSync(`${leaf}.tmp`, leaf);
  renameSync(way, away);
  symlinkSync(outside, way);
  unlinkSync(way);
  renameSync(away, way);
}

/** Somebody wrote where the folder stood before, which made another: from the start. */
function restore() {
  for (const path of [away, way, `${leaf}.tmp`]) rmSync(path, { recursive: true, force: true });
  mkdirSync(way, { recursive: true });
  writeFileSync(join(way, "note.md"), "# Way\n\ninside\n");
}

function attempt(work) {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

process.stdout.write("swapping");
for (let at = 0; ; at += 1) if (!attempt(() => swap(at))) attempt(restore);
