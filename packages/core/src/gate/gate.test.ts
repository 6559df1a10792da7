import { describe, expect, test } from "vitest";
import { readEach } from "../content/read-each.js";
import type { Answer } from "../model/answer.js";
import { PdError } from "../model/errors.js";
import type { PdEvent } from "../model/event.js";
import { nodeId } from "../model/node.js";
import type { Plan, Want } from "../model/plan.js";
import { type TokenCounter, type Tokens, tokens } from "../model/tokens.js";
import { o200k } from "../o200k/index.js";
import type { Content, ContentRequest, NodeSource } from "../ports/content.js";
import { createMemorySessionStore } from "../sessions/memory-session-store.js";
import { createMemoryContent, type MemoryNode } from "../testing/memory-content.js";
import { createBodyCache } from "./body-cache.js";
import { createGate, type Disclosure } from "./gate.js";

const note = (key: string, body: string): MemoryNode => ({
  id: `note:${key}`,
  name: key,
  description: `About ${key}.`,
  body,
});
const want = (key: string, least: Want["least"], most: Want["most"] = least): Want => ({
  id: nodeId(`note:${key}`),
  least,
  most,
});
const plan = (wants: readonly Want[], more: Partial<Plan> = {}): Plan => ({
  wants,
  visited: 0,
  levels: "raised",
  breadth: 1,
  repeat: true,
  ...more,
});

/** A gate over content whose source can be made to misbehave. */
function gateOver(
  nodes: readonly MemoryNode[],
  { source = {}, counter = o200k }: { source?: Partial<NodeSource>; counter?: TokenCounter } = {},
) {
  const memory = createMemoryContent(nodes);
  const content: Content = {
    id: "memory",
    async open() {
      const reading = await memory.open();
      return { ...reading, source: { ...reading.source, ...source } };
    },
  };
  const sessions = createMemorySessionStore();
  const events: PdEvent[] = [];
  const bodies = createBodyCache(1 << 20);
  const gate = createGate({ counter, sessions, bodies, now: () => 7 });
  const disclose = async (wanted: Plan, more: Partial<Disclosure> = {}): Promise<Answer> =>
    gate.disclose(wanted, {
      reading: await content.open(),
      graphId: "memory",
      operation: "test",
      form: "json",
      caller: "me",
      call: 1,
      onEvent: (event) => events.push(event),
      ...more,
    });
  return { disclose, sessions, events, reads: memory.reads, bodies };
}

describe("a body that is not what the index says", () => {
  test("is dropped as changed when it proves larger than its price (R3.9)", async () => {
    const { disclose } = gateOver([note("a", "short"), note("b", "other")], {
      source: {
        content: readEach(({ id }: ContentRequest) =>
          id === "note:a" ? "a much longer text than before ".repeat(20) : "other",
        ),
      },
    });
    const answer = await disclose(plan([want("a", 4), want("b", 4)], { budget: tokens(2000) }));
    expect(answer.nodes.map(({ id }) => id)).toEqual(["note:b"]);
    expect(answer.omitted).toMatchObject([{ id: "note:a", reason: "changed" }]);
    expect(JSON.stringify(answer)).not.toContain("much longer");
  });

  test("is dropped as changed when the source says so", async () => {
    const { disclose } = gateOver([note("a", "x")], {
      source: { content: async () => Promise.reject(new PdError("content-changed", "newer on disk")) },
    });
    expect((await disclose(plan([want("a", 4)]))).omitted).toMatchObject([{ id: "note:a", reason: "changed" }]);
  });

  test("is one omission when it cannot be read, and the others come", async () => {
    const { disclose } = gateOver([note("a", "x"), note("b", "y")], {
      source: {
        content: readEach(async ({ id }: ContentRequest) =>
          id === "note:a" ? Promise.reject(new Error("EIO: secret path")) : "y",
        ),
      },
    });
    const answer = await disclose(plan([want("a", 4), want("b", 4)]));
    expect(answer.omitted).toMatchObject([{ id: "note:a", reason: "unreadable" }]);
    expect(answer.nodes).toHaveLength(1);
    expect(JSON.stringify(answer)).not.toContain("secret");
  });

  test("falls back to a level that can be read where the plan allows it", async () => {
    const { disclose } = gateOver([note("a", "x")], {
      source: { sections: async () => Promise.reject(new Error("EIO")) },
    });
    const answer = await disclose(plan([want("a", 1, 3)], { budget: tokens(2000) }));
    expect(answer.nodes).toMatchObject([{ id: "note:a", level: 1 }]);
    expect(answer.omitted).toMatchObject([{ id: "note:a", reason: "unreadable", level: 3 }]);
  });
});

describe("R2.7 what a session was shown", () => {
  test("is withheld by its version: nothing of it is read to find out, at any level (R3.8)", async () => {
    const { disclose, sessions, reads } = gateOver([note("a", "Ação")]);
    const session = await sessions.create("me");
    await disclose(plan([want("a", 4)]), { session });
    for (const list of Object.values(reads)) list.length = 0;
    for (const levels of ["raised", "pinned"] as const) {
      for (const level of [0, 1, 2, 3, 4] as const) {
        const { nodes, omitted } = await disclose(plan([want("a", level)], { levels, repeat: false }), { session });
        expect([nodes, omitted]).toMatchObject([[], [{ reason: "seen", seenAt: 4 }]]);
      }
    }
    expect(reads).toEqual({ links: [], sections: [], content: [] });
  });
});

