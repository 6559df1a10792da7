import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { PdEvent } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { afterAll, describe, expect, test, vi } from "vitest";
import { clientOf, connected, ERAS, type Era } from "../fixtures/client.js";
import { memorySkills } from "../fixtures/memory-skills.js";
import { createMcpServer, type PdMcpServer } from "./server/create-mcp-server.js";
import { serveHttp } from "./transport/serve-http.js";

/** A ceiling for a machine that does much else. */
const WAIT = { timeout: 60_000 };

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function vaultAndServer() {
  const folder = mkdtempSync(join(tmpdir(), "pd-mcp-"));
  folders.push(folder);
  const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.md`), text);
  write("alpha", "# Alpha\n\nThe first.\n\n## More\n\nDeep down.\n");
  write("beta", "# Beta\n\nThe second.\n");
  let server: PdMcpServer | undefined;
  const vault = await openVault(folder, { id: "v", cache: false, onEvent: (event: PdEvent) => server?.onEvent(event) });
  server = createMcpServer({ mounts: [{ content: vault }] });
  return { write, vault, server };
}

interface Heard {
  readonly client: Client;
  readonly methods: string[];
  readonly updated: string[];
}

/** A client that writes down what it is told, and asks for these resources. */
async function listening(server: PdMcpServer, era: Era, uris: readonly string[] = []): Promise<Heard> {
  return listeningWith(await connected(server, era), era, uris);
}

async function listeningWith(client: Client, era: Era, uris: readonly string[]): Promise<Heard> {
  const methods: string[] = [];
  const updated: string[] = [];
  for (const method of ["notifications/resources/list_changed", "notifications/prompts/list_changed"] as const) {
    client.setNotificationHandler(method, () => void methods.push(method));
  }
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
  if (era === "modern") {
    await client.listen({ resourcesListChanged: true, promptsListChanged: true, resourceSubscriptions: [...uris] });
  } else {
    for (const uri of uris) await client.subscribeResource({ uri });
  }
  return { client, methods, updated };
}

describe.each(ERAS)("a vault that changes, to a client of the %s era:", (era) => {
  test("the lists are said to have changed", async () => {
    const { write, vault, server } = await vaultAndServer();
    const { methods } = await listening(server, era);
    write("gamma", "# Gamma\n\nThe third.\n");
    await vault.refresh();
    await vi.waitFor(() => expect(methods).toContain("notifications/resources/list_changed"), WAIT);
    expect(methods).toContain("notifications/prompts/list_changed");
  });

  test("of the watched resources, those are updated whose text at that level is another", async () => {
    const { write, vault, server } = await vaultAndServer();
    const uris = ["pd://v/note:alpha", "pd://v/note:alpha?level=4", "pd://v/note:beta?level=4"];
    const { updated } = await listening(server, era, uris);
    write("alpha", "# Alpha\n\nThe first.\n\n## More\n\nDeeper down.\n");
    await vault.refresh();
    await vi.waitFor(() => expect(updated).toContain("pd://v/note:alpha?level=4"), WAIT);
    expect(updated).not.toContain("pd://v/note:beta?level=4");
    write("beta", "# Beta\n\nAnother second.\n");
    await vault.refresh();
    await vi.waitFor(() => expect(updated).toContain("pd://v/note:beta?level=4"), WAIT);
  });

  test("what nobody watches is not told of", async () => {
    const { write, vault, server } = await vaultAndServer();
    const watching = await listening(server, era, ["pd://v/note:alpha?level=4"]);
    const other = await listening(server, era);
    write("alpha", "# Alpha\n\nAnother first.\n");
    await vault.refresh();
    await vi.waitFor(() => expect(watching.updated).toHaveLength(1), WAIT);
    expect(other.updated).toEqual([]);
  });
});

test("a client that listens over HTTP hears it too, on a stream of its own", async () => {
  const { write, vault, server } = await vaultAndServer();
  const service = await serveHttp(server, { tokens: ["secret"] });
  const client = clientOf("modern");
  const requestInit = { headers: { authorization: "Bearer secret" } };
  await client.connect(new StreamableHTTPClientTransport(new URL(service.url), { requestInit }));
  const uri = "pd://v/note:alpha?level=4";
  const { methods, updated } = await listeningWith(client, "modern", [uri]);
  write("alpha", "# Alpha\n\nAnother first.\n");
  await vault.refresh();
  await vi.waitFor(() => expect(updated).toEqual([uri]), WAIT);
  expect(methods).toContain("notifications/resources/list_changed");
  await client.close();
  await service.close();
});

test("a client that unsubscribes hears no more", async () => {
  const { write, vault, server } = await vaultAndServer();
  const uri = "pd://v/note:alpha?level=4";
  const { client, updated, methods } = await listening(server, "legacy", [uri]);
  await client.unsubscribeResource({ uri });
  write("alpha", "# Alpha\n\nAnother first.\n");
  await vault.refresh();
  await vi.waitFor(() => expect(methods).not.toEqual([]), WAIT);
  await client.listTools();
  expect(updated).toEqual([]);
});

test.each([
  ["a vault that there is not", "pd://w/note:alpha", "Known vaults: v"],
  ["a level that there is not", "pd://v/note:alpha?level=9", "level=3"],
  ["another scheme", "file:///etc/passwd", "pd://<vault>/<id>"],
])("to wait for %s is refused, with what would work", async (_what, uri, fix) => {
  const { client } = await listening((await vaultAndServer()).server, "legacy");
  await expect(client.subscribeResource({ uri })).rejects.toMatchObject({ message: expect.stringContaining(fix) });
});

test("a note that is not there yet can be waited for", async () => {
  const { write, vault, server } = await vaultAndServer();
  const { updated } = await listening(server, "legacy", ["pd://v/note:gamma"]);
  write("gamma", "# Gamma\n\nThe third.\n");
  await vault.refresh();
  await vi.waitFor(() => expect(updated).toEqual(["pd://v/note:gamma"]), WAIT);
});

test("prompts that change are a changed list of prompts", async () => {
  const told = new Set<() => void>();
  const prompts = {
    list: async () => [],
    get: async () => undefined,
    onChange(listener: () => void) {
      told.add(listener);
      return () => void told.delete(listener);
    },
  };
  const server = createMcpServer({ mounts: [{ prompts }] });
  const { methods } = await listening(server, "modern");
  for (const tell of told) tell();
  await vi.waitFor(() => expect(methods).toEqual(["notifications/prompts/list_changed"]), WAIT);
  await server.close();
  expect(told.size).toBe(0);
});

test("skills that change are a changed list of resources", async () => {
  const skills = await memorySkills({ one: { "SKILL.md": "---\nname: one\ndescription: One.\n---\n" } });
  const server = createMcpServer({ mounts: [{ skills }] });
  const { methods } = await listening(server, "modern");
  skills.change();
  await vi.waitFor(() => expect(methods).toEqual(["notifications/resources/list_changed"]), WAIT);
  await server.close();
  skills.change();
  expect(methods).toHaveLength(1);
});
