import { isDeepStrictEqual } from "node:util";
import type { Tree } from "./tree.js";
import { type Manifest, type Workspace, workspacesOf } from "./workspace.js";

export const HEADINGS = ["What is this?", "When should I use it?", "Install", "Use", "API", "Security"] as const;

const SOURCE_CONDITION = "@pd/source";

/** What a package in packages/ lacks that each of them has. */
export function packageFaults(tree: Tree): readonly string[] {
  return workspacesOf(tree)
    .filter(({ layer }) => layer === "core" || layer === "spoke")
    .flatMap((workspace) =>
      [...readmeFaults(tree, workspace), ...manifestFaults(workspace.manifest), ...surfaceFaults(tree, workspace)].map(
        (fault) => `${workspace.folder}: ${fault}`,
      ),
    );
}

/** The one app that is published: it brings all packages inside, and so has none of them to install. */
const PROGRAM = "apps/pd";

/** Apps compose and stay here, but for the whole program, which is published alone. */
export function appFaults(tree: Tree): readonly string[] {
  return workspacesOf(tree)
    .filter(({ folder }) => folder.startsWith("apps/"))
    .flatMap(({ folder, manifest }) => {
      const checks: readonly (readonly [string, boolean])[] =
        folder === PROGRAM
          ? [
              ['"private" is set', manifest.private === undefined],
              ['"type" is not "module"', manifest.type === "module"],
              ['"license" is not MIT', manifest.license === "MIT"],
              ['"engines" has no node', manifest.engines?.["node"] !== undefined],
              ['"files" lacks dist', manifest.files?.includes("dist") === true],
              ["dependencies name a package of pd", !namesPd(manifest.dependencies)],
              ["peerDependencies name a package of pd", !namesPd(manifest.peerDependencies)],
              ["has no README.md", tree.has(`${folder}/README.md`)],
            ]
          : [['"private" is not true', manifest.private === true]];
      return checks.filter(([, holds]) => !holds).map(([fault]) => `${folder}: ${fault}`);
    });
}

function namesPd(dependencies: Manifest["dependencies"] = {}): boolean {
  return Object.keys(dependencies).some((name) => name.startsWith("@pd/"));
}

function readmeFaults(tree: Tree, { folder }: Workspace): readonly string[] {
  const readme = tree.get(`${folder}/README.md`);
  if (readme === undefined) return ["has no README.md"];
  const prose = readme.replace(/^```[\s\S]*?^```/gm, "");
  const headings = [...prose.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
  const first = headings.slice(0, HEADINGS.length);
  return isDeepStrictEqual(first, [...HEADINGS]) ? [] : [`README.md has the headings ${first.join(", ") || "(none)"}`];
}

function manifestFaults(manifest: Manifest): readonly string[] {
  const checks: readonly (readonly [string, boolean])[] = [
    ['"type" is not "module"', manifest.type === "module"],
    ['"sideEffects" is not false', manifest.sideEffects === false],
    ['"license" is not MIT', manifest.license === "MIT"],
    ['"engines" has no node', manifest.engines?.["node"] !== undefined],
    ['"private" is set', manifest.private === undefined],
    ['"files" lacks dist', manifest.files?.includes("dist") === true],
    ['"exports" has no "."', manifest.exports?.["."] !== undefined],
  ];
  return [...checks.filter(([, holds]) => !holds).map(([fault]) => fault), ...exportFaults(manifest)];
}

function exportFaults({ exports = {}, publishConfig }: Manifest): readonly string[] {
  const faults = Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === "string")
      return path === "./package.json" ? [] : [`exports["${path}"] has no source condition`];
    const built = target[SOURCE_CONDITION]?.replace("./src/", "./dist/").replace(/\.ts$/, ".js");
    return built === target["default"] ? [] : [`exports["${path}"] is not built from its source condition`];
  });
  // `.pnpmfile.cjs` leaves the source condition out of what is packed: a second map would only drift.
  return publishConfig?.exports === undefined ? faults : [...faults, "publishConfig.exports says exports again"];
}

function surfaceFaults(tree: Tree, { folder }: Workspace): readonly string[] {
  return ["public-surface.json", "src/public-surface.test.ts"]
    .filter((file) => !tree.has(`${folder}/${file}`))
    .map((file) => `has no ${file}`);
}
