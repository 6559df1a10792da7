import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const json = (path: string) => JSON.parse(read(path)) as Readonly<Record<string, unknown>>;

const { scope, repository } = json("publishing.json") as { readonly scope: string; readonly repository: string };
const owner = new URL(repository).pathname.split("/")[1];
const published = [...readdirSync(join(root, "packages")).map((name) => `packages/${name}`), "apps/pd"];

describe("what is published", () => {
  test.each(published)("%s says where it comes from, as publishing.json has it", (folder) => {
    const manifest = json(`${folder}/package.json`);
    expect(manifest["name"]).toBe(`${scope}/${folder.split("/")[1]}`);
    expect(manifest["repository"]).toEqual({ type: "git", url: `git+${repository}.git`, directory: folder });
    expect(manifest["homepage"]).toBe(`${repository}/tree/main/${folder}#readme`);
    expect(manifest["bugs"]).toBe(`${repository}/issues`);
    expect((manifest["keywords"] as readonly string[]).length).toBeGreaterThan(3);
    expect(manifest["sideEffects"]).toBe(false);
    expect(manifest["publishConfig"]).toMatchObject({ access: "public" });
  });

  test.each(published)("%s packs its changelog", (folder) => {
    expect(json(`${folder}/package.json`)["files"]).toEqual(expect.arrayContaining(["dist", "CHANGELOG.md"]));
  });

  test("the other ways to install it name the same place, package and versions", () => {
    const name = `io.github.${owner}/pd`;
    const { version, mcpName } = json("packages/mcp/package.json");
    expect(mcpName).toBe(name);
    expect(json("distribution/server.json")).toMatchObject({
      name,
      version,
      repository: { url: repository },
      packages: [{ registryType: "npm", identifier: `${scope}/mcp`, version }],
    });
    const program = json("apps/pd/package.json");
    expect(json("distribution/claude-code/.claude-plugin/plugin.json")).toMatchObject({
      version: program["version"],
      repository,
    });
    expect(json("distribution/mcpb/manifest.json")).toMatchObject({ homepage: repository });
    expect(read("distribution/claude-code/.mcp.json")).toContain(`"${scope}/pd"`);
    expect(read("distribution/claude-code/hooks/notes-before-prompt.mjs")).toContain(`"${scope}/pd"`);
  });
});
