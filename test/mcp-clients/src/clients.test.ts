import { fileURLToPath } from "node:url";
import { o200k } from "@pd/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENTS, type Connected, type Way } from "./clients.js";
import { BUDGET, QUESTIONS } from "./questions.js";
import { type ServedVault, serveVault } from "./served-vault.js";

const docs = fileURLToPath(new URL("../../../docs", import.meta.url));

let vault: ServedVault;
beforeAll(async () => {
  await o200k.load();
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
      expect(await client.call("search", { query: "ceiling" })).toContain("budgets.md");
      expect(await client.call("node", { nodes: ["budgets.md"], level: 4 })).toContain("A hard ceiling in tokens.");
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

  test("R2.3 R6.3 what the model is given stays within the budget, in fifty questions over stdio", async () => {
    const client = await connect("stdio", { ...vault, folder: docs });
    const read: number[] = [];
    for (const { tool, given } of QUESTIONS) {
      const shown = await client.call(tool, { ...given });
      read.push(o200k.count(shown));
      expect(shown, `${tool} ${JSON.stringify(given)}`).not.toBe("");
    }
    await client.close();
    expect(read).toHaveLength(50);
    expect(Math.max(...read)).toBeLessThanOrEqual(BUDGET);
  });
});
