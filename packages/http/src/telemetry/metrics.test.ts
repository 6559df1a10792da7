import { nodeId, tokens } from "@pd/core";
import { describe, expect, test } from "vitest";
import { createMetrics } from "./metrics.js";

const line = /^[a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*\})? [0-9.e+-]+$/;

describe("figures for Prometheus", () => {
  test("every line is a comment or a sample, and every family says what it is", () => {
    const metrics = createMetrics();
    metrics.began();
    metrics.ended({ route: '/odd"\\\nroute', method: "GET", status: 200, seconds: 0.2 });
    metrics.refused("host-refused");
    metrics.onEvent({ kind: "vault-loaded", at: 0, graphId: "docs", nodes: 3, from: "files", milliseconds: 1 });
    metrics.onEvent({ kind: "vault-changed", at: 0, graphId: "docs", added: 2, changed: 1, removed: 1 });
    const lines = metrics.text().trimEnd().split("\n");
    for (const one of lines.filter((text) => !text.startsWith("#"))) expect(one).toMatch(line);
    const families = lines.flatMap((text) => /^# TYPE ([a-z_]+) /.exec(text)?.[1] ?? []);
    for (const one of lines.filter((text) => !text.startsWith("#"))) {
      const name = /^[a-z_]+/.exec(one)?.[0].replace(/_(?:bucket|sum|count)$/, "");
      expect(families.some((family) => family === name || family === /^[a-z_]+/.exec(one)?.[0])).toBe(true);
    }
    expect(metrics.text()).toContain('pd_vault_nodes{graph="docs"} 4');
  });

  test("a histogram counts what is at most as large, and all of it at last", () => {
    const metrics = createMetrics();
    for (const seconds of [0.0005, 0.001, 0.3, 99]) metrics.ended({ route: "/a", method: "GET", status: 200, seconds });
    const bucket = (limit: string) =>
      new RegExp(`_bucket\\{route="/a",le="${limit.replace("+", "\\+")}"\\} (\\d+)`).exec(metrics.text())?.[1];
    expect([bucket("0.001"), bucket("0.25"), bucket("0.5"), bucket("30"), bucket("+Inf")]).toEqual([
      "2",
      "2",
      "3",
      "3",
      "4",
    ]);
    expect(metrics.text()).toContain('_count{route="/a"} 4');
  });

  test("tokens are summed by level, sessions are those that have not ended", () => {
    const metrics = createMetrics();
    const disclosed = {
      kind: "node-disclosed",
      call: 1,
      at: 0,
      operation: "node",
      graphId: "a",
      id: nodeId("note:a"),
    } as const;
    metrics.onEvent({ ...disclosed, level: 4, tokens: tokens(30) });
    metrics.onEvent({ ...disclosed, level: 4, tokens: tokens(12) });
    metrics.onEvent({ ...disclosed, level: 1, tokens: tokens(5) });
    for (let index = 0; index < 3; index += 1)
      metrics.onEvent({ kind: "session-created", at: 0, session: "s" as never, caller: "c" });
    metrics.onEvent({ kind: "session-ended", at: 0, session: "s" as never });
    const text = metrics.text();
    expect(text).toContain('pd_tokens_disclosed_total{level="4"} 42');
    expect(text).toContain('pd_tokens_disclosed_total{level="1"} 5');
    expect(text).toContain("pd_sessions 2\n");
  });
});
