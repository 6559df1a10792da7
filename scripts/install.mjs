import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, step } from "./run.mjs";
import { workspaces } from "./workspaces.mjs";

const stamp = join(root, "node_modules/.installed-from");

/** Installs what the lock file says. Where that was done already, asking pnpm again would take longer than all the rest. */
export function install() {
  const folders = workspaces().map(({ folder }) => folder);
  const wanted = fingerprint(folders);
  const linked = folders.every((folder) => existsSync(join(folder, "node_modules")));
  if (linked && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const flags = ["--frozen-lockfile", "--prefer-offline", "--reporter=append-only"];
  step("Installing", "npx", ["-y", "pnpm@10.34.9", "install", ...flags], { show: false });
  writeFileSync(stamp, wanted);
}

function fingerprint(folders) {
  const hash = createHash("sha256").update(process.version);
  const manifests = [root, ...folders].map((folder) => join(folder, "package.json"));
  for (const file of [join(root, "pnpm-lock.yaml"), join(root, "pnpm-workspace.yaml"), ...manifests]) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex");
}