describe("the ceiling", () => {
  const large = note("large", "word ".repeat(3000));

  test("R2.2 shows a node lower where the plan allows it, and reads no body then", async () => {
    const { disclose, reads } = gateOver([large]);
    const answer = await disclose(plan([want("large", 1, 4)], { budget: tokens(300) }));
    expect(answer.nodes[0]?.level).toBe(3);
    expect(reads.content).toEqual([]);
  });

  test("R2.2 never below what the session has seen", async () => {
    const { disclose, sessions } = gateOver([large]);
    const session = await sessions.create("me");
    await disclose(plan([want("large", 4)]), { session });
    const answer = await disclose(plan([want("large", 1, 4)], { budget: tokens(300) }), { session });
    expect(answer.omitted).toMatchObject([
      { id: "note:large", reason: "budget", seenAt: 4, tokens: expect.any(Number) },
    ]);
  });

  test("holds for a counter that finds more in the whole than in its parts", async () => {
    const squared: TokenCounter = { name: "squared", count: (text) => Math.ceil(text.length ** 1.3 / 10) as Tokens };
    const { disclose } = gateOver(
      ["a", "b", "c", "d"].map((key) => note(key, "x")),
      { counter: squared },
    );
    for (const budget of [50, 100, 200, 400]) {
      const answer = await disclose(
        plan(
          ["a", "b", "c", "d"].map((key) => want(key, 1, 4)),
          { budget: tokens(budget) },
        ),
      );
      expect(squared.count(JSON.stringify(answer.nodes))).toBeLessThanOrEqual(budget);
    }
  });

  test("is refused where not even an empty list fits", async () => {
    const { disclose } = gateOver([large]);
    await expect(disclose(plan([want("large", 4)], { budget: tokens(0) }))).rejects.toMatchObject({
      code: "budget-too-small",
    });
    const text = await disclose(plan([want("large", 4)], { budget: tokens(0) }), { form: "text" });
    expect(text).toMatchObject({ text: "", telemetry: { tokensUsed: 0 } });
  });

  test("R2.3 a text names what it left out, what that would cost, and the session, within the budget", async () => {
    const { disclose, sessions } = gateOver([note("a", "A body."), large]);
    const session = await sessions.create("me");
    const { text = "", telemetry } = await disclose(plan([want("a", 4), want("large", 4)], { budget: tokens(400) }), {
      session,
      form: "text",
    });
    expect(text).toContain("A body.");
    expect(text).toContain(session);
    expect(text).toMatch(/\[\d+ of 400 tokens; left out: note:large \(\d+\)/);
    expect(telemetry.tokensUsed).toBe(o200k.count(text));
  });

  test("R2.7 a text that has room for nothing else still gives the handle, and the answer around it in any case", async () => {
    const { disclose, sessions } = gateOver([large]);
    const session = await sessions.create("me");
    const within = (budget: number) =>
      disclose(plan([want("large", 4)], { budget: tokens(budget) }), { session, form: "text" });
    const handle = `[session ${session}]`;
    expect(await within(o200k.count(handle))).toMatchObject({ session, text: handle, nodes: [] });
    expect(await within(3)).toMatchObject({ session, text: "", nodes: [] });
  });
});

describe("sessions", () => {
  test("R3.8 a body is read once in a session, and again without one", async () => {
    const { disclose, sessions, reads, bodies } = gateOver([note("a", "x")]);
    const session = await sessions.create("me");
    await disclose(plan([want("a", 4)]), { session });
    await disclose(plan([want("a", 4)]), { session });
    expect(reads.content).toHaveLength(1);
    expect(bodies.bytes).toBeGreaterThan(0);
    await disclose(plan([want("a", 4)]));
    expect(reads.content).toHaveLength(2);
  });

  test("R2.7 are worth nothing to another caller", async () => {
    const { disclose, sessions } = gateOver([note("a", "x")]);
    const session = await sessions.create("me");
    await expect(disclose(plan([want("a", 1)]), { session, caller: "you" })).rejects.toMatchObject({
      code: "session-unknown",
    });
  });
});

test("cancellation is an error of its own at every stage, and leaves no trace in the session", async () => {
  for (const stage of ["links", "sections", "content"] as const) {
    const controller = new AbortController();
    const { disclose, sessions } = gateOver([note("a", "x")], {
      source: {
        [stage]: async (_: unknown, options?: { signal?: AbortSignal }) => {
          controller.abort();
          options?.signal?.throwIfAborted();
          throw new Error("not reached");
        },
      },
    });
    const session = await sessions.create("me");
    const level = { links: 2, sections: 3, content: 4 }[stage] as 2 | 3 | 4;
    const call = disclose(plan([want("a", level)]), { session, signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect((await sessions.record(session, "me"))?.entries).toEqual([]);
  }
});

test("events tell each disclosure and omission, with ids and figures and no text", async () => {
  const { disclose, events } = gateOver([note("a", "secret body")]);
  await disclose(plan([want("a", 4), want("nowhere", 1)]));
  expect(events).toMatchObject([
    { kind: "node-disclosed", id: "note:a", level: 4, at: 7, call: 1, tokens: expect.any(Number) },
    { kind: "node-omitted", id: "note:nowhere", reason: "unknown" },
  ]);
  expect(JSON.stringify(events)).not.toContain("secret");
});

test("a node wanted twice comes once, at the higher of the levels", async () => {
  const { disclose } = gateOver([note("a", "x")]);
  expect((await disclose(plan([want("a", 1), want("a", 4)]))).nodes).toMatchObject([{ level: 4 }]);
});
