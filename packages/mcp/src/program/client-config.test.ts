import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLIENT_NAMES, clientConfig } from "./client-config.js";

const launch = { command: "node", args: ["/path/to/pd/packages/mcp/dist/bin.js", "/path/to/my notes"] };

test("every client gets the command and its arguments, in its own form", () => {
  const texts = new Map(CLIENT_NAMES.map((name) => [name, clientConfig(name, launch).text]));
  for (const name of ["claude-code", "claude-desktop", "cursor"]) {
    expect(JSON.parse(texts.get(name) ?? "")).toEqual({ mcpServers: { pd: launch } });
  }
  expect(JSON.parse(texts.get("vscode") ?? "")).toEqual({ servers: { pd: { type: "stdio", ...launch } } });
  expect(texts.get("codex")).toBe(
    '[mcp_servers.pd]\ncommand = "node"\nargs = ["/path/to/pd/packages/mcp/dist/bin.js", "/path/to/my notes"]',
  );
  expect(clientConfig("claude-code", launch).command).toBe(
    "claude mcp add pd -- node /path/to/pd/packages/mcp/dist/bin.js '/path/to/my notes'",
  );
});

test("the README shows what the bin prints", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const shown = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, text = ""]) => JSON.parse(text));
  const plain = { command: "node", args: ["/path/to/pd/packages/mcp/dist/bin.js", "/path/to/notes"] };
  expect(shown).toEqual([
    JSON.parse(clientConfig("cursor", plain).text),
    JSON.parse(clientConfig("vscode", plain).text),
  ]);
  expect(readme).toContain(clientConfig("codex", plain).text);
});
