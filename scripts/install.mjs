import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const args = ["-y", "pnpm@10.34.9", "install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"];
  const isDone = step("Installing", "npx", args, { show: false, mayFail: isStale });
  if (!isDone) {
    for (const folder of [root, ...folders]) rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    step("Installing afresh", "npx", args, { show: false });
  }
  writeFileSync(stamp, wanted);
}

/**
 * Whether pnpm wants to remove what is installed, as it does in a checkout that was copied or moved. Without a terminal it refuses; told to
 * go on, it removes itself first, since npx takes the pnpm that is installed here, and breaks off. So it is removed for it.
 */
function isStale(output) {
  return /ABORTED_REMOVE_MODULES_DIR|Worker pnpm|Cannot find module|ERR_MODULE_NOT_FOUND/u.test(output);
}

function fingerprint(folders) {
  const hash = createHash("sha256").update(process.version);
  const manifests = [root, ...folders].map((folder) => join(folder, "package.json"));
  for (const file of [join(root, "pnpm-lock.yaml"), join(root, "pnpm-workspace.yaml"), ...manifests]) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex");
}
