import { gzipSync } from "node:zlib";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createHttpApp } from "../create-http-app.js";
import { answerIn, post, type RawSocket, rawRequest, rawSocket } from "../testing/raw-socket.js";
import { echoTool, largeTool, waitingTool } from "../testing/tools.js";
import { type HttpServer, serve } from "./serve.js";

const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES), tools: [echoTool] }];
let server: HttpServer;
/** Its limits are short, so only what is to be cut off is sent to it: a busy machine may miss them with anything else. */
let impatient: HttpServer;
const sockets: RawSocket[] = [];

async function connected({ port }: HttpServer = server): Promise<RawSocket> {
  const raw = await rawSocket(port);
  sockets.push(raw);
  return raw;
}

beforeAll(async () => {
  server = await serve(createHttpApp({ mounts, rate: false }), { port: 0 });
  const app = createHttpApp({ mounts, rate: false, limits: { bodyMilliseconds: 300 } });
  const limits = { headersMilliseconds: 400, requestMilliseconds: 900, silentMilliseconds: 3000 };
  impatient = await serve(app, { port: 0, limits });
});
afterAll(() => Promise.all([server.close(), impatient.close()]));
afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.destroy();
  // Whatever was done to it, it still works.
  const { status } = await rawRequest(server.port, post("/api/skillgraph/scan", "{}"));
  expect(status).toBe(200);
});

const head = "POST /api/tools/echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";

