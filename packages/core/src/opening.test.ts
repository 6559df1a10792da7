import { describe, expect, test } from "vitest";
import type { Rung } from "./admission.js";
import { createBodyCache } from "./body-cache.js";
import type { ContentOptions, Graph, Price } from "./content.js";
import { bytes } from "./counters.js";
import { PdError } from "./errors.js";
import { type Link, nodeId } from "./node.js";
import { type Admitted, type Opening, openAll } from "./opening.js";
import { isShown } from "./place.js";
import type { SessionId } from "./session.js";
import { ENFORCEMENT_NODES } from "./testing/index.js";
import { createMemoryContent } from "./testing/memory-content.js";
import { tokens } from "./tokens.js";
import { createToolkit } from "./toolkit.js";
import { scanView } from "./view.js";

const id = nodeId("note:a");
const summary = { id, name: "a", type: "note", domain: "general", description: "About a.", tags: [] };
const BODY = "The body of a.";
const priced: Price = { id, text: tokens(BODY.length), json: tokens(BODY.length + 2) };
const inFull: Rung = { level: 4, links: [] };

interface Given {
  readonly rung?: Rung | undefined;
  readonly price?: Price | undefined;
  readonly argument?: string;
  readonly failure?: "changed" | "unreadable";
}

function admitted({ rung, price, argument, failure }: Given): Admitted {
  const want = { id, least: 1, most: 4, ...(argument === undefined ? {} : { argument }) } as const;
  const rungs = rung === undefined ? [] : [{ step: rung, cost: 50 }];
  const ladder = { known: { want, summary, price }, rungs, ...(failure === undefined ? {} : { failure }) };
  return { id, seen: 2, ladder, rung };
}

/** A source that gives one body, and writes down how it was asked. */
function openingOf(more: Partial<Opening> = {}, body: string | Error = BODY) {
  const asked: (ContentOptions | undefined)[] = [];
  const source = {
    links: async () => [],
    sections: async () => [],
    async content(_: unknown, options?: ContentOptions) {
      asked.push(options);
      if (body instanceof Error) throw body;
      return `${body}${options?.argument ?? ""}`;
    },
  };
  const bodies = createBodyCache(1 << 20);
  const opening: Opening = {
    reading: { version: "1", graph: {} as Graph, source, release: () => undefined },
    graphId: "memory",
    form: "json",
    counter: bytes,
    bodies,
    session: undefined,
    signal: undefined,
    frame: 2,
    ...more,
  };
  return { opening, asked, bodies };
}

async function placeOf(one: Admitted, { opening }: { readonly opening: Opening }) {
  const [place] = await openAll([one], opening);
  return place!;
}

describe("what was not admitted", () => {
  test("for want of room says which budget would do, and is not read", async () => {
    const one = { ...admitted({ rung: inFull }), rung: undefined };
    const given = openingOf();
    expect(await placeOf(one, given)).toEqual({ id, seen: 2, reason: "budget", tokens: 52 });
    expect(given.asked).toEqual([]);
  });

  test.each(["changed", "unreadable"] as const)(
    "because no level could be read says that it is %s",
    async (failure) => {
      const place = await placeOf(admitted({ failure, price: priced }), openingOf());
      expect(place).toEqual({ id, seen: 2, reason: failure, tokens: priced.json });
    },
  );

  test("because it has no level at all is unreadable", async () => {
    expect(await placeOf(admitted({}), openingOf())).toMatchObject({ id, reason: "unreadable" });
  });
});

