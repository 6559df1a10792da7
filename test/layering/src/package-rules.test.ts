import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { appFaults, HEADINGS, packageFaults } from "./package-rules.js";
import { madeUpTree } from "./tree.js";

const manifest = {
  name: "@pd/mcp",
  type: "module",
  sideEffects: false,
  license: "MIT",
  engines: { node: ">=20.19" },
  files: ["dist"],
  exports: {
    ".": { "@pd/source": "./src/index.ts", default: "./dist/index.js" },
    "./package.json": "./package.json",
  },
  publishConfig: { access: "public" },
};
const readme = HEADINGS.map((heading) => `## ${heading}\n\nText.\n`).join("\n");

function faultsOf(
  changes: object,
  files: Readonly<Record<string, string>> = { "README.md": readme },
): readonly string[] {
  const inside = Object.entries(files).map(([path, text]) => [`packages/mcp/${path}`, text]);
  return packageFaults(
    madeUpTree({
      "packages/mcp/package.json": { ...manifest, ...changes },
      "packages/mcp/public-surface.json": "{}",
      "packages/mcp/src/public-surface.test.ts": "",
      ...Object.fromEntries(inside),
    }),
  );
}

describe("package rules", () => {
  test("a package that has everything has no fault", () => {
    expect(faultsOf({})).toEqual([]);
  });

  test.each([
    [{ type: "commonjs" }],
    [{ sideEffects: true }],
    [{ license: "ISC" }],
    [{ engines: {} }],
    [{ private: true }],
    [{ files: [] }],
    [{ publishConfig: { exports: manifest.exports } }],
  ])("%o is one fault", (changes) => {
    expect(faultsOf(changes)).toHaveLength(1);
  });

  test("an entry without the source condition, or built from another file, is found", () => {
    expect(faultsOf({ exports: { ".": "./dist/index.js" } })).toHaveLength(1);
    const exports = { ".": { "@pd/source": "./src/other.ts", default: "./dist/index.js" } };
    expect(faultsOf({ exports })).toHaveLength(1);
  });

  test("what is packed names built files alone", () => {
    const { hooks } = createRequire(import.meta.url)("../../../.pnpmfile.cjs");
    expect(hooks.beforePacking(manifest)).toEqual({
      ...manifest,
      exports: { ".": "./dist/index.js", "./package.json": "./package.json" },
    });
  });

  test("README headings count in their order, and not inside code", () => {
    expect(faultsOf({}, {})).toEqual(["packages/mcp: has no README.md"]);
    expect(faultsOf({}, { "README.md": readme.replace("## API", "## Api") })).toHaveLength(1);
    expect(faultsOf({}, { "README.md": `\`\`\`md\n${readme}\`\`\`\n` })).toHaveLength(1);
  });

  test("a package without a pinned surface is found", () => {
    expect(
      packageFaults(madeUpTree({ "packages/mcp/package.json": manifest, "packages/mcp/README.md": readme })),
    ).toHaveLength(2);
  });
});

describe("app rules", () => {
  const program = { name: "@pd/pd", type: "module", license: "MIT", engines: { node: ">=20.19" }, files: ["dist"] };
  const faults = (folder: string, changes: object) =>
    appFaults(
      madeUpTree({ [`${folder}/package.json`]: { ...program, ...changes }, [`${folder}/README.md`]: "# pd\n" }),
    );

  test("the whole program is published, and knows every package while it is built", () => {
    expect(faults("apps/pd", { devDependencies: { "@pd/core": "1", "@pd/mcp": "1" } })).toEqual([]);
  });

  test.each([[{ private: true }], [{ dependencies: { "@pd/core": "1" } }], [{ peerDependencies: { "@pd/mcp": "1" } }]])(
    "%o is a fault of the program",
    (changes) => {
      expect(faults("apps/pd", changes)).toHaveLength(1);
    },
  );

  test("no other app is published", () => {
    expect(faults("apps/tour", {})).toEqual(['apps/tour: "private" is not true']);
    expect(faults("apps/tour", { private: true, dependencies: { "@pd/core": "1" } })).toEqual([]);
  });
});
