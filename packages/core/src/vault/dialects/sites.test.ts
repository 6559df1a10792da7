import { describe, expect, test } from "vitest";
import { SITE_FIXTURES } from "../../testing/site-fixtures/index.js";
import { temporaryVault } from "../testing/temporary-vault.js";

describe.each(SITE_FIXTURES.map((fixture) => [fixture.name, fixture] as const))("a site of %s", (_, fixture) => {
  const open = () => temporaryVault(fixture.files).open({ cache: false });

  test("serves one version and one language", async () => {
    const { call } = await open();
    const { nodes } = await call("scan", { limit: 100, tokenBudget: 32_000 });
    expect(nodes.map(({ path }) => path).sort()).toEqual([...fixture.served].sort());
  });

  test.each(fixture.pages.map((page) => [page.path, page] as const))(
    "R3.1 shows %s as its reader sees it",
    async (path, page) => {
      const { call } = await open();
      const { nodes } = await call("node", { nodes: path, level: 4, tokenBudget: 32_000 });
      const outlined = await call("node", {
        nodes: path,
        level: 3,
        previews: "all",
        links: "all",
        tokenBudget: 32_000,
      });
      const said = JSON.stringify([nodes, outlined.nodes]);
      const [node] = nodes;
      const text = node !== undefined && "content" in node && "full" in node.content ? node.content.full : "";
      expect({ description: node !== undefined && "description" in node && node.description }).toEqual({
        description: page.description,
      });
      expect(page.shows.filter((piece) => !text.includes(piece))).toEqual([]);
      expect(page.hides.filter((piece) => said.includes(JSON.stringify(piece).slice(1, -1)))).toEqual([]);
    },
  );
});
