import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./run.mjs";
import { workspaces } from "./workspaces.mjs";

/** What is packed today, by name: its files, which a release changes by a version and a changelog. */
function packed() {
  const args = ["-r", "--filter", "./packages/*", "--filter", "./apps/pd", "pack", "--dry-run", "--json"];
  const { code, output } = run("pnpm", args, { show: false });
  if (code !== 0) throw new Error(output);
  return new Map(JSON.parse(output.slice(output.indexOf("["))).map((pack) => [pack.name, pack]));
}

function must(...given) {
  const { code, output } = run(...given);
  if (code !== 0) throw new Error(output);
  return output;
}

/** Versions are really made, in a copy of what is committed, and what would be published is told. */
export function dryRun() {
  const copy = mkdtempSync(join(tmpdir(), "pd-release-"));
  try {
    must("git", ["clone", "--quiet", "--local", root, copy], { show: false });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
    must("changeset", ["version"], { show: false, cwd: copy });
    const packs = packed();
    for (const { folder, manifest } of workspaces().filter((one) => one.manifest.private !== true)) {
      const inCopy = join(copy, folder.slice(root.length));
      const { version } = JSON.parse(readFileSync(join(inCopy, "package.json"), "utf8"));
      if (version === manifest.version) {
        console.log(`${manifest.name}@${version}: as it is, published where the registry does not have it`);
        continue;
      }
      const changelog = readFileSync(join(inCopy, "CHANGELOG.md"), "utf8").split("\n").length;
      const files = packs.get(manifest.name)?.files.length ?? 0;
      const before = `was ${manifest.version}`;
      console.log(
        `would publish ${manifest.name}@${version} (${before}): ${files} files and a changelog of ${changelog} lines`,
      );
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
