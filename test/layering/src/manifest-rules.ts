import type { Tree } from "./tree.js";
import { allowedOf, type Manifest, workspacesOf } from "./workspace.js";

const FIELDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** Every dependency in a manifest that its layer does not allow, in words. */
export function manifestFaults(tree: Tree): readonly string[] {
  const root = JSON.parse(tree.get("package.json") ?? "{}") as Manifest;
  return [
    // A root dependency is visible to every workspace, declared there or not.
    ...forbidden("package.json", root, new Set()),
    ...workspacesOf(tree).flatMap(({ folder, layer, manifest }) =>
      forbidden(`${folder}/package.json`, manifest, allowedOf(layer)),
    ),
  ];
}

function forbidden(path: string, manifest: Manifest, allowed: ReadonlySet<string> | undefined): readonly string[] {
  if (!allowed) return [];
  return FIELDS.flatMap((field) =>
    Object.entries(manifest[field] ?? {}).flatMap(([name, range]) =>
      namesOf(name, range)
        .filter((named) => !allowed.has(named))
        .map((named) => `${path}: ${field} names ${named}`),
    ),
  );
}

/** The pd packages that one line names: by its key, by an alias (`npm:@pd/x@1`), or by a path, which could be any. */
function namesOf(name: string, range: string): readonly string[] {
  const aliased = /@pd\/[^@]+/.exec(range)?.[0];
  const path = /^(?:link|file|portal):/.test(range) ? range : undefined;
  return [name.startsWith("@pd/") ? name : undefined, aliased, path].filter((named) => named !== undefined);
}
