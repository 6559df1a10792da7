import { describe, expect, test } from "vitest";
import { readEach } from "../content/read-each.js";
import { bytes } from "../model/counters.js";
import { PdError } from "../model/errors.js";
import { type Link, nodeId } from "../model/node.js";
import { tokens } from "../model/tokens.js";
import { scanView } from "../model/view.js";
import type { ContentRequest, Graph, Price, Reading } from "../ports/content.js";
import type { SessionId } from "../ports/session.js";
import { ENFORCEMENT_NODES } from "../testing/index.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { createToolkit } from "../toolkit/toolkit.js";
import type { LevelOption } from "./admission.js";
import { createBodyCache } from "./body-cache.js";
import { createNodeReader } from "./node-reader.js";
import { type Admitted, type Opening, openAll } from "./opening.js";
import { isShown } from "./outcome.js";
import { createShellCosts } from "./render/shell-cost.js";

const id = nodeId("note:a");
const summary = { id, name: "a", type: "note", domain: "general", description: "About a.", tags: [] };
const BODY = "The body of a.";
const priced: Price = { id, text: tokens(BODY.length), json: tokens(BODY.length + 2) };
const inFull: LevelOption = { level: 4, beside: { links: [] } };

interface Given {
  readonly levelOption?: LevelOption | undefined;
  readonly price?: Price | undefined;
  readonly argument?: string;
  readonly failure?: "changed" | "unreadable";
}

function admitted({ levelOption, price, argument, failure }: Given): Admitted {
  const want = { id, least: 1, most: 4, ...(argument === undefined ? {} : { argument }) } as const;
  const levelOptions = levelOption === undefined ? [] : [{ step: levelOption, cost: 50 }];
  const nodeOptions = {
    known: { want, summary, price },
    target: 4 as const,
    levelOptions,
    ...(failure === undefined ? {} : { failure }),
  };
  return { id, seen: 2, nodeOptions, levelOption };
}

/** A source that gives one body, and writes down how it was asked. */
function openingOf(more: Partial<Opening> = {}, body: string | Error = BODY) {
  const asked: unknown[] = [];
  const source = {
    links: readEach(() => ({ links: [], total: 0 })),
    sections: readEach(() => []),
    content: readEach(({ argument }: ContentRequest, options) => {
      asked.push({ argument, signal: options?.signal });
      if (body instanceof Error) throw body;
      return `${body}${argument ?? ""}`;
    }),
  };
  const reading: Reading = { version: "1", graph: {} as Graph, source, release: () => undefined };
  const bodies = createBodyCache(1 << 20);
  const opening: Opening = {
    reading,
    reader: createNodeReader(more.reading ?? reading, { counter: bytes, signal: more.signal }),
    graphId: "memory",
    form: "json",
    counter: bytes,
    bodies,
    session: undefined,
    signal: undefined,
    alone: (cost) => tokens(2 + cost),
    shells: createShellCosts(bytes),
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
    const one = { ...admitted({ levelOption: inFull }), levelOption: undefined };
    const given = openingOf();
    expect(await placeOf(one, given)).toEqual({ id, seen: 2, reason: "budget", level: 4, tokens: 52 });
    expect(given.asked).toEqual([]);
  });

  test.each(["changed", "unreadable"] as const)(
    "because no level could be read says that it is %s",
    async (failure) => {
      const place = await placeOf(admitted({ failure, price: priced }), openingOf());
      expect(place).toMatchObject({ id, seen: 2, reason: failure, level: 4 });
      expect((place as { tokens: number }).tokens).toBeGreaterThan(priced.json);
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
    const place = await placeOf(
      admitted({ levelOption: { level: 1, view, rendered: { form: "json", text: "rendered" } } }),
      given,
    );
    expect(place).toMatchObject({ id, seen: 2, view, rendered: { text: "rendered" } });
    expect(given.asked).toEqual([]);
  });

  test("in full has its body, and the links that the body does not say (R1.1)", async () => {
    const link = { target: nodeId("note:b"), name: "b", relation: "extends" } as const;
    const links: Link[] = [{ ...link, description: "", context: "", declared: true }];
    const place = await placeOf(admitted({ levelOption: { level: 4, beside: { links } }, price: priced }), openingOf());
    expect(place).toMatchObject({ id, seen: 2, view: { level: 4, content: { full: BODY }, links: [link] } });
    expect(isShown(place) && place.rendered.text).toBe(JSON.stringify(isShown(place) && place.view));
  });

  test("without a price is opened all the same: no price is no limit", async () => {
    expect(await placeOf(admitted({ levelOption: inFull }), openingOf())).toMatchObject({ view: { level: 4 } });
  });

  test("R3.9 with a body of more than its price is another body; of just its price, the same", async () => {
    const { text } = priced;
    const lower = { ...priced, text: tokens(text - 1) };
    expect(await placeOf(admitted({ levelOption: inFull, price: priced }), openingOf())).toMatchObject({
      view: { level: 4 },
    });
    expect(await placeOf(admitted({ levelOption: inFull, price: lower }), openingOf())).toMatchObject({
      id,
      seen: 2,
      reason: "changed",
      level: 4,
    });
  });

  test.each<[Error, string]>([
    [new Error("EIO"), "unreadable"],
    [new PdError("content-changed", "newer on disk"), "changed"],
  ])("but cannot be read is one omission: %s", async (error, reason) => {
    expect(await placeOf(admitted({ levelOption: inFull, price: priced }), openingOf({}, error))).toMatchObject({
      reason,
    });
  });
});

describe("a read", () => {
  test("can be cancelled, and is told what a skill is invoked with", async () => {
    const { signal } = new AbortController();
    const given = openingOf({ signal });
    await placeOf(admitted({ levelOption: inFull, argument: "x" }), given);
    expect(given.asked).toEqual([{ signal, argument: "x" }]);
  });

  test("of a cancelled call ends the call", async () => {
    const signal = AbortSignal.abort();
    const one = admitted({ levelOption: inFull });
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
      expect(await placeOf(admitted({ levelOption: inFull }), given)).toMatchObject({
        view: { content: { full: BODY } },
      });
    expect(given.asked).toHaveLength(1);
  });

  test("are neither kept nor looked for without one", async () => {
    const given = openingOf();
    for (let time = 0; time < 2; time += 1) await placeOf(admitted({ levelOption: inFull }), given);
    expect(given.asked).toHaveLength(2);
    expect(given.bodies.figures).toMatchObject({ hits: 0, misses: 0, bytes: 0 });
  });

  test("are one for each argument, session, graph and version", async () => {
    const given = openingOf({ session });
    const { opening, asked } = given;
    const fullWith = async (argument: string | undefined, more: Partial<Opening> = {}) => {
      const one = admitted({ levelOption: inFull, ...(argument === undefined ? {} : { argument }) });
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
