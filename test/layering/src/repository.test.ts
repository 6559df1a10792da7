import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { valueCycles } from "./cycle-rules.js";
import { importFaults } from "./import-rules.js";
import { manifestFaults } from "./manifest-rules.js";
import { appFaults, packageFaults } from "./package-rules.js";
import { nodeFaults } from "./reach-rules.js";
import { crowdedFolders, roomFaults } from "./room-rules.js";
import { treeOnDisk } from "./tree.js";
import { workspacesOf } from "./workspace.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folders = ["packages", "apps", "benchmarks", "examples", "test", "tooling"].filter((folder) =>
  existsSync(join(root, folder)),
);
const tree = treeOnDisk(root, folders);
const workspaces = workspacesOf(tree);

describe("this repository", () => {
  test("is read whole: every folder under packages/ is a workspace here, and core is among them", () => {
    const found = workspaces.filter(({ folder }) => folder.startsWith("packages/")).map(({ folder }) => folder);
    expect(found).toEqual(readdirSync(join(root, "packages")).map((name) => `packages/${name}`));
    expect(found).toContain("packages/core");
  });

  test("core knows nothing of pd, a spoke knows core alone, the root manifest names none", () => {
    expect(manifestFaults(tree)).toEqual([]);
  });

  test("no import leaves its package, and no spoke imports another", () => {
    expect(importFaults(tree)).toEqual([]);
  });

  test("no files of a package need each other to be loaded", () => {
    expect(valueCycles(tree)).toEqual([]);
  });

  test("the rooms of core know only those below them", () => {
    expect(roomFaults(tree)).toEqual([]);
  });

  test("no folder has more files than a reader takes in", () => {
    expect(crowdedFolders(tree)).toEqual([]);
  });

  test("the root entry of core reaches no module of Node, in the sources", () => {
    expect(nodeFaults(tree, "packages/core/src/index.ts")).toEqual([]);
  });

  test("the root entry of core reaches no module of Node, as built", () => {
    expect(nodeFaults(tree, "packages/core/dist/index.js")).toEqual([]);
  });

  test("every package has its README, its export map and its pinned surface", () => {
    expect(packageFaults(tree)).toEqual([]);
  });

  test("the whole program is the one app that is published, and brings all packages inside", () => {
    expect(appFaults(tree)).toEqual([]);
  });

  test("every package is built before these tests, because this workspace lists it", () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, "test/layering/package.json"), "utf8"));
    const packages = workspaces.filter(({ folder }) => folder.startsWith("packages/"));
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(packages.map(({ manifest }) => manifest.name)));
  });
});
