import type { Client } from "@modelcontextprotocol/client";
import type { SessionLogEntry } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES, type MemoryNode } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { connected, ERAS } from "../../fixtures/client.js";
import { createMcpServer } from "../server/create-mcp-server.js";
import { NODE_TEMPLATE } from "./resource-uri.js";

const many: readonly MemoryNode[] = Array.from({ length: 250 }, (_, index) => ({
  id: `note:n${index}`,
  name: `Number ${index}`,
  body: `# ${index}`,
}));

const server = () =>
  createMcpServer({
    mounts: [
      { content: createMemoryContent(ENFORCEMENT_NODES, "letters") },
      { content: createMemoryContent(many, "numbers") },
    ],
  });

async function allUris(client: Client): Promise<readonly string[]> {
  const uris: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.request({ method: "resources/list", params: cursor === undefined ? {} : { cursor } });
    uris.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return uris;
}

test("listing is no call of a model: the log has what was read, and no list", async () => {
  const entries: SessionLogEntry[] = [];
  const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES, "letters") }];
  const client = await connected(createMcpServer({ mounts, onEntry: (entry) => entries.push(entry) }), "modern");
  const [first] = await allUris(client);
  await client.listPrompts();
  expect(entries).toEqual([]);
  await client.readResource({ uri: first ?? "" });
  await client.callTool({ name: "scan", arguments: {} });
  expect(entries.map(({ operation }) => operation)).toEqual(["node", "scan"]);
});

describe.each(ERAS)("nodes as resources, to a client of the %s era:", (era) => {
  test("all of them are listed, vault by vault, each once", async () => {
    const uris = await allUris(await connected(server(), era));
    expect(uris).toHaveLength(ENFORCEMENT_NODES.length + many.length);
    expect(new Set(uris).size).toBe(uris.length);
    expect(uris[0]).toBe("pd://letters/moc:hub");
    expect(uris).toContain("pd://numbers/note:n249");
  });

  test("a page is of a hundred at the most, and an invented cursor is refused", async () => {
    const client = await connected(server(), era);
    const { nextCursor } = await client.request({ method: "resources/list", params: {} });
    const page = await client.request({ method: "resources/list", params: { cursor: String(nextCursor) } });
    expect(page.resources).toHaveLength(100);
    const encoded = (place: unknown) => Buffer.from(JSON.stringify(place)).toString("base64url");
    // Not base64, null, a word where a number belongs, parts that there are not, a position of another list.
    for (const made of [
      "zzz",
      "bnVsbA",
      "WyJhIl0",
      "Wy0xXQ",
      encoded([2]),
      encoded([9, "x"]),
      encoded([1, "5.00000000"]),
    ]) {
      await expect(client.request({ method: "resources/list", params: { cursor: made } })).rejects.toMatchObject({
        code: -32602,
        data: { where: "cursor" },
      });
    }
  });

  test("the default is level 1, and the URI asks for another", async () => {
    const client = await connected(server(), era);
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri });
      return JSON.stringify(contents);
    };
    const plain = await read("pd://letters/note:alpha");
    expect(plain).toContain("DESC-alpha");
    expect(plain).not.toMatch(/CTX-|PREV-|BODY-/);
    expect(await read("pd://letters/note:alpha?level=0")).not.toMatch(/DESC-|CTX-|PREV-|BODY-/);
    expect(await read("pd://letters/note:alpha?level=2")).toMatch(/CTX-alpha/);
    expect(await read("pd://letters/note:alpha?level=3")).toMatch(/PREV-alpha/);
    expect(await read("pd://letters/note:alpha?level=3")).not.toMatch(/BODY-/);
    expect(await read("pd://letters/note:alpha?level=4")).toMatch(/BODY-alpha/);
  });

  test("R1.3 a section has its own address, and R1.6 a name is one too", async () => {
    const client = await connected(server(), era);
    const section = await client.readResource({ uri: "pd://letters/note:alpha%23details?level=4" });
    expect(JSON.stringify(section.contents)).toContain("BODY-alpha");
    const named = await client.readResource({ uri: "pd://letters/The%20second" });
    expect(JSON.stringify(named.contents)).toContain("note:beta");
  });

  test.each(["pd://letters/nobody", "pd://nowhere/note:alpha", "file:///etc/passwd", "pd://letters/__proto__"])(
    "what is not there is not found, with its address: %s",
    async (uri) => {
      const client = await connected(server(), era);
      await expect(client.readResource({ uri })).rejects.toMatchObject({ data: { uri } });
    },
  );

  test("a level that there is not is refused with a fix", async () => {
    const client = await connected(server(), era);
    await expect(client.readResource({ uri: "pd://letters/note:alpha?level=9" })).rejects.toMatchObject({
      code: -32602,
      data: { code: "input-invalid", fix: expect.stringContaining("level=3") },
    });
  });

  test("the template completes vaults, ids and names, and levels", async () => {
    const client = await connected(server(), era);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([NODE_TEMPLATE]);
    const complete = async (name: string, value: string, given: Readonly<Record<string, string>> = {}) => {
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri: NODE_TEMPLATE },
        argument: { name, value },
        context: { arguments: { ...given } },
      });
      return completion;
    };
    expect((await complete("vault", "n")).values).toEqual(["numbers"]);
    expect((await complete("level", "")).values).toEqual(["0", "1", "2", "3", "4"]);
    expect((await complete("id", "note:al")).values).toEqual(["note:alpha"]);
    expect((await complete("id", "gam")).values).toEqual(["note:gamma"]);
    expect((await complete("id", "number 24", { vault: "numbers" })).values).toContain("note:n249");
    const all = await complete("id", "", { vault: "numbers" });
    expect(all).toMatchObject({ total: 250, hasMore: true });
    expect(all.values).toHaveLength(100);
    expect((await complete("id", "x", { vault: "__proto__" })).values).toEqual([]);
  });
});
