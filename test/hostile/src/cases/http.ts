/** A request as it goes over the socket, and the statuses that are right; `0`: cut off without a word. */
export interface HttpCase {
  readonly name: string;
  readonly request: string | Uint8Array;
  readonly status: readonly number[];
  /** It opens a body on purpose. */
  readonly opens?: boolean;
}

const HOST = "host: 127.0.0.1\r\n";
const JSON_TYPE = "content-type: application/json\r\n";
const SCAN = "/api/skillgraph/scan";

function post(body: string, { path = SCAN, head = "", type = JSON_TYPE } = {}): string {
  return `POST ${path} HTTP/1.1\r\n${HOST}${type}${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
const get = (path: string, head = "", host = HOST) => `GET ${path} HTTP/1.1\r\n${host}${head}\r\n`;
const raw = (head: string, body = "") => `POST ${SCAN} HTTP/1.1\r\n${HOST}${JSON_TYPE}${head}\r\n${body}`;
const NEXT = "GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
const BAD = [400, 0] as const;

const many = (cases: Readonly<Record<string, string>>, status: readonly number[]): readonly HttpCase[] =>
  Object.entries(cases).map(([name, request]) => ({ name, request, status }));

export const HTTP: readonly HttpCase[] = [
  ...many(
    {
      "a length and chunks": raw("content-length: 2\r\ntransfer-encoding: chunked\r\n", `0\r\n\r\n${NEXT}`),
      "chunks and a length": raw("transfer-encoding: chunked\r\ncontent-length: 2\r\n", `0\r\n\r\n${NEXT}`),
      "two lengths": raw("content-length: 2\r\ncontent-length: 40\r\n", `{}${NEXT}`),
      "a list of lengths": raw("content-length: 2, 2\r\n", "{}"),
      "a length with a sign": raw("content-length: +2\r\n", "{}"),
      "a negative length": raw("content-length: -2\r\n", "{}"),
      "a length in hexadecimal": raw("content-length: 0x2\r\n", "{}"),
      "a length beyond all": raw("content-length: 99999999999999999999\r\n", "{}"),
      "an unknown coding": raw("transfer-encoding: xchunked\r\n", "0\r\n\r\n"),
      "chunks that are not last": raw("transfer-encoding: chunked, identity\r\n", "0\r\n\r\n"),
      "chunks twice": raw("transfer-encoding: chunked, chunked\r\n", "0\r\n\r\n"),
      "a tab before chunked": raw("transfer-encoding:\u000bchunked\r\n", "0\r\n\r\n"),
      "a chunk size that is none": raw("transfer-encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"),
      "a chunk size beyond all": raw("transfer-encoding: chunked\r\n", "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
      "a blank before the colon": raw("content-length : 2\r\n", "{}"),
      "a folded header": raw("x-a: 1\r\n content-length: 2\r\n", "{}"),
      "line feeds alone": `POST ${SCAN} HTTP/1.1\nhost: 127.0.0.1\ncontent-length: 2\n\n{}`,
      "a NUL in a header": raw("x-a: a\u0000b\r\n"),
      "a header without a name": raw(": x\r\n"),
      "two hosts": get("/health", "host: evil.example\r\n"),
      "no host": get("/health", "", ""),
      "no host, the old way": "GET /health HTTP/1.0\r\n\r\n",
      "a version that is none": "GET /health HTTP/9.9\r\nhost: 127.0.0.1\r\n\r\n",
      "no HTTP": "hello\r\n\r\n",
      "another protocol": "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n",
      "the second version": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "an address that is none": get("http://"),
      "a user in an address": get("http://evil.example@127.0.0.1/health"),
      "a star": "OPTIONS * HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
      "chunks in another coding": raw("transfer-encoding: gzip, chunked\r\n", "0\r\n\r\n"),
      "chunks with a word behind": raw("transfer-encoding: chunked;q=1\r\n", "0\r\n\r\n"),
      "a chunk size with a sign": raw("transfer-encoding: chunked\r\n", "+2\r\n{}\r\n0\r\n\r\n"),
      "a chunk longer than it says": raw("transfer-encoding: chunked\r\n", "2\r\n{}x\r\n0\r\n\r\n"),
      "a line end alone in a header": raw("x-a: b\rcontent-length: 2\r\n", "{}"),
      "another scheme": get("ftp://127.0.0.1/health"),
      "an address of six parts that never ends": get("http://[::1/health"),
      "a method that is none": "G<T /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
    },
    BAD,
  ),
  { name: "a head without end", request: get("/health", `x-a: ${"a".repeat(40_000)}\r\n`), status: [431] },
  { name: "headers without end", request: get("/health", "x: y\r\n".repeat(10_000)), status: [431] },
  { name: "an address without end", request: get(`/${"a".repeat(40_000)}`), status: [431, 414] },
  ...many(
    {
      "another host": get("/health", "", "host: evil.example\r\n"),
      "another host with a port": get("/health", "", "host: evil.example:80\r\n"),
      "a host that begins right": get("/health", "", "host: 127.0.0.1.evil.example\r\n"),
      "a host that ends right": get("/health", "", "host: evil.localhost.example\r\n"),
      "a host in other figures": get("/health", "", "host: 2130706433\r\n"),
      "a host of nothing": get("/health", "", "host: \r\n"),
      "a host with a user": get("/health", "", "host: 127.0.0.1@evil.example\r\n"),
      "a host of two dots": get("/health", "", "host: localhost..\r\n"),
      "a host with a path": get("/health", "", "host: 127.0.0.1/evil\r\n"),
      "a list of hosts": get("/health", "", "host: 127.0.0.1, evil.example\r\n"),
      "a host in eights": get("/health", "", "host: 0177.0.0.1\r\n"),
      "another host that waits to go on": post("{}", { head: "expect: 100-continue\r\n" }).replace(
        HOST,
        "host: evil.example\r\n",
      ),
      "another host in the address": `GET http://evil.example/health HTTP/1.1\r\n${HOST}\r\n`,
    },
    [400, 403, 421],
  ),
  ...many(
    {
      "another origin": post("{}", { head: "origin: https://evil.example\r\n" }),
      "an origin of null": post("{}", { head: "origin: null\r\n" }),
      "an origin that begins right": post("{}", { head: "origin: http://127.0.0.1.evil.example\r\n" }),
      "a list of origins": post("{}", { head: "origin: http://127.0.0.1, https://evil.example\r\n" }),
      "an origin of an extension": post("{}", { head: "origin: chrome-extension://abcdef\r\n" }),
      "an origin with a user": post("{}", { head: "origin: http://evil@127.0.0.1\r\n" }),
      "an origin that is a file": post("{}", { head: "origin: file://\r\n" }),
    },
    [403],
  ),
  ...many(
    {
      "text as a body": post("{}", { type: "content-type: text/plain\r\n" }),
      "a form as a body": post("a=b", { type: "content-type: application/x-www-form-urlencoded\r\n" }),
      "a body of no type": post("{}", { type: "" }),
      "a packed body": post("{}", { head: "content-encoding: gzip\r\n" }),
      "a body packed twice": post("{}", { head: "content-encoding: gzip, gzip\r\n" }),
      "an unknown packing": post("{}", { head: "content-encoding: evil\r\n" }),
      "a body in another alphabet": post("{}", { type: "content-type: application/json; charset=utf-16\r\n" }),
    },
    [415],
  ),
  { name: "a body too large", request: post(JSON.stringify({ query: "a".repeat(2 ** 20) })), status: [413] },
  { name: "a length too large", request: raw("content-length: 10000000\r\n", "{}"), status: [413] },
  ...many(
    {
      "no JSON": post("nonsense"),
      "half of JSON": post('{"query":'),
      "two of JSON": post("{}{}"),
      "JSON with a comment": post("{/* */}"),
      "JSON with a comma": post('{"limit":1,}'),
      "JSON of brackets": post("[".repeat(100_000)),
      "JSON of objects": post('{"a":'.repeat(50_000)),
      "not a number": post('{"limit":NaN}'),
      "80,000 fields": post(
        JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`k${at}`, 1]))),
      ),
      "lists within lists that close": post(`{"query":${"[".repeat(300_000)}${"]".repeat(300_000)}}`),
      "two marks": post("\uFEFF\uFEFF{}"),
      "bytes that are no text": post("\u0080\u0081"),
    },
    [400],
  ),
  ...many(
    {
      "a list": post("[]"),
      null: post("null"),
      "a text": post('"x"'),
      "a number": post("1"),
      "a number beyond all": post('{"limit":1e400}'),
      "a limit of text": post('{"limit":"5"}'),
      "a limit of a list": post('{"limit":[5]}'),
      "a limit with a fraction": post('{"limit":1.5}'),
      "a query of an object": post('{"query":{"$gt":""}}'),
      "an unknown field": post('{"evil":1}'),
      constructor: post('{"constructor":{"prototype":{"polluted":1}}}'),
      "a session of an object": post('{"session":{"id":1}}'),
      "a level beyond": post('{"nodes":"Alpha","level":9}', { path: "/api/skillgraph/node" }),
      "a budget of nothing": post('{"query":"a","tokenBudget":0}', { path: "/api/skillgraph/context" }),
      "a budget beyond 2^53": post('{"query":"a","tokenBudget":9007199254740993}', { path: "/api/skillgraph/context" }),
    },
    [400],
  ),
  { name: "JSON with a mark", request: post("\uFEFF{}"), status: [200, 400] },
  { name: "__proto__", request: post('{"__proto__":{"polluted":1}}'), status: [200, 400] },
  ...many(
    {
      "no such path": get("/nowhere"),
      "a path that leads out": get("/../../etc/passwd"),
      "a path that leads out, encoded": get("/%2e%2e/%2e%2e/etc/passwd"),
      "an operation called __proto__": post("{}", { path: "/api/skillgraph/__proto__" }),
      "an operation called constructor": post("{}", { path: "/api/skillgraph/constructor" }),
      "a tool called __proto__": post("{}", { path: "/api/tools/__proto__" }),
      "a tool that leads out": post("{}", { path: "/api/tools/..%2f..%2fhealth" }),
      "a session that leads out": get("/api/sessions/..%2f..%2fetc"),
      "a session called __proto__": get("/api/sessions/__proto__"),
      "a session that never was": post(`{"session":"pds_${"0".repeat(39)}"}`),
      "a session header that never was": post("{}", { head: "pd-session: pds_1\r\n" }),
      "a node that leads out": post('{"nodes":"../outside.md","level":4}', { path: "/api/skillgraph/node" }),
      "a graph that leads out": post('{"graphId":"../vault-beside"}'),
    },
    [400, 404],
  ),
  ...many(
    {
      "another method": `DELETE ${SCAN} HTTP/1.1\r\n${HOST}\r\n`,
      "a read where one writes": get(SCAN),
      TRACE: `TRACE / HTTP/1.1\r\n${HOST}\r\n`,
      CONNECT: `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`,
      PUT: `PUT /api/skillgraph/stats HTTP/1.1\r\n${HOST}content-length: 0\r\n\r\n`,
    },
    [400, 404, 405, 0],
  ),
  ...many(
    {
      "a percent that is none": get("/api/skillgraph/stats?%zz=%"),
      "a field twice": get("/api/skillgraph/validate?threshold=1&threshold=2"),
      "__proto__ in an address": get("/api/skillgraph/stats?__proto__[polluted]=1"),
      "a number that is none": get("/api/skillgraph/validate?threshold=NaN"),
      "a number in another base": get("/api/skillgraph/validate?threshold=0x10"),
      "a session twice": post("{}", { head: "pd-session: a\r\npd-session: b\r\n" }),
    },
    [400],
  ),
  {
    name: "an upgrade",
    request: get("/health", "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n"),
    status: [200, 400, 426],
  },
  {
    name: "a word behind each chunk",
    request: raw("transfer-encoding: chunked\r\n", `2;${"a".repeat(100_000)}\r\n{}\r\n0\r\n\r\n`),
    status: [400, 413, 431, 0],
  },
  {
    name: "a host behind the body",
    request: raw("transfer-encoding: chunked\r\n", "2\r\n{}\r\n0\r\nhost: evil.example\r\n\r\n"),
    status: [200, 400],
  },
  { name: "two slashes and a host", request: get("//evil.example/health"), status: [400, 404] },
  { name: "a range", request: get("/openapi.json", "range: bytes=0-1,0-1,0-1\r\n"), status: [200] },
  { name: "expect what is not", request: raw("expect: 999-evil\r\ncontent-length: 2\r\n", "{}"), status: [417, 400] },
  {
    name: "packings without end",
    request: get("/openapi.json", `accept-encoding: ${"gzip;q=0.1,".repeat(1000)}\r\n`),
    status: [200],
  },
  {
    name: "a tag without end",
    request: get("/openapi.json", `if-none-match: ${'W/"a",'.repeat(1500)}\r\n`),
    status: [200],
  },
  { name: "a trace that is none", request: get("/health", "traceparent: evil\r\n"), status: [200] },
];
