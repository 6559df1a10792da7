import { describe, expect, test } from "vitest";
import { manifestFaults } from "./manifest-rules.js";
import { madeUpTree } from "./tree.js";

describe("manifest rules", () => {
  test("the layers as they should be have no fault", () => {
    const tree = madeUpTree({
      "package.json": { devDependencies: { turbo: "2.0.0" } },
      "packages/core/package.json": { name: "@pd/core", dependencies: { zod: "^4.0.0" } },
      "packages/skills/package.json": { name: "@pd/skills", dependencies: { "@pd/core": "workspace:^" } },
      "apps/tour/package.json": { name: "@pd/tour", dependencies: { "@pd/core": "1", "@pd/skills": "1" } },
    });
    expect(manifestFaults(tree)).toEqual([]);
  });

  test.each(["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"])(
    "a spoke that names another in %s is found",
    (field) => {
      const tree = madeUpTree({ "packages/mcp/package.json": { name: "@pd/mcp", [field]: { "@pd/skills": "1" } } });
      expect(manifestFaults(tree)).toEqual([`packages/mcp/package.json: ${field} names @pd/skills`]);
    },
  );

  test("core that names a spoke, or tooling that names core, is found", () => {
    const tree = madeUpTree({
      "packages/core/package.json": { name: "@pd/core", devDependencies: { "@pd/mcp": "1" } },
      "tooling/package.json": { name: "pd-tooling", dependencies: { "@pd/core": "1" } },
    });
    expect(manifestFaults(tree)).toHaveLength(2);
  });

  test("the root manifest may name none, core included", () => {
    const tree = madeUpTree({ "package.json": { devDependencies: { "@pd/core": "workspace:^" } } });
    expect(manifestFaults(tree)).toEqual(["package.json: devDependencies names @pd/core"]);
  });

  test.each(["npm:@pd/skills@1.0.0", "workspace:@pd/skills@*", "link:../skills", "file:../skills"])(
    "another name does not hide a spoke: %s",
    (range) => {
      const tree = madeUpTree({ "packages/mcp/package.json": { name: "@pd/mcp", dependencies: { innocent: range } } });
      expect(manifestFaults(tree)).toHaveLength(1);
    },
  );

  test("a spoke does not leave its layer by taking another name", () => {
    const tree = madeUpTree({ "packages/mcp/package.json": { name: "@pd/tour", dependencies: { "@pd/skills": "1" } } });
    expect(manifestFaults(tree)).toHaveLength(1);
  });
});
