import type { Tree } from "./tree.js";

/** `outside` is what may see everything: apps, benchmarks and tests across packages. */
export type Layer = "core" | "spoke" | "tooling" | "outside";

export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly private?: boolean;
  readonly sideEffects?: boolean;
  readonly version?: string;
  readonly license?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly publishConfig?: { readonly exports?: Manifest["exports"] };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface Workspace {
  readonly folder: string;
  readonly layer: Layer;
  readonly manifest: Manifest;
}

export function workspacesOf(tree: Tree): readonly Workspace[] {
  return [...tree]
    .filter(([path]) => /^(?:[^/]+|(?:packages|apps|test)\/[^/]+)\/package\.json$/.test(path))
    .map(([path, text]) => {
      const folder = path.slice(0, -"/package.json".length);
      return { folder, layer: layerOf(folder), manifest: JSON.parse(text) as Manifest };
    });
}

/** By place, not by name or tag: a package cannot move itself to another layer by what it says of itself. */
function layerOf(folder: string): Layer {
  if (folder === "packages/core") return "core";
  if (folder.startsWith("packages/")) return "spoke";
  return folder === "tooling" ? "tooling" : "outside";
}

/** What a workspace of this layer may know of pd. `undefined`: everything. */
export function allowedOf(layer: Layer): ReadonlySet<string> | undefined {
  switch (layer) {
    case "core":
    case "tooling":
      return new Set();
    case "spoke":
      return new Set(["@pd/core"]);
    case "outside":
      return undefined;
  }
}
