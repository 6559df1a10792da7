import { defineTool } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { ERAS, type Era } from "../fixtures/client.js";
import { createMcpServer } from "./create-mcp-server.js";
import { serveHttp } from "./serve-http.js";

const serving = () => createMcpServer({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });

/** As the clients of each era send it. */
function posted(era: Era, name: string): RequestInit {
  const modern = {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name };
  const params = { name, arguments: {}, ...(era === "modern" ? modern : {}) };
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(era === "modern" ? headers : {}),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  };
}

describe("a server of its own", () => {
  test.each(ERAS)("stops a call whose client has gone, in the %s era", async (era) => {
    let seen: AbortSignal | undefined;
    const wait = defineTool({
      name: "wait",
      description: "Waits.",
      input: z.strictObject({}),
      readOnly: true,
      async call(_input, { signal }) {
        seen = signal;
        await new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("stopped"))));
      },
    });
    const service = await serveHttp(createMcpServer({ mounts: [{ tools: [wait] }] }));
    const gone = new AbortController();
    const answered = fetch(service.url, { ...posted(era, "wait"), signal: gone.signal }).then((one) => one.text());
    await vi.waitFor(() => expect(seen).toBeDefined(), { timeout: 60_000 });
    gone.abort();
    await expect(answered).rejects.toThrow();
    await vi.waitFor(() => expect(seen?.aborted).toBe(true), { timeout: 60_000 });
    await service.close();
  });

  test("says in words why it cannot listen", async () => {
    const first = await serveHttp(serving());
    await expect(serveHttp(serving(), { port: first.port })).rejects.toMatchObject({
      code: "configuration-invalid",
      message: expect.stringContaining(`Port ${first.port} is taken`),
      fix: expect.stringContaining("another port"),
    });
    await first.close();
    await expect(serveHttp(serving(), { host: "0.0.0.0" })).rejects.toMatchObject({ code: "configuration-invalid" });
  });

  test("answers nobody once it is closed", async () => {
    const service = await serveHttp(serving());
    const answer = await fetch(service.url, posted("modern", "stats"));
    expect(answer.status).toBe(200);
    await answer.text();
    await service.close();
    await expect(fetch(service.url, posted("modern", "stats"))).rejects.toThrow();
  });
});
