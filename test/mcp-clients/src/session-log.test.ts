import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { parseSessionLog } from "@pd/core";
import { expect, test } from "vitest";
import { bin } from "./served-vault.js";

test("a session of a real client is read back from its log, call by call, by its user alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pd-mcp-log-"));
  const log = join(folder, "calls.jsonl");
  try {
    writeFileSync(join(folder, "flüsse.md"), "# Flüsse\n\nEin Fluss 河流 fließt bergab.\n");
    const args = [bin, folder, "--no-cache", "--no-config", "--log", log];
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const asked = [
      { name: "search", arguments: { query: "Fluss" } },
      { name: "node", arguments: { nodes: ["Flüsse"], level: 4 } },
      { name: "node", arguments: { nodes: ["gibt es nicht"] } },
    ];
    const shown: unknown[] = [];
    for (const call of asked) shown.push((await client.callTool(call)).content);
    await client.close();
    const entries = parseSessionLog(readFileSync(log, "utf8"));
    expect(entries.map(({ operation, input }) => ({ name: operation, input }))).toEqual(
      asked.map(({ name, arguments: input }) => ({ name, input: { format: "text", ...input } })),
    );
    const texts = entries.map(({ answer }) => (answer as { readonly text?: string } | undefined)?.text);
    expect(shown.slice(0, 2)).toEqual(texts.slice(0, 2).map((text) => [{ type: "text", text }]));
    expect(entries[1]?.disclosed).toMatchObject([{ level: 4 }]);
    expect(entries[2]?.error).toMatchObject({ code: "node-unknown" });
    if (process.platform !== "win32") expect(statSync(log).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
