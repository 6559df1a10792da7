import type { Level, OnEvent, ToolkitFigures } from "@pd/core";
// The events of a vault are declared there.
import type {} from "@pd/core/vault";

/** What one finished request adds. */
export interface Observation {
  /** The path as it was registered, never as it was asked for: figures must not grow with what people try. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  /** Hand it to `createToolkit` as `onEvent`, where you make the toolkit yourself. */
  readonly onEvent: OnEvent;
  began(): void;
  ended(observation: Observation): void;
  refused(code: string): void;
  /** A client said what it has: was it still right? */
  validated(wasFresh: boolean): void;
  /** In Prometheus' text format. */
  /** With what the toolkit keeps in memory, if it is asked. */
  text(figures?: ToolkitFigures): string;
}

/** In seconds: from an answer out of memory to the time limit. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, Histogram>();
  const refusals = new Map<string, number>();
  const tokens: Record<Level, number> = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 };
  const nodes: Record<Level, number> = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 };
  const failures = new Map<string, number>();
  const vaultNodes = new Map<string, number>();
  const vaultChanges = new Map<string, number>();
  const sessions = { created: 0, ended: 0 };
  const validations = { hit: 0, miss: 0 };
  let inFlight = 0;

  const onEvent: OnEvent = (event) => {
    switch (event.kind) {
      case "node-disclosed":
        tokens[event.level] += event.tokens;
        nodes[event.level] += 1;
        return;
      case "call-failed":
        return add(failures, event.code);
      case "session-created":
        sessions.created += 1;
        return;
      case "session-ended":
        sessions.ended += 1;
        return;
      case "vault-loaded":
        vaultNodes.set(event.graphId, event.nodes);
        return;
      case "vault-changed":
        vaultNodes.set(event.graphId, (vaultNodes.get(event.graphId) ?? 0) + event.added - event.removed);
        return add(vaultChanges, event.graphId);
    }
  };

  function observe(route: string, seconds: number): void {
    const kept = durations.get(route) ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
    durations.set(route, kept);
    kept.sum += seconds;
    kept.count += 1;
    const bucket = BUCKETS.findIndex((limit) => seconds <= limit);
    if (bucket >= 0) kept.counts[bucket] = (kept.counts[bucket] ?? 0) + 1;
  }

  return {
    onEvent,
    began() {
      inFlight += 1;
    },
    ended({ route, method, status, seconds }) {
      inFlight -= 1;
      add(requests, `${method} ${status} ${route}`);
      observe(route, seconds);
    },
    refused: (code) => add(refusals, code),
    validated(wasFresh) {
      validations[wasFresh ? "hit" : "miss"] += 1;
    },
    text: (figures) =>
      [
        family("pd_http_requests_total", "counter", "Requests answered.", byRequest(requests)),
        histogram("pd_http_request_duration_seconds", "From the request's head to the reply.", durations),
        family("pd_http_requests_in_flight", "gauge", "Requests being worked on.", [["", inFlight]]),
        family("pd_http_refused_total", "counter", "Requests that the guard kept out.", byLabel("code", refusals)),
        family("pd_tokens_disclosed_total", "counter", "Tokens delivered, by level.", byLevel(tokens)),
        family("pd_nodes_disclosed_total", "counter", "Nodes delivered, by level.", byLevel(nodes)),
        family("pd_call_failures_total", "counter", "Calls that ended in an error.", byLabel("code", failures)),
        family("pd_sessions", "gauge", "Disclosure sessions alive.", [["", sessions.created - sessions.ended]]),
        family("pd_sessions_created_total", "counter", "Disclosure sessions made.", [["", sessions.created]]),
        family("pd_http_cache_validations_total", "counter", "Requests with If-None-Match: a hit sends no body.", [
          [labels({ result: "hit" }), validations.hit],
          [labels({ result: "miss" }), validations.miss],
        ]),
        ...(figures === undefined ? [] : kept(figures)),
        family("pd_vault_nodes", "gauge", "Nodes of each vault.", byLabel("graph", vaultNodes)),
        family("pd_vault_changes_total", "counter", "Times a vault was read anew.", byLabel("graph", vaultChanges)),
      ].join(""),
  };
}

function kept({ bodies }: ToolkitFigures): readonly string[] {
  return [
    family("pd_cache_hits_total", "counter", "Texts that a session had at hand.", [["", bodies.hits]]),
    family("pd_cache_misses_total", "counter", "Texts that had to be read for a session.", [["", bodies.misses]]),
    family("pd_cache_bytes", "gauge", "What the texts kept for sessions take in memory.", [["", bodies.bytes]]),
  ];
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

type Sample = readonly [labels: string, value: number];

function family(name: string, type: "counter" | "gauge", help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([label, value]) => `${name}${label} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function histogram(name: string, help: string, durations: ReadonlyMap<string, Histogram>): string {
  const lines = [...durations].flatMap(([route, { counts, sum, count }]) => {
    let below = 0;
    const buckets = BUCKETS.map((limit, index) => {
      below += counts[index] ?? 0;
      return `${name}_bucket${labels({ route, le: String(limit) })} ${below}\n`;
    });
    const last = `${name}_bucket${labels({ route, le: "+Inf" })} ${count}\n`;
    return [
      ...buckets,
      last,
      `${name}_sum${labels({ route })} ${sum}\n`,
      `${name}_count${labels({ route })} ${count}\n`,
    ];
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} histogram\n${lines.join("")}`;
}

function byLabel(name: string, counts: ReadonlyMap<string, number>): readonly Sample[] {
  return [...counts].map(([value, count]) => [labels({ [name]: value }), count]);
}

/** Counted under one plain word, so that a request costs no more than that. */
function byRequest(counts: ReadonlyMap<string, number>): readonly Sample[] {
  return [...counts].map(([key, count]) => {
    const [method = "", status = "", ...route] = key.split(" ");
    return [labels({ route: route.join(" "), method, status }), count];
  });
}

function byLevel(figures: Readonly<Record<Level, number>>): readonly Sample[] {
  return Object.entries(figures).map(([level, figure]) => [labels({ level }), figure]);
}

function labels(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
