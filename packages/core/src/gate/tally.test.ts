import { describe, expect, test } from "vitest";
import type { Answer } from "../model/answer.js";
import { bytes } from "../model/counters.js";
import type { PdEvent } from "../model/event.js";
import type { Level } from "../model/level.js";
import { type NodeId, nodeId } from "../model/node.js";
import type { Plan } from "../model/plan.js";
import { tokens } from "../model/tokens.js";
import { scanView } from "../model/view.js";
import type { Graph, NodeSource } from "../ports/content.js";
import type { SessionCommit, SessionId, SessionStore } from "../ports/session.js";
import type { Seen } from "../sessions/ledger.js";
import type { Disclosure } from "./gate.js";
import { isShown, type Outcome, omissionOf } from "./outcome.js";
import { seenBefore, tally } from "./tally.js";

const session = "pds_1" as SessionId;
const id = (key: string) => nodeId(`note:${key}`);

function shown(key: string, seen?: Level): Outcome {
  const summary = { id: id(key), name: key, type: "note", domain: "general", description: "", tags: [] };
  const nodeOptions = {
    known: { want: { id: id(key), least: 1, most: 1 }, summary, price: undefined },
    target: 1,
    levelOptions: [],
  } as const;
  return { id: id(key), seen, nodeOptions, view: scanView(summary), rendered: { form: "json", text: `"${key}"` } };
}

const PLACES: readonly Outcome[] = [
  shown("a"),
  { id: id("b"), seen: 3, reason: "budget", level: 4, tokens: tokens(640) },
  shown("cc", 0),
  { id: id("d"), seen: undefined, reason: "limit", level: 1 },
];

const ANSWER = { telemetry: { tokensUsed: tokens(420), tokenBudget: tokens(2000) } } as Answer;

/** A store that knows one session of one caller, and writes down what it is asked and told. */
function storeOf(seen: ReadonlyMap<NodeId, Seen> = new Map()) {
  const asked: object[] = [];
  const entries: SessionCommit[] = [];
  const isKnown = (handle: SessionId, caller: string) => handle === session && caller === "me";
  const sessions: Pick<SessionStore, "seen" | "commit"> = {
    async seen(handle, caller, nodes) {
      asked.push(nodes);
      return isKnown(handle, caller) ? seen : undefined;
    },
    async commit(handle, caller, entry) {
      if (!isKnown(handle, caller)) return false;
      entries.push(entry);
      return true;
    },
  };
  return { sessions: sessions as SessionStore, asked, entries };
}

function disclosureOf(more: Partial<Disclosure> = {}): Disclosure {
  const reading = { version: "1", graph: { size: 24 } as Graph, source: {} as NodeSource, release: () => undefined };
  return { reading, graphId: "docs", operation: "query", form: "json", caller: "me", call: 5, ...more };
}

describe("R2.1 what a session has seen", () => {
  const plan: Plan = {
    wants: ["a", "b#part"].map((key) => ({ id: id(key), least: 1, most: 4 })),
    visited: 0,
    levels: "raised",
    breadth: 1,
    repeat: true,
  };

  test("is nothing without a session, and no store is asked", async () => {
    const { sessions, asked } = storeOf(new Map([[id("a"), { level: 4, digests: {} }]]));
    expect(await seenBefore(plan, disclosureOf(), sessions)).toEqual(new Map());
    expect(asked).toEqual([]);
  });

  test("is asked for what is wanted and for the notes whose sections are, each once, in this graph", async () => {
    const seen = new Map<NodeId, Seen>([[id("a"), { level: 4, digests: {} }]]);
    const { sessions, asked } = storeOf(seen);
    expect(await seenBefore(plan, disclosureOf({ session }), sessions)).toBe(seen);
    expect(asked).toEqual([{ graphId: "docs", ids: [id("a"), id("b#part"), id("b")], partsOf: [id("b")] }]);
  });

  test("is asked for what was passed by too: an omission says at which level it was seen (R2.2)", async () => {
    const { sessions, asked } = storeOf();
    const passed = ["c#part", "a"].map(id);
    await seenBefore({ ...plan, passed }, disclosureOf({ session }), sessions);
    expect(asked).toEqual([
      { graphId: "docs", ids: ["a", "b#part", "c#part", "b", "c"].map(id), partsOf: ["b", "c"].map(id) },
    ]);
  });

  test.each<[string, Partial<Disclosure>]>([
    ["another caller's", { session, caller: "you" }],
    ["one that nobody made", { session: "pds_2" as SessionId }],
  ])("is refused to %s session (R2.7)", async (_, more) => {
    const { sessions } = storeOf();
    await expect(seenBefore(plan, disclosureOf(more), sessions)).rejects.toMatchObject({ code: "session-unknown" });
  });
});

async function tallied(more: Partial<Disclosure> = {}) {
  const { sessions, entries } = storeOf();
  const events: PdEvent[] = [];
  const versions = { own: new Map([[id("cc"), "v"]]), around: new Map() };
  const disclosure = disclosureOf({ onEvent: (event) => events.push(event), ...more });
  const omitted = PLACES.flatMap((one) => (isShown(one) ? [] : [omissionOf(one)]));
  await tally(ANSWER, PLACES, { omitted, disclosure, sessions, counter: bytes, versions, now: () => 7 });
  return { entries, events };
}

describe("R2.1 what is written into a session", () => {
  test("is each node with the level it was shown at and digests of what it showed, and each omission with its reason and price", async () => {
    expect((await tallied({ session })).entries).toStrictEqual([
      {
        graphId: "docs",
        graphSize: 24,
        operation: "query",
        at: 7,
        tokensUsed: 420,
        tokenBudget: 2000,
        loaded: [
          { id: id("a"), level: 1 },
          { id: id("cc"), level: 1, from: 0 },
        ],
        skipped: [
          { id: id("b"), reason: "budget", tokens: 640 },
          { id: id("d"), reason: "limit" },
        ],
        digests: new Map([
          [id("a"), { 1: expect.any(String) }],
          [id("cc"), { 1: expect.any(String), version: "v" }],
        ]),
      },
    ]);
  });

  test("is nothing without one", async () => {
    expect((await tallied()).entries).toEqual([]);
  });

  test("is as much where nobody listens", async () => {
    expect((await tallied({ session, onEvent: undefined })).entries).toHaveLength(1);
  });

  test("is refused where the session ended meanwhile, and nothing is told as delivered", async () => {
    const events: PdEvent[] = [];
    const ended = { session: "pds_2" as SessionId, onEvent: (event: PdEvent) => events.push(event) };
    await expect(tallied(ended)).rejects.toMatchObject({ code: "session-unknown" });
    expect(events).toEqual([]);
  });
});

describe("R2.8 events", () => {
  const about = { call: 5, at: 7, operation: "query", graphId: "docs" } as const;
  const EVENTS = [
    { kind: "node-disclosed", ...about, id: id("a"), level: 1, tokens: 3 },
    { kind: "node-omitted", ...about, id: id("b"), reason: "budget" },
    { kind: "node-disclosed", ...about, id: id("cc"), level: 1, tokens: 4, from: 0 },
    { kind: "node-omitted", ...about, id: id("d"), reason: "limit" },
  ];

  test("tell each node in the order of the answer, what it counts and what was seen of it", async () => {
    expect((await tallied()).events).toStrictEqual(EVENTS);
  });

  test("name the session where there is one, and only there", async () => {
    expect((await tallied({ session })).events).toStrictEqual(EVENTS.map((event) => ({ ...event, session })));
  });
});
