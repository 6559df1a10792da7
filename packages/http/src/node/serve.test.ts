import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as nodeRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { openVault } from "@pd/core/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpApp, type HttpAppOptions } from "../create-http-app.js";
import { answerIn, post, rawRequest, rawSocket } from "../testing/raw-socket.js";
import { echoTool, waitingTool } from "../testing/tools.js";
import { type HttpServer, type ServerLimits, serve } from "./serve.js";

const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES), tools: [echoTool] }];

async function served<Result>(
  work: (server: HttpServer) => Promise<Result>,
  options: Partial<HttpAppOptions> = {},
  limits: Partial<ServerLimits> = {},
): Promise<Result> {
  const server = await serve(createHttpApp({ mounts, rate: false, ...options } as HttpAppOptions), { port: 0, limits });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

function soon(milliseconds = 20): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

describe("over real sockets", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serve(createHttpApp({ mounts, rate: false }), { port: 0 });
  });
  afterAll(() => server.close());

  test("a call is answered, with its length and a connection that stays", async () => {
    const raw = await rawSocket(server.port);
    for (let round = 1; round <= 3; round += 1) {
      raw.send(post("/api/tools/echo", `{"text":"漢 ${round}"}`));
      const text = await raw.until((all) => all.includes(` ${round}"}`));
      expect(text).toContain("HTTP/1.1 200 OK");
    }
    raw.socket.destroy();
  });

  test("HEAD has the head of GET and no body", async () => {
    const raw = await rawSocket(server.port);
    raw.send("HEAD /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    const { status, head, body } = answerIn(await raw.received());
    expect([status, body]).toEqual([200, ""]);
    expect(head).toContain("content-length: 3");
  });

  test("a body in chunks is a body", async () => {
    const chunked = `POST /api/tools/echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const { status, body } = await rawRequest(
      server.port,
      `${chunked}5\r\n{"tex\r\n6\r\nt":"a"\r\n1\r\n}\r\n0\r\n\r\n`,
    );
    expect([status, body]).toEqual([200, '{"text":"a"}']);
  });

  test("large answers are packed with brotli, else gzip", async () => {
    const ask = (encoding: string) =>
      new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve) => {
        const headers = { "content-type": "application/json", "accept-encoding": encoding };
        const sent = nodeRequest(`${server.url}/api/skillgraph/node`, { method: "POST", headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () =>
            resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }),
          );
        });
        sent.end('{"nodes":"Delta","level":4}');
      });
    const plain = await ask("identity");
    const brotli = await ask("gzip, deflate, br");
    expect(brotli.encoding).toBe("br");
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect((await ask("gzip")).encoding).toBe("gzip");
    expect((await ask("br;q=0, gzip;q=0")).encoding).toBeUndefined();
  });

  test("a stream arrives while the call runs", async () => {
    const { tool, release } = waitingTool();
    await served(
      async ({ port }) => {
        const raw = await rawSocket(port);
        raw.send(post("/api/tools/wait", "{}", { accept: "text/event-stream" }));
        await raw.until((text) => text.includes("event: call-started"));
        release();
        expect(await raw.until((text) => text.includes("event: answer"))).toContain('{"done":true}');
        raw.socket.destroy();
      },
      { mounts: [{ tools: [tool] }] },
    );
  });

  test("a client that leaves stops its call, streamed or not", async () => {
    for (const accept of ["*/*", "text/event-stream"]) {
      const { tool, seen } = waitingTool();
      await served(
        async ({ port }) => {
          const raw = await rawSocket(port);
          raw.send(post("/api/tools/wait", "{}", { accept }));
          while (seen.started === 0) await soon(2);
          raw.socket.destroy();
          while (seen.aborted === 0) await soon(5);
          expect(seen.aborted).toBe(1);
        },
        { mounts: [{ tools: [tool] }] },
      );
    }
  });

  test("a client is told to send its body only after it was let in", async () => {
    const expecting = { expect: "100-continue" };
    const raw = await rawSocket(server.port);
    raw.send(post("/api/tools/echo", '{"text":"a"}', expecting).replace('{"text":"a"}', ""));
    await raw.until((text) => text.startsWith("HTTP/1.1 100 Continue"));
    raw.send('{"text":"a"}');
    await raw.until((text) => text.includes('{"text":"a"}'));
    raw.socket.destroy();
    const refused = await rawRequest(
      server.port,
      post("/api/tools/echo", "", { ...expecting, host: "evil.example", "content-length": "9" }),
    );
    expect(refused.status).toBe(403);
    expect(refused.head).not.toContain("100 Continue");
    // HTTP/1.0 has no such answer: its client would take it for the last.
    const old = post("/api/tools/echo", '{"text":"a"}', expecting).replace("HTTP/1.1", "HTTP/1.0");
    expect((await rawRequest(server.port, old)).status).toBe(200);
  });
});

describe("R6.2 Host and Origin are looked at before the body", () => {
  test.each([
    [{ host: "evil.example" }, "host-refused"],
    [{ host: "127.0.0.1.nip.io" }, "host-refused"],
    [{ host: "localhost", origin: "https://evil.example" }, "origin-refused"],
    [{ host: "localhost", origin: "null" }, "origin-refused"],
  ])("%j is answered although the body never comes", async (headers, code) => {
    await served(async ({ port }) => {
      const head = post("/api/tools/echo", "", { ...headers, "content-length": "1000000" });
      const { status, body } = await rawRequest(port, head);
      expect([status, JSON.parse(body).code]).toEqual([403, code]);
    });
  });

  test("so is a missing token", async () => {
    await served(
      async ({ port }) => {
        const { status, head } = await rawRequest(port, post("/api/tools/echo", "", { "content-length": "1000000" }));
        expect(status).toBe(401);
        expect(head).toContain("www-authenticate: Bearer");
      },
      { token: "right" },
    );
  });
});

describe("where it listens", () => {
  test("beyond this machine only with a token", async () => {
    const app = createHttpApp({ mounts });
    for (const host of ["0.0.0.0", "::", "192.0.2.1"]) {
      await expect(serve(app, { port: 0, host })).rejects.toMatchObject({
        code: "configuration-invalid",
        fix: /token/ as never,
      });
    }
    const server = await serve(createHttpApp({ mounts, token: crypto.randomUUID() }), { port: 0, host: "0.0.0.0" });
    await server.close();
  });

  test("a port that is taken is said to be", async () => {
    await served(async ({ port }) => {
      const second = serve(createHttpApp({ mounts }), { port });
      await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    });
  });
});

describe("closing", () => {
  // So long a time for closing would outlast the test: what has nothing to finish must not be waited for.
  test("finishes what runs, waits for nobody who is silent, takes nothing new, and ends", {
    timeout: 600_000,
  }, async () => {
    const { tool, release, seen } = waitingTool();
    const app = createHttpApp({ mounts: [{ tools: [tool] }] });
    const server = await serve(app, {
      port: 0,
      limits: { closingMilliseconds: 300_000, headersMilliseconds: 200_000, silentMilliseconds: 300_000 },
    });
    const running = fetch(`${server.url}/api/tools/wait`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    const silent = await rawSocket(server.port);
    const idle = await rawSocket(server.port);
    idle.send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await idle.until((text) => text.includes("ok"));
    while (seen.started === 0) await soon(2);
    const closed = server.close();
    await expect(rawSocket(server.port)).rejects.toThrow();
    release();
    const response = await running;
    expect([response.status, await response.json()]).toEqual([200, { done: true }]);
    await closed;
    for (const connection of [silent, idle]) {
      await connection.received();
      expect(connection.socket.destroyed).toBe(true);
    }
  });

  test("cuts off what does not end in time", async () => {
    const { tool, seen } = waitingTool();
    const app = createHttpApp({ mounts: [{ tools: [tool] }] });
    const server = await serve(app, { port: 0, limits: { closingMilliseconds: 50 } });
    const raw = await rawSocket(server.port);
    raw.send(post("/api/tools/wait", '{"heeds":false}'));
    while (seen.started === 0) await soon(2);
    await server.close();
    expect(await raw.received()).toBe("");
  });
});

describe("reloading while serving", () => {
  test("a change is picked up, and every answer is of one version", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pd-http-"));
    const write = (version: number) => {
      for (const name of ["One", "Two"])
        writeFileSync(join(folder, `${name}.md`), `---\ndescription: version ${version}.\n---\n# ${name}\n`);
    };
    write(0);
    const vault = await openVault(folder, { cache: false, watch: true });
    try {
      await served(
        async ({ url }) => {
          const scan = async () => {
            const response = await fetch(`${url}/api/skillgraph/scan`, { method: "POST" });
            const { nodes } = (await response.json()) as { nodes: { description: string }[] };
            return nodes.map(({ description }) => description);
          };
          expect(await scan()).toEqual(["version 0.", "version 0."]);
          write(1);
          // What is seen meanwhile may be old or new; each file by itself is read whole.
          for (;;) {
            const seen = await scan();
            expect(seen).toHaveLength(2);
            if (seen.every((description) => description === "version 1.")) return;
            await soon(25);
          }
        },
        { mounts: [{ content: vault }] },
      );
    } finally {
      await vault.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
