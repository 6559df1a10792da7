import { posix } from "node:path";
import { importsOf } from "./imports.js";
import type { Tree } from "./tree.js";
import { allowedOf, type Workspace, workspacesOf } from "./workspace.js";

const CODE = /\.[cm]?[jt]sx?$/;

/** Every import in a workspace's own files that crosses a line: out of its folder, or into a layer it may not know. */
export function importFaults(tree: Tree): readonly string[] {
  return workspacesOf(tree).flatMap((workspace) =>
    [...tree]
      .filter(([path]) => path.startsWith(`${workspace.folder}/`) && CODE.test(path) && !path.includes("/dist/"))
      .flatMap(([path, source]) =>
        importsOf(path, source).flatMap((found) => {
          const fault = "specifier" in found ? crossing(workspace, path, found.specifier) : undefined;
          return fault ? [`${path}: ${fault}`] : [];
        }),
      ),
  );
}

function crossing({ folder, layer, manifest }: Workspace, path: string, specifier: string): string | undefined {
  if (/^(?:\/|file:)/.test(specifier)) return `"${specifier}" is a path of one machine`;
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    return target === folder || target.startsWith(`${folder}/`) ? undefined : `"${specifier}" leaves ${folder}`;
  }
  const allowed = allowedOf(layer);
  const name = /^@pd\/[^/]+/.exec(specifier)?.[0];
  if (!name || !allowed || allowed.has(name) || name === manifest.name) return undefined;
  return `"${specifier}" is not for a package in this layer`;
}
