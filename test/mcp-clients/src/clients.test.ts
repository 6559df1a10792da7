import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENTS, type Connected, type Way } from "./clients.js";
import { type ServedVault, serveVault } from "./served-vault.js";

let vault: ServedVault;
beforeAll(async () => {
  vault = await serveVault();
});
afterAll(() => vault.close());

describe.each(CLIENTS)("%s", (_name, connect) => {
  describe.each<Way>(["stdio", "http"])("over %s", (way) => {
    let client: Connected;
    beforeAll(async () => {
      client = await connect(way, vault);
    });
    afterAll(() => client.close());

    test("lists the tools in their order", async () => {
      const tools = await client.tools();
      expect(tools).toEqual(["scan", "search", "query", "node", "traverse", "context", "stats"]);
    });

    test("searches, and opens what it found", async () => {
      expect(await client.call("search", { query: "ceiling" })).toContain("note:budgets");
      expect(await client.call("node", { nodes: ["note:budgets"], level: 4 })).toContain("A hard ceiling in tokens.");
    });

    test("gets a pack of text", async () => {
      expect(await client.call("context", { query: "ceiling" })).toContain("A hard ceiling in tokens.");
    });

    test("hears what went wrong, and what would be right", async () => {
      const said = await client.call("node", { nodes: ["budget ceilings"] }).catch(String);
      expect(said).toContain("node-unknown");
      expect(said).toContain("Near it: note:budgets");
    });
  });
});
