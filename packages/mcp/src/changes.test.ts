import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import type { PdEvent } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { afterAll, describe, expect, test, vi } from "vitest";
import { connected, ERAS, type Era } from "../fixtures/client.js";
import { memorySkills } from "../fixtures/memory-skills.js";
import { createMcpServer, type PdMcpServer } from "./create-mcp-server.js";

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
  const client = await connected(server, era);
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
    await vi.waitFor(() => expect(methods).toContain("notifications/resources/list_changed"));
    expect(methods).toContain("notifications/prompts/list_changed");
  });

  test("of the watched resources, those are updated whose text at that level is another", async () => {
    const { write, vault, server } = await vaultAndServer();
    const uris = ["pd://v/note:alpha", "pd://v/note:alpha?level=4", "pd://v/note:beta?level=4"];
    const { updated } = await listening(server, era, uris);
    write("alpha", "# Alpha\n\nThe first.\n\n## More\n\nDeeper down.\n");
    await vault.refresh();
    await vi.waitFor(() => expect(updated).toContain("pd://v/note:alpha?level=4"));
    expect(updated).not.toContain("pd://v/note:beta?level=4");
    write("beta", "# Beta\n\nAnother second.\n");
    await vault.refresh();
    await vi.waitFor(() => expect(updated).toContain("pd://v/note:beta?level=4"));
  });

  test("what nobody watches is not told of", async () => {
    const { write, vault, server } = await vaultAndServer();
    const watching = await listening(server, era, ["pd://v/note:alpha?level=4"]);
    const other = await listening(server, era);
    write("alpha", "# Alpha\n\nAnother first.\n");
    await vault.refresh();
    await vi.waitFor(() => expect(watching.updated).toHaveLength(1));
    expect(other.updated).toEqual([]);
  });
});

test("a client that unsubscribes hears no more", async () => {
  const { write, vault, server } = await vaultAndServer();
  const uri = "pd://v/note:alpha?level=4";
  const { client, updated, methods } = await listening(server, "legacy", [uri]);
  await client.unsubscribeResource({ uri });
  write("alpha", "# Alpha\n\nAnother first.\n");
  await vault.refresh();
  await vi.waitFor(() => expect(methods).not.toEqual([]));
  await client.listTools();
  expect(updated).toEqual([]);
});

test("skills that change are a changed list of resources", async () => {
  const skills = await memorySkills({ one: { "SKILL.md": "---\nname: one\ndescription: One.\n---\n" } });
  const server = createMcpServer({ mounts: [{ skills }] });
  const { methods } = await listening(server, "modern");
  skills.change();
  await vi.waitFor(() => expect(methods).toEqual(["notifications/resources/list_changed"]));
  await server.close();
  skills.change();
  expect(methods).toHaveLength(1);
});
