import { posix } from "node:path";
import { parseSync } from "oxc-parser";
import type { Tree } from "./tree.js";

/** What a room of core may import from, beside itself: values and types, or types alone. */
export interface Room {
  readonly values: readonly string[];
  readonly types?: readonly string[];
}

const BELOW_GATE = ["text", "model", "ports"] as const;

/**
 * The rooms of `packages/core/src`, lowest first. One may know those that are named for it, and no others; so the model knows no port, the gate no
 * toolkit, and neither search nor markdown that there are vaults.
 */
export const ROOMS: ReadonlyMap<string, Room> = new Map<string, Room>([
  ["text", { values: [] }],
  ["model", { values: ["text"] }],
  ["ports", { values: ["text", "model"] }],
  ["o200k", { values: ["model"] }],
  ["search", { values: ["text"] }],
  ["markdown", { values: ["text", "model"] }],
  ["filesystem", { values: ["text", "model"], types: ["ports"] }],
  ["files", { values: [...BELOW_GATE, "filesystem"] }],
  ["guard", { values: ["text", "model"], types: ["ports"] }],
  ["embedders", { values: ["text", "model"], types: ["ports"] }],
  ["sessions", { values: BELOW_GATE }],
  // It tells spans of a vault's events too, which the vault declares.
  ["telemetry", { values: BELOW_GATE, types: ["vault"] }],
  ["gate", { values: [...BELOW_GATE, "o200k"], types: ["sessions"] }],
  ["operations", { values: [...BELOW_GATE, "o200k", "search"] }],
  ["content", { values: [...BELOW_GATE, "o200k", "gate"], types: ["search"] }],
  // It combines all that is mounted, for `graphId: "all"`.
  ["toolkit", { values: [...BELOW_GATE, "o200k", "sessions", "gate", "operations", "content"] }],
  [
    "vault",
    {
      values: [
        ...BELOW_GATE,
        "o200k",
        "search",
        "markdown",
        "files",
        "gate",
        "operations",
        "toolkit",
        "content",
        "embedders",
      ],
    },
  ],
]);

/** Helpers for tests may use whatever they test. */
const SOURCE = /^packages\/core\/src\/(?!.*\btesting\/)(?<room>[^/]+)\/.*(?<!\.test)\.ts$/;

/** Every import of one room by another that it may not know, and every room that the table lacks. */
export function roomFaults(tree: Tree, rooms: ReadonlyMap<string, Room> = ROOMS): readonly string[] {
  return [...tree].flatMap(([path, source]) => {
    const room = SOURCE.exec(path)?.groups?.["room"];
    if (room === undefined) return [];
    const known = rooms.get(room);
    if (known === undefined) return [`${path}: the room "${room}" is not in the table`];
    return importsBetween(path, source).flatMap(({ target, isType }) => {
      const other = SOURCE.exec(target)?.groups?.["room"];
      if (other === undefined || other === room || known.values.includes(other)) return [];
      if (isType && known.types?.includes(other) === true) return [];
      return [`${path}: ${room} may not import ${isType ? "types" : "values"} from ${other} (${target})`];
    });
  });
}

interface Imported {
  readonly target: string;
  readonly isType: boolean;
}

function importsBetween(path: string, source: string): readonly Imported[] {
  const { errors, module } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ specifier: moduleRequest.value, isType }],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      specifier: source.slice(start + 1, end - 1),
      isType: false,
    })),
  ];
  return found
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier, isType }) => ({
      target: posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts"),
      isType,
    }));
}

/** More files than a reader takes in at a glance: the folder holds two stages. */
export const MOST_FILES = 25;

/** Folders of sources of a package with too many files in them, tests apart. */
export function crowdedFolders(tree: Tree): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of tree.keys()) {
    if (!/^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => `${folder}: ${count} files`);
}