describe("requests that two servers would read in different ways are refused", () => {
  test.each([
    [
      "a length and chunks",
      `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nhost: x\r\n\r\n`,
    ],
    ["two lengths", `${head}content-length: 2\r\ncontent-length: 40\r\n\r\n{}`],
    ["a list of lengths", `${head}content-length: 2, 2\r\n\r\n{}`],
    ["a length with a sign", `${head}content-length: +2\r\n\r\n{}`],
    ["a length in hexadecimal", `${head}content-length: 0x2\r\n\r\n{}`],
    ["an unknown coding", `${head}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ["chunks that are not last", `${head}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ["a space before the colon", `${head}content-length : 2\r\n\r\n{}`],
    ["a folded header", `${head}x-a: 1\r\n content-length: 2\r\n\r\n{}`],
    ["a line feed alone", "POST /api/tools/echo HTTP/1.1\nhost: localhost\ncontent-length: 2\n\n{}"],
    ["a chunk size that is none", `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ["a NUL in a header", `${head}x-a: a\u0000b\r\n\r\n`],
    ["two hosts", "GET /health HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n"],
    [
      "two tokens",
      "GET /health HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n",
    ],
    ["two sessions", "GET /health HTTP/1.1\r\nhost: localhost\r\npd-session: a\r\npd-session: b\r\n\r\n"],
    ["no host", "GET /health HTTP/1.1\r\n\r\n"],
    ["no host, the old way", "GET /health HTTP/1.0\r\n\r\n"],
    ["no HTTP", "hello\r\n\r\n"],
    ["another protocol", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001"],
    ["an address that is none", "GET http:// HTTP/1.1\r\nhost: localhost\r\n\r\n"],
    ["a user in a whole address", "GET http://evil.example@localhost/health HTTP/1.1\r\nhost: localhost\r\n\r\n"],
    ["a query in place of a path", "GET http://localhost?/health HTTP/1.1\r\nhost: localhost\r\n\r\n"],
    [
      "chunks before there were any",
      `${head.replace("HTTP/1.1", "HTTP/1.0")}connection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ["a star", "OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n"],
  ])("%s", async (_, request) => {
    const raw = await connected();
    raw.send(request);
    const text = await raw.until((all) => all.includes("\r\n\r\n") || raw.socket.destroyed);
    const { status } = answerIn(text);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    // One answer at the most: nothing behind it was taken for a second request.
    expect(text.match(/HTTP\/1\.1 200/g)).toBeNull();
  });

  test.each([
    ["two hosts", "GET /health HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n"],
    ["an unknown coding", `${head}transfer-encoding: "chunked"\r\n\r\n0\r\n\r\n`],
  ])("%s: one refusal, and nothing behind it is read", async (_, request) => {
    const raw = await connected();
    raw.send(`${request}${"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(2)}`);
    const text = await raw.received();
    expect(raw.socket.destroyed).toBe(true);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  });

  test("what does not parse is not answered into an answer that is under way", async () => {
    const { tool, release } = waitingTool();
    const streaming = await serve(createHttpApp({ mounts: [{ tools: [tool] }] }), { port: 0 });
    const raw = await rawSocket(streaming.port);
    raw.send(post("/api/tools/wait", "{}", { accept: "text/event-stream" }));
    await raw.until((all) => all.includes("event: call-started"));
    raw.send("hello\r\n\r\n");
    const text = await raw.received();
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
    release();
    await streaming.close();
  });

  test("a whole address counts by its own host", async () => {
    const ask = (target: string, host: string) =>
      rawRequest(server.port, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    expect((await ask("http://localhost/health", "localhost")).status).toBe(200);
    expect((await ask("http://evil.example/health", "localhost")).status).toBe(403);
    expect((await ask("http://localhost/health", "evil.example")).status).toBe(403);
    expect((await ask("//evil.example/health", "localhost")).status).toBe(404);
    expect((await ask("/\\evil.example/health", "localhost")).status).toBe(404);
    expect((await ask("/health/../metrics", "localhost")).status).not.toBe(500);
  });

  test("CONNECT and upgrades lead nowhere", async () => {
    const raw = await connected();
    raw.send("CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n");
    expect(await raw.received()).not.toContain("200");
    const upgrade = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";
    expect((await rawRequest(server.port, upgrade)).status).toBe(200);
  });
});

describe("requests that are too much", () => {
  test("a body that says it is too large is refused before it comes", async () => {
    const { status, body } = await rawRequest(server.port, `${head}content-length: 1048577\r\n\r\n`);
    expect([status, JSON.parse(body).code]).toEqual([413, "body-too-large"]);
    const absurd = await rawRequest(server.port, `${head}content-length: 99999999999999999999\r\n\r\n`);
    expect(absurd.status).toBeGreaterThanOrEqual(400);
  });

  test("chunks without end are cut off at the limit", async () => {
    const raw = await connected();
    raw.send(`${head}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 40 && !raw.socket.destroyed; sent += 1) raw.send(chunk);
    const text = await raw.until((all) => all.includes("\r\n\r\n"));
    expect(answerIn(text).status).toBe(413);
  });

  test("chunks of one byte are counted like one of so many", async () => {
    const app = createHttpApp({ mounts, rate: false, limits: { bodyBytes: 20_000 } });
    const small = await serve(app, { port: 0 });
    const ask = async (spaces: number) =>
      rawRequest(
        small.port,
        `${head}transfer-encoding: chunked\r\n\r\n${"1\r\n \r\n".repeat(spaces)}2\r\n{}\r\n0\r\n\r\n`,
      );
    expect((await ask(19_998)).status).toBe(200);
    expect((await ask(19_999)).status).toBe(413);
    await small.close();
  });

  test("a packed bomb is not unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20, "a"));
    const packed = `${head}content-encoding: gzip\r\ncontent-length: ${bomb.byteLength}\r\n\r\n`;
    const { status, body } = await rawRequest(server.port, Buffer.concat([Buffer.from(packed), bomb]));
    expect([status, JSON.parse(body).code]).toEqual([415, "body-unsupported"]);
    const inTransfer = await rawRequest(server.port, `${head}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`);
    expect(inTransfer.status).toBeGreaterThanOrEqual(400);
  });

  test("a head that is too large is refused", async () => {
    const large = `GET /health HTTP/1.1\r\nhost: localhost\r\nx-a: ${"a".repeat(20_000)}\r\n\r\n`;
    expect((await rawRequest(server.port, large)).status).toBe(431);
    const many = Array.from({ length: 3000 }, (_, index) => `x-${index}: 1\r\n`).join("");
    expect((await rawRequest(server.port, `GET /health HTTP/1.1\r\nhost: localhost\r\n${many}\r\n`)).status).toBe(431);
    const long = `GET /${"a".repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    expect((await rawRequest(server.port, long)).status).toBe(431);
  });

  const after = (count: number, line: string) =>
    `POST /api/skillgraph/scan HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${"a:\r\n".repeat(count)}${line}\r\ncontent-length: 2\r\n\r\n{}`;

  test.each(["host: evil.example", "origin: http://evil.example", "content-encoding: gzip"])(
    "no number of headers hides %s from the guard",
    async (line) => {
      for (const count of [0, 150, 300, 1999, 2000, 2500]) {
        const { status, body } = await rawRequest(server.port, after(count, line));
        expect([count, status]).not.toEqual([count, 200]);
        if (count >= 300) expect([status, JSON.parse(body).code]).toEqual([431, "head-too-large"]);
      }
    },
  );

  test("headers are refused by number past 200, and what is behind them is not read", async () => {
    const own = 4;
    expect((await rawRequest(server.port, after(200 - own, "x-a: é"))).status).toBe(200);
    const raw = await connected();
    raw.send(`${after(201 - own, "x-a: é")}GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const text = await raw.received();
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 431"]);
  });

  test("JSON that is deep, wide or of the wrong kind is only wrong", async () => {
    const deep = `{"text":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const wide = `{${Array.from({ length: 50_000 }, (_, index) => `"a${index}":1`).join(",")}}`;
    for (const body of [
      deep,
      wide,
      '{"query":{}}',
      '{"query":[1]}',
      '{"query":"a","limit":1e999}',
      '{"limit":-1}',
      "\u0000",
    ]) {
      const { status } = await rawRequest(server.port, post("/api/skillgraph/search", body));
      expect(status).toBe(400);
    }
  });

  test("many requests on one connection are answered in their order", async () => {
    const raw = await connected();
    raw.send(Array.from({ length: 100 }, (_, index) => post("/api/tools/echo", `{"text":"<${index}>"}`)).join(""));
    const text = await raw.until((all) => (all.match(/<\d+>/g) ?? []).length === 100);
    expect(text.match(/<\d+>/g)).toEqual(Array.from({ length: 100 }, (_, index) => `<${index}>`));
  });
});

describe("clients that are slow are cut off", () => {
  test("one that connects and says nothing", async () => {
    const raw = await connected(impatient);
    await raw.received();
    expect(raw.socket.destroyed).toBe(true);
  });

  test("one that sends its head a letter at a time", async () => {
    const raw = await connected(impatient);
    const timer = setInterval(() => raw.send("x"), 50);
    raw.send("GET /health HTTP/1.1\r\nhost: localhost\r\nx-a: ");
    const text = await raw.received();
    clearInterval(timer);
    expect(raw.socket.destroyed).toBe(true);
    expect(text === "" || answerIn(text).status === 408).toBe(true);
  });

  test("one that sends its body a letter at a time", async () => {
    const raw = await connected(impatient);
    raw.send(`${head}content-length: 1000\r\n\r\n`);
    const timer = setInterval(() => raw.send(" "), 50);
    const text = await raw.until((all) => all.includes("\r\n\r\n"));
    expect(answerIn(text).status).toBe(408);
    await raw.received();
    clearInterval(timer);
    expect(raw.socket.destroyed).toBe(true);
  });

  test("one that is refused and goes on sending", async () => {
    // No other limit ends it: only that nobody reads it.
    const patient = await serve(createHttpApp({ mounts, rate: false }), { port: 0 });
    const raw = await rawSocket(patient.port);
    raw.send(`${head.replace("localhost", "evil.example")}content-length: 100000000\r\n\r\n`);
    const timer = setInterval(() => raw.send("a".repeat(1000)), 20);
    const text = await raw.until((all) => all.includes("\r\n\r\n"));
    expect(answerIn(text).status).toBe(403);
    await raw.received();
    clearInterval(timer);
    expect(raw.socket.destroyed).toBe(true);
    await patient.close();
  });

  test("and 300 of them do not keep others from being answered", async () => {
    for (let index = 0; index < 300; index += 1) {
      const raw = await connected();
      raw.send(index % 2 === 0 ? `${head}content-length: 1000\r\n\r\n{` : "POST /api/tools/echo HTT");
    }
    const asked = Array.from({ length: 50 }, () => rawRequest(server.port, post("/api/tools/echo", '{"text":"a"}')));
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
  });

  test("one that does not take its answer", async () => {
    const app = createHttpApp({ mounts: [{ tools: [largeTool] }], rate: false });
    const small = await serve(app, { port: 0, limits: { silentMilliseconds: 300 } });
    const raw = await rawSocket(small.port);
    raw.socket.pause();
    // Answers enough to fill what the system keeps for a connection.
    raw.send(Array.from({ length: 40 }, () => post("/api/tools/large", "{}")).join(""));
    const connections = () =>
      new Promise<number>((resolve) => small.server.getConnections((_, count) => resolve(count)));
    while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    raw.socket.destroy();
    await small.close();
  });
});
