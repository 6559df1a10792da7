import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openVault } from "@pd/core/vault";
import { afterAll, expect, test } from "vitest";
import { connected } from "../../fixtures/client.js";
import { createMcpServer } from "../server/create-mcp-server.js";
import { NODE_TEMPLATE } from "./resource-uri.js";

const OPEN = {
  ".pdignore": "geheim/\ntag:privat\n",
  "Größe.md": "# Größe\n\nSiehe [[Lohn]] und [三](三.md).\n",
  "三.md": "---\naliases: [drei]\n---\n三は数。\n",
};
const HIDDEN = {
  "geheim/Lohn.md": "# Lohn\n\nGehaltsliste 給与\n",
  "Lohnt.md": "---\ntags: [privat]\naliases: [Größe]\n---\n# Lohnt\n\nGehalt\n",
};
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Everything that the protocol says of a vault beside its tools. */
async function said(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "pd-mcp-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const content = await openVault(folder, { id: "v", cache: false });
  await content.ready();
  const client = await connected(createMcpServer({ mounts: [{ content }] }), "modern");
  const quietly = (asked: Promise<unknown>) => asked.catch((error: unknown) => String(error));
  const complete = (value: string) =>
    client.complete({
      ref: { type: "ref/resource", uri: NODE_TEMPLATE },
      argument: { name: "id", value },
      context: { arguments: { vault: "v" } },
    });
  const answers = [
    await client.listResources(),
    await client.listResourceTemplates(),
    ...(await Promise.all(["", "note:l", "Lohn", "geheim", "drei", "給与"].map((value) => quietly(complete(value))))),
    ...(await Promise.all(
      ["Lohn", "note:lohn", "geheim%2FLohn.md", "Lohnt", "Gr%C3%B6%C3%9Fe", "note:三"].map((reference) =>
        quietly(client.readResource({ uri: `pd://v/${reference}?level=4` })),
      ),
    )),
    await client.listPrompts().catch(String),
  ];
  await content.close();
  return JSON.stringify(answers);
}

test("R3.1 resources, completion and errors of a vault with excluded notes are those of a vault without them", async () => {
  const wanted = await said(OPEN);
  expect(await said({ ...OPEN, ...HIDDEN })).toBe(wanted);
  expect(wanted).not.toContain("Gehalt");
});
