import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { createHttpApp } from "../index.js";

// Asks the app a few things through nothing but `Request` and `Response`, and prints what came back. Whatever runs it, the lines are the same.

const app = createHttpApp({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });

const json = { "content-type": "application/json" };
const asked: readonly (readonly [string, RequestInit])[] = [
  ["/health", {}],
  ["/api/skillgraph/scan", { method: "POST", headers: json, body: '{"limit":2}' }],
  ["/api/skillgraph/search", { method: "POST", headers: json, body: '{"query":"budget"}' }],
  ["/api/skillgraph/context", { method: "POST", headers: json, body: '{"query":"budget","tokenBudget":400}' }],
  ["/api/skillgraph/scan", { method: "POST", headers: json, body: "{" }],
  ["/api/skillgraph/scan", { method: "POST", headers: json, body: `{"query":"${"x".repeat(2 ** 21)}"}` }],
  ["/api/skillgraph/scan", { method: "POST", headers: { ...json, origin: "https://elsewhere.example" }, body: "{}" }],
  ["/nowhere", {}],
  ["/api/skillgraph/scan", { method: "POST", headers: { ...json, accept: "text/event-stream" }, body: '{"limit":1}' }],
  ["/openapi.json", { headers: { "accept-encoding": "gzip" } }],
];

for (const [path, init] of asked) {
  const response = await app.fetch(new Request(`http://127.0.0.1${path}`, init));
  const { headers, status } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = headers.get("content-encoding") === "gzip";
  // What one run makes up for itself, and times, differ from run to run; and not every engine says where JSON is broken.
  const body = isPacked
    ? `${bytes[0]},${bytes[1]}`
    : new TextDecoder()
        .decode(bytes)
        .replaceAll(/"(?:requestId|instance|at|milliseconds)":(?:"[^"]*"|[\d.]+)|: look at position \d+/g, "");
  console.log(JSON.stringify({ path, status, type: headers.get("content-type"), etag: headers.get("etag"), body }));
}
