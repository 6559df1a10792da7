import { afterEach, describe, expect, test } from "vitest";
import { ENFORCEMENT_NODES } from "../testing/enforcement-nodes.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { createSpanRecorder } from "../testing/span-recorder.js";
import { createToolkit } from "../toolkit/toolkit.js";
import { callSpans } from "./call-spans.js";
import { withDoorSpan } from "./door-span.js";
import { registeredOpenTelemetry } from "./open-telemetry.js";
import { withCallSpans } from "./registered-spans.js";

function recording() {
  const { api, spans } = createSpanRecorder();
  const toolkit = createToolkit({
    mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }],
    onEvent: callSpans(api),
  });
  return { api, spans, toolkit };
}

describe("a call is a span", () => {
  test("by the names for generative AI, with the figures of its answer and what it showed", async () => {
    const { spans, toolkit } = recording();
    const { telemetry } = await toolkit.call("node", { nodes: ["Alpha", "Delta"], level: 4, tokenBudget: 600 });
    expect(spans).toMatchObject([
      {
        name: "execute_tool node",
        kind: 0,
        status: undefined,
        milliseconds: expect.any(Number),
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "node",
          "pd.tokens.used": telemetry.tokensUsed,
          "pd.tokens.budget": 600,
          "pd.nodes.omitted": telemetry.nodesOmitted,
          "pd.coverage.percent": telemetry.coveragePercent,
        },
      },
    ]);
    expect(spans[0]?.events).toContainEqual({
      name: "pd.node-disclosed",
      attributes: {
        "pd.graph.id": "memory",
        "pd.node.id": "note:alpha",
        "pd.level": 4,
        "pd.tokens": expect.any(Number),
      },
    });
    expect(spans[0]?.events).toContainEqual({
      name: "pd.node-omitted",
      attributes: { "pd.graph.id": "memory", "pd.node.id": "note:delta", "pd.reason": "budget" },
    });
  });

  test("that failed says its code", async () => {
    const { spans, toolkit } = recording();
    await toolkit.call("node", { nodes: "nobody" }).catch(() => undefined);
    await toolkit.call("nothing" as string, {}).catch(() => undefined);
    expect(spans).toMatchObject([
      { name: "execute_tool node", status: { code: 2 }, attributes: { "error.type": "node-unknown" } },
      // A name that a stranger made up is no name of a span.
      { name: "execute_tool unknown", attributes: { "error.type": "tool-unknown", "gen_ai.tool.name": "unknown" } },
    ]);
    expect(spans.every(({ milliseconds }) => milliseconds !== undefined)).toBe(true);
  });

  test("inside the span of its door, which continues its caller's trace", async () => {
    const { api, spans, toolkit } = recording();
    const carried = new Map([["traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"]]);
    const door = {
      tracer: "@pd/test",
      name: "asked",
      attributes: { a: 1 },
      carried: (name: string) => carried.get(name),
    };
    await withDoorSpan(api, door, async (span) => {
      await Promise.all([toolkit.call("scan", {}), toolkit.call("stats", {})]);
      span.end();
    });
    const [asked, ...calls] = spans;
    expect(asked).toMatchObject({ name: "asked", tracer: "@pd/test", kind: 1, parent: "00f067aa0ba902b7" });
    expect(calls.map(({ name, parent }) => [name, parent])).toEqual([
      ["execute_tool scan", asked?.spanId],
      ["execute_tool stats", asked?.spanId],
    ]);
  });

  test("names no session, whose id is a key", async () => {
    const { spans, toolkit } = recording();
    const { session } = await toolkit.call("node", { nodes: "Alpha", level: 4, session: "new" });
    expect(JSON.stringify(spans)).not.toContain(session);
  });
});

test("a door whose work fails ends its span with an error", async () => {
  const { api, spans } = createSpanRecorder();
  const door = { tracer: "@pd/test", name: "asked", attributes: {}, carried: () => undefined };
  await expect(withDoorSpan(api, door, () => Promise.reject(new Error("größer")))).rejects.toThrow("größer");
  expect(spans).toMatchObject([{ status: { code: 2 }, milliseconds: expect.any(Number) }]);
});

test("loading a vault is a span of its own, as long as it took", () => {
  const { api, spans } = createSpanRecorder();
  const onEvent = callSpans(api);
  const of = { at: 5000, graphId: "größe" };
  onEvent({ kind: "vault-loaded", ...of, nodes: 7, from: "snapshot", milliseconds: 1200 });
  onEvent({ kind: "vault-failed", ...of, message: "The folder is gone" });
  expect(spans).toMatchObject([
    { name: "pd.vault.load", milliseconds: 1200, attributes: { "pd.graph.id": "größe", "pd.nodes": 7 } },
    { name: "pd.vault.load", milliseconds: 0, status: { code: 2, message: "The folder is gone" } },
  ]);
});

describe("what a program has registered", () => {
  const key = Symbol.for("opentelemetry.js.api.1");
  const holder = globalThis as { [key]?: unknown };
  const before = holder[key];
  afterEach(() => {
    if (before === undefined) delete holder[key];
    else holder[key] = before;
  });

  test("is found without the package, and bins tell it of their calls", () => {
    const { api, spans } = createSpanRecorder();
    holder[key] = { version: "1.10.0", trace: api.trace, context: api.context };
    expect(registeredOpenTelemetry()).toMatchObject({ trace: api.trace });
    const heard: string[] = [];
    withCallSpans(({ kind }) => void heard.push(kind))({ kind: "vault-indexed", at: 1, graphId: "a", milliseconds: 1 });
    expect([heard, spans.map(({ name }) => name)]).toEqual([["vault-indexed"], ["pd.vault.index"]]);
  });

  test("nobody: nothing is made", () => {
    holder[key] = { version: "1.10.0" };
    expect(registeredOpenTelemetry()).toBeUndefined();
    const onEvent = () => undefined;
    expect(withCallSpans(onEvent)).toBe(onEvent);
  });
});
