import { once } from "node:events";
import { connect, Server, type Socket } from "node:net";
import { defineTool } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { ERAS, type Era } from "../../fixtures/client.js";
import { createMcpServer } from "../server/create-mcp-server.js";
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

  describe("and clients that take their time", () => {
    /** Settles when the server has ended the connection. */
    const ended = (socket: Socket) =>
      new Promise<void>((resolve) => void socket.resume().once("close", () => resolve()));
    const connecting = async (port: number) => {
      const socket = connect({ port, host: "127.0.0.1" });
      socket.on("error", () => undefined);
      await once(socket, "connect");
      return socket;
    };

    test("cuts off one that says nothing", async () => {
      const service = await serveHttp(serving(), { limits: { silentMilliseconds: 200 } });
      await ended(await connecting(service.port));
      await service.close();
    });

    test("cuts off one that asks and does not take its answer", async () => {
      const size = 20 * 2 ** 20;
      let called = () => {};
      const isCalled = new Promise<void>((resolve) => {
        called = resolve;
      });
      const talk = defineTool({
        name: "talk",
        description: "Talks.",
        input: z.strictObject({}),
        readOnly: true,
        call: async () => {
          called();
          return "x".repeat(size);
        },
      });
      const server = createMcpServer({ mounts: [{ tools: [talk] }] });
      const listen = vi.spyOn(Server.prototype, "listen");
      const service = await serveHttp(server, { limits: { silentMilliseconds: 500 } });
      const [listener] = listen.mock.contexts as readonly Server[];
      listen.mockRestore();
      const connections = () =>
        new Promise<number>((resolve) => listener?.getConnections((_error, count) => resolve(count)));
      const socket = await connecting(service.port);
      socket.pause();
      const { headers, body } = posted("legacy", "talk") as { headers: Record<string, string>; body: string };
      const lines = Object.entries({ ...headers, host: "localhost", "content-length": String(body.length) });
      socket.write(
        `POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
      );
      // Not read, so that only the other end can end it.
      await isCalled;
      while ((await connections()) > 0) await new Promise((resolve) => void setTimeout(resolve, 20));
      await ended(socket);
      expect(socket.bytesRead).toBeLessThan(size);
      await service.close();
    });

    test("cuts off one that never ends its head", async () => {
      const service = await serveHttp(serving(), { limits: { headersMilliseconds: 300 } });
      const socket = await connecting(service.port);
      socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\n");
      await ended(socket);
      await service.close();
    });

    test("takes no more connections than it is told to: the one that was silent longest makes room", async () => {
      const service = await serveHttp(serving(), { limits: { connections: 2 } });
      const [first, second] = [await connecting(service.port), await connecting(service.port)];
      const third = await connecting(service.port);
      await ended(first);
      expect([second.closed, third.closed]).toEqual([false, false]);
      for (const socket of [second, third]) socket.destroy();
      await service.close();
    });

    test("waits for a call as long as a call may take, and takes no limit that is none", async () => {
      const listen = vi.spyOn(Server.prototype, "listen");
      const service = await serveHttp(createMcpServer({ mounts: [], callMilliseconds: 3_600_000 }));
      expect(listen.mock.contexts).toMatchObject([{ timeout: 3_610_000 }]);
      await service.close();
      listen.mockRestore();
      await expect(serveHttp(serving(), { limits: { connections: 0 } })).rejects.toMatchObject({
        code: "configuration-invalid",
        where: "limits.connections",
      });
    });
  });

  describe("and clients that ask before they send a body", () => {
    const body = String(posted("modern", "stats").body);
    const head = Object.entries(posted("modern", "stats").headers ?? {}).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const asking = (host: string, version: string) =>
      `POST /mcp HTTP/${version}\r\nhost: ${host}\r\n${head.join("")}connection: close\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`;

    /** All that comes back. The body is sent when the first of it has come, with the head, or not at all. */
    async function asked(host: string, version: string, when: "first" | "at once" | "never"): Promise<string> {
      const service = await serveHttp(serving());
      const socket = connect(service.port, "127.0.0.1");
      let text = "";
      socket.on("data", (chunk) => {
        if (text === "" && when === "first") socket.write(body);
        text += chunk;
      });
      socket.write(asking(host, version) + (when === "at once" ? body : ""));
      await once(socket, "close");
      await service.close();
      return text;
    }

    test("are told to go on once they are let in", async () => {
      const text = await asked("127.0.0.1", "1.1", "first");
      expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/u);
      expect(text).toContain("nodes");
    });

    test("are refused without it where they are not", async () => {
      expect(await asked("evil.example", "1.1", "never")).toMatch(/^HTTP\/1\.1 403 /u);
    });

    test("are not told in HTTP/1.0, which has no such answer", async () => {
      expect(await asked("127.0.0.1", "1.0", "at once")).toMatch(/^HTTP\/1\.1 200 OK/u);
    });
  });

  test.each(["host: evil.example", "origin: http://evil.example", "content-encoding: gzip"])(
    "no number of headers hides %s from the guard",
    async (line) => {
      const service = await serveHttp(serving());
      for (const count of [300, 2000, 2500]) {
        const { headers, body } = posted("modern", "stats") as { headers: Record<string, string>; body: string };
        const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const socket = connect(service.port, "127.0.0.1");
        let text = "";
        socket.on("data", (chunk) => (text += chunk));
        socket.write(`POST /mcp HTTP/1.1\r\nhost: localhost\r\n${own.join("")}${"a:\r\n".repeat(count)}`);
        socket.write(`${line}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
        await once(socket, "close");
        // Node 22 may refuse such a head by itself, without a body.
        expect(text).toMatch(/^HTTP\/1\.1 431 [\s\S]*(?:at most 200 headers|\r\n\r\n$)/u);
      }
      await service.close();
    },
  );

  test("says in words why it cannot listen", async () => {
    const first = await serveHttp(serving());
    await expect(serveHttp(serving(), { port: first.port })).rejects.toMatchObject({
      code: "configuration-invalid",
      message: expect.stringContaining(`Port ${first.port} is taken`),
      fix: expect.stringContaining("another port"),
    });
    await first.close();
    await expect(serveHttp(serving(), { host: "0.0.0.0" })).rejects.toMatchObject({ code: "configuration-invalid" });
    await expect(serveHttp(serving(), { host: "0.0.0.0", tokens: ["a"] })).rejects.toMatchObject({
      code: "configuration-invalid",
      where: "token",
    });
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
