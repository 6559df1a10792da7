import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Folder and manifest of every workspace, as pnpm-workspace.yaml places them. */
export function workspaces() {
  const nested = ["packages", "apps", "test"].flatMap((parent) => {
    const folder = join(root, parent);
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  });
  return [...nested, join(root, "benchmarks"), join(root, "examples"), join(root, "tooling")].flatMap((folder) => {
    const path = join(folder, "package.json");
    return existsSync(path) ? [{ folder, manifest: JSON.parse(readFileSync(path, "utf8")) }] : [];
  });
}
