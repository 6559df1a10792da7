/** What is sent to MCP over HTTP, byte for byte, and what is right; `0`: cut off without a word. */
export interface McpHttpCase {
  readonly name: string;
  readonly request: string | Uint8Array;
  readonly status: readonly number[];
  /** An answer of status 200 that tells of an error, as JSON-RPC has it. */
  readonly isError?: boolean;
}

interface Head {
  readonly host?: string;
  readonly type?: string;
  readonly more?: string;
  readonly method?: string;
  readonly path?: string;
}

const ACCEPT = "accept: application/json, text/event-stream\r\n";
const LOCAL = "host: 127.0.0.1\r\n";
const JSON_TYPE = "content-type: application/json\r\n";

function send(
  body: string | Uint8Array,
  { host = LOCAL, type = JSON_TYPE, more = "", method = "POST", path = "/mcp" }: Head = {},
): Uint8Array {
  const bytes = Buffer.from(body);
  const head = `${method} ${path} HTTP/1.1\r\n${host}${type}${ACCEPT}${more}content-length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

const call = (method: unknown, params?: unknown, id: unknown = 7) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const tool = (name: unknown, given?: unknown) => call("tools/call", { name, arguments: given });
const GOOD = tool("node", { nodes: "Alpha", level: 1 });
const raw = (head: string, body = "") => `POST /mcp HTTP/1.1\r\n${LOCAL}${JSON_TYPE}${ACCEPT}${head}\r\n${body}`;
const NEXT = `GET /mcp HTTP/1.1\r\n${LOCAL}\r\n`;

type Shapes = Readonly<Record<string, string | Uint8Array>>;
const each = (status: readonly number[], shapes: Shapes, isError = false): readonly McpHttpCase[] =>
  Object.entries(shapes).map(([name, request]) => ({ name, request, status, isError }));

export const MCP_HTTP: readonly McpHttpCase[] = [
  ...each([400, 403, 421], {
    "another host": send(GOOD, { host: "host: evil.example\r\n" }),
    "a host that begins right": send(GOOD, { host: "host: 127.0.0.1.evil.example\r\n" }),
    "a host in other figures": send(GOOD, { host: "host: 2130706433\r\n" }),
    "a host with a user": send(GOOD, { host: "host: 127.0.0.1@evil.example\r\n" }),
    "a host of nothing": send(GOOD, { host: "host: \r\n" }),
    "no host": send(GOOD, { host: "" }),
    "two hosts": send(GOOD, { host: `${LOCAL}host: evil.example\r\n` }),
    "two origins": send(GOOD, { more: "origin: http://127.0.0.1\r\norigin: https://evil.example\r\n" }),
    // Refused before it is told to go on.
    "another host that waits to go on": send(GOOD, {
      host: "host: evil.example\r\n",
      more: "expect: 100-continue\r\n",
    }),
    "another host in the address": send(GOOD, { path: "http://evil.example/mcp" }),
    "another origin": send(GOOD, { more: "origin: https://evil.example\r\n" }),
    "an origin of null": send(GOOD, { more: "origin: null\r\n" }),
    "an origin that begins right": send(GOOD, { more: "origin: http://127.0.0.1.evil.example\r\n" }),
    "an origin that is a file": send(GOOD, { more: "origin: file://\r\n" }),
  }),
  ...each([415], {
    "text as a body": send(GOOD, { type: "content-type: text/plain\r\n" }),
    "a form as a body": send("a=b", { type: "content-type: application/x-www-form-urlencoded\r\n" }),
    "a body of no type": send(GOOD, { type: "" }),
    "a packed body": send(GOOD, { more: "content-encoding: gzip\r\n" }),
    "a body in another alphabet": send(GOOD, { type: "content-type: application/json; charset=utf-16\r\n" }),
    "a list of types": send(GOOD, { type: "content-type: application/json, text/plain\r\n" }),
  }),
  ...each([404, 405, 400, 0], {
    "another path": send(GOOD, { path: "/" }),
    "a path that leads out": send(GOOD, { path: "/mcp/../../etc/passwd" }),
    "a path called __proto__": send(GOOD, { path: "/__proto__" }),
    "another method": send("", { method: "PUT" }),
    "a method that deletes": send("", { method: "DELETE" }),
    TRACE: send("", { method: "TRACE" }),
    CONNECT: `CONNECT evil.example:443 HTTP/1.1\r\n${LOCAL}\r\n`,
  }),
  ...each([400, 0], {
    "a length and chunks": raw("content-length: 2\r\ntransfer-encoding: chunked\r\n", `0\r\n\r\n${NEXT}`),
    "two lengths": raw("content-length: 2\r\ncontent-length: 40\r\n", `{}${NEXT}`),
    "a negative length": raw("content-length: -2\r\n", "{}"),
    "an unknown coding": raw("transfer-encoding: xchunked\r\n", "0\r\n\r\n"),
    "chunks in another coding": raw("transfer-encoding: gzip, chunked\r\n", "0\r\n\r\n"),
    "two protocols": send(GOOD, { more: "mcp-protocol-version: 2025-06-18\r\nmcp-protocol-version: 2025-03-26\r\n" }),
    "a chunk size that is none": raw("transfer-encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"),
    "a NUL in a header": raw("x-a: a\u0000b\r\n"),
    "no HTTP": "hello\r\n\r\n",
    "an address that is none": send(GOOD, { path: "http://" }),
  }),
  ...each([431], {
    "a head without end": send(GOOD, { more: `x-a: ${"a".repeat(40_000)}\r\n` }),
    "headers without end": send(GOOD, { more: "x: y\r\n".repeat(10_000) }),
  }),
  ...each([413], {
    "a body too large": send(tool("scan", { query: "a".repeat(12_000_000) })),
    "a length too large": raw("content-length: 1000000000\r\n", "{}"),
  }),
  ...each([400], {
    garbage: send("garbage"),
    "half of JSON": send('{"jsonrpc":"2.0","id":7'),
    "nothing at all": send(""),
    zeros: send("\0\0\0"),
    "bytes that are no text": send(Uint8Array.from([0xff, 0xfe, 0x80])),
    "JSON of brackets": send("[".repeat(100_000)),
    "JSON of objects": send('{"a":'.repeat(50_000)),
    null: send("null"),
    "a number": send("7"),
    "a text": send('"x"'),
    "an empty object": send("{}"),
    "an empty list": send("[]"),
    "another version": send('{"jsonrpc":"1.0","id":7,"method":"ping"}'),
    "no version": send('{"id":7,"method":"ping"}'),
    "no method": send('{"jsonrpc":"2.0","id":7}'),
    "a method that is a number": send(call(7)),
    "an id that is an object": send(call("ping", {}, { a: 1 })),
    "an id that is null": send(call("ping", {}, null)),
    "an id with a fraction": send(call("ping", {}, 1.5)),
    "80,000 arguments": send(
      tool("scan", Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`k${at}`, 1]))),
    ),
    "lists within lists": send(
      `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":${"[".repeat(4e5)}${"]".repeat(4e5)}}}`,
    ),
    "a list of 5,000 requests": send(`[${Array.from({ length: 5000 }, () => GOOD).join(",")}]`),
    "a protocol of another age": send(GOOD, { more: "mcp-protocol-version: 1999-01-01\r\n" }),
  }),
  ...each(
    [200, 400, 404],
    {
      "a method that is not there": send(call("evil/method")),
      "a method called __proto__": send(call("__proto__")),
      "a method without end": send(call("a".repeat(100_000))),
      "parameters that are a list": send(call("tools/call", [1, 2])),
      "no parameters": send(call("tools/call")),
      "a tool that is not there": send(tool("evil", {})),
      "a tool called constructor": send(tool("constructor", {})),
      "arguments that are a text": send(tool("scan", "x")),
      "an argument that is not there": send(tool("scan", { evil: 1 })),
      "an argument called constructor": send(tool("scan", { constructor: { prototype: { polluted: 1 } } })),
      "a query without end": send(tool("scan", { query: "a".repeat(500_000) })),
      "a session that never was": send(tool("scan", { session: "pds_1" })),
      "a node that leads out": send(tool("node", { nodes: "../outside.md", level: 4 })),
      "a level beyond": send(tool("node", { nodes: "Alpha", level: 5 })),
      "a budget beyond 2^53": send(tool("context", { query: "a", tokenBudget: 2 ** 60 })),
      "10,000 nodes": send(tool("node", { nodes: Array.from({ length: 10_000 }, () => "Alpha") })),
      "a resource that leads out": send(call("resources/read", { uri: "pd://vault/..%2f..%2foutside.md" })),
      "a resource that is a file": send(call("resources/read", { uri: "file:///etc/passwd" })),
      "a prompt called __proto__": send(call("prompts/get", { name: "__proto__" })),
      "a cursor that is none": send(call("resources/list", { cursor: "\u0000evil" })),
    },
    true,
  ),
  // One protocol of the past had lists of requests, and none since.
  ...each([200, 400], { "a list of requests": send(`[${GOOD},${GOOD}]`) }),
  // It is said to nobody: there is nothing to answer, and nothing to break.
  ...each([200, 202, 400], {
    "a word of something unknown": send('{"jsonrpc":"2.0","method":"notifications/evil"}'),
    "a word of a cancelled request that never was": send(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}',
    ),
    "an answer to nothing": send('{"jsonrpc":"2.0","id":99,"result":{}}'),
    "a session header that never was": send(GOOD, { more: "mcp-session-id: ../../etc/passwd\r\n" }),
    "__proto__ as an argument": send(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"scan","arguments":{"__proto__":{"polluted":1}}}}',
    ),
    "a last event that never was": send(GOOD, { more: "last-event-id: evil\r\n" }),
  }),
];