describe("what was admitted", () => {
  test("below the whole is shown as it is at hand: no body is read for it", async () => {
    const view = scanView(summary);
    const given = openingOf();
    const place = await placeOf(admitted({ rung: { level: 1, view, piece: { text: "piece" } } }), given);
    expect(place).toMatchObject({ id, seen: 2, view, piece: { text: "piece" } });
    expect(given.asked).toEqual([]);
  });

  test("in full has its body, and the links that the body does not say (R1.1)", async () => {
    const link = { target: nodeId("note:b"), name: "b", description: "", relation: "extends", context: "" } as const;
    const links: Link[] = [{ ...link, declared: true }, link];
    const place = await placeOf(admitted({ rung: { level: 4, links }, price: priced }), openingOf());
    expect(place).toMatchObject({ id, seen: 2, view: { level: 4, content: { full: BODY }, links: [link] } });
    expect(isShown(place) && place.piece.text).toBe(JSON.stringify(isShown(place) && place.view));
  });

  test("without a price is opened all the same: no price is no limit", async () => {
    expect(await placeOf(admitted({ rung: inFull }), openingOf())).toMatchObject({ view: { level: 4 } });
  });

  test("R3.9 with a body of more than its price is another body; of just its price, the same", async () => {
    const { text, json } = priced;
    const lower = { ...priced, text: tokens(text - 1) };
    expect(await placeOf(admitted({ rung: inFull, price: priced }), openingOf())).toMatchObject({ view: { level: 4 } });
    expect(await placeOf(admitted({ rung: inFull, price: lower }), openingOf())).toEqual({
      id,
      seen: 2,
      reason: "changed",
      tokens: json,
    });
  });

  test.each<[Error, string]>([
    [new Error("EIO"), "unreadable"],
    [new PdError("content-changed", "newer on disk"), "changed"],
  ])("but cannot be read is one omission: %s", async (error, reason) => {
    expect(await placeOf(admitted({ rung: inFull, price: priced }), openingOf({}, error))).toMatchObject({ reason });
  });
});

describe("a read", () => {
  test("can be cancelled, and is told what a skill is invoked with", async () => {
    const { signal } = new AbortController();
    const given = openingOf({ signal });
    await placeOf(admitted({ rung: inFull, argument: "x" }), given);
    expect(given.asked).toEqual([{ signal, argument: "x" }]);
  });

  test("of a cancelled call ends the call", async () => {
    const signal = AbortSignal.abort();
    const one = admitted({ rung: inFull });
    await expect(placeOf(one, openingOf({ signal }, new Error("stopped")))).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});

describe("R3.8 bodies", () => {
  const session = "pds_1" as SessionId;

  test("are kept for a session, and read once in it", async () => {
    const given = openingOf({ session });
    for (let time = 0; time < 2; time += 1)
      expect(await placeOf(admitted({ rung: inFull }), given)).toMatchObject({ view: { content: { full: BODY } } });
    expect(given.asked).toHaveLength(1);
  });

  test("are neither kept nor looked for without one", async () => {
    const given = openingOf();
    for (let time = 0; time < 2; time += 1) await placeOf(admitted({ rung: inFull }), given);
    expect(given.asked).toHaveLength(2);
    expect(given.bodies.figures).toMatchObject({ hits: 0, misses: 0, bytes: 0 });
  });

  test("are one for each argument, session, graph and version", async () => {
    const given = openingOf({ session });
    const { opening, asked } = given;
    const fullWith = async (argument: string | undefined, more: Partial<Opening> = {}) => {
      const one = admitted({ rung: inFull, ...(argument === undefined ? {} : { argument }) });
      const place = await placeOf(one, { opening: { ...opening, ...more } });
      return isShown(place) ? place.view.content?.full : undefined;
    };
    for (const argument of [undefined, "x", "y", "x", undefined])
      expect(await fullWith(argument)).toBe(`${BODY}${argument ?? ""}`);
    expect(asked).toHaveLength(3);
    await fullWith(undefined, { session: "pds_2" as SessionId });
    await fullWith(undefined, { graphId: "other" });
    await fullWith(undefined, { reading: { ...opening.reading, version: "2" } });
    expect(asked).toHaveLength(6);
  });

  test("are each node's own, whatever order they are asked in", async () => {
    const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });
    const { nodes, session: own } = await toolkit.call("scan", { session: "new" });
    const ids = nodes.map((node) => node.id);
    const bodyOf = async (asked: string, input: object) => {
      const [node] = (await toolkit.call("node", { nodes: asked, level: 4, ...input })).nodes;
      return node?.level === 4 ? node.content.full : undefined;
    };
    const alone = await Promise.all(ids.map((one) => bodyOf(one, {})));
    expect(new Set(alone).size).toBeGreaterThan(1);
    for (const order of [ids, ids.toReversed()]) {
      for (const one of order) expect(await bodyOf(one, { session: own })).toBe(alone[ids.indexOf(one)]);
    }
  });
});
