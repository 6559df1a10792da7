import { describe, expect, test } from "vitest";
import { readEach } from "../content/read-each.js";
import type { Form } from "../model/answer.js";
import { bytes } from "../model/counters.js";
import type { Level } from "../model/level.js";
import { nodeId } from "../model/node.js";
import { type TokenCounter, tokens } from "../model/tokens.js";
import type { ContentRequest, Graph } from "../ports/content.js";
import type { Asked } from "./admission.js";
import { createBodyCache } from "./body-cache.js";
import { type Filling, fill } from "./filling.js";
import { createNodeReader } from "./node-reader.js";
import { isShown, type Outcome } from "./outcome.js";
import { costOfOpening } from "./render/level-views.js";
import { measureOf } from "./render/measure.js";
import { createShellCosts } from "./render/shell-cost.js";

const ROOM_TO_SAY_SO = 20;

/** Written down by hand: its levels, how long its body is, and what is stored as its price, which may be more. */
interface Node {
  readonly key: string;
  readonly levels: readonly Level[];
  readonly length?: number;
  readonly price?: number;
}

function asked({ key, levels, length = 100, price = length }: Node): Asked & { readonly seen: undefined } {
  const id = nodeId(`note:${key}`);
  const summary = { id, name: key, type: "note", domain: "general", description: `About ${key}.`, tags: [] };
  const stored = { id, text: tokens(price), json: tokens(price + 2) };
  return { known: { want: { id, least: 0, most: 4 }, summary, price: stored }, levels, seen: undefined };
}

interface Given {
  readonly room?: number | undefined;
  readonly form?: Form;
  readonly breadth?: number;
  readonly unreadable?: readonly string[];
}

/** Fills a room with nodes whose bodies are so many letters; bytes are the tokens, so that every sum can be checked by hand. */
async function filled(nodes: readonly Node[], { room, form = "json", breadth = 0, unreadable = [] }: Given) {
  const reads: string[] = [];
  const counted: string[] = [];
  const counter: TokenCounter = {
    name: "noting",
    count(text) {
      counted.push(text);
      return bytes.count(text);
    },
  };
  const lengths = new Map(nodes.map(({ key, length = 100 }) => [`note:${key}`, length]));
  const source = {
    links: readEach(() => ({ links: [], total: 0 })),
    sections: readEach(() => []),
    content: readEach(({ id }: ContentRequest) => {
      reads.push(id.slice("note:".length));
      if (unreadable.includes(id.slice("note:".length))) throw new Error("EIO");
      return "x".repeat(lengths.get(id) ?? 0);
    }),
  };
  const graph = {} as Graph;
  const filling: Filling = {
    reading: { version: "1", graph, source, release: () => undefined },
    reader: createNodeReader({ source, graph }, { counter }),
    graphId: "memory",
    form,
    counter,
    bodies: createBodyCache(1 << 20),
    session: undefined,
    signal: undefined,
    alone: (cost) => tokens(cost),
    shells: createShellCosts(bytes),
    room,
    kept: form === "text" ? ROOM_TO_SAY_SO : 0,
    breadth,
    wholeFirst: false,
    strict: false,
  };
  const outcomes = await fill(nodes.map(asked), filling);
  return { outcomes, told: outcomes.map(tell), reads, counted };
}

function tell(place: Outcome): string {
  const key = place.id.slice("note:".length);
  return isShown(place) ? `${key} at ${place.view.level}` : `${key}: ${place.reason}`;
}

/** What a node takes when it is open, by what is stored of it and by what it is. */
function costs(node: Node) {
  const { known } = asked(node);
  const byPrice = costOfOpening(
    known,
    { links: [] },
    { form: "json", counter: bytes, alone: tokens, shells: createShellCosts(bytes) },
  );
  const { length = 100, price = length } = node;
  // A price is charged for a seam of its own, and its quotes again.
  return { byPrice, really: byPrice - (price - length) - 4 };
}

const spentOn = (outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, place) => sum + (isShown(place) ? measureOf(bytes).node(place.rendered) : 0), 0);

describe("without a budget", () => {
  test("every node comes at its highest level, in the order asked", async () => {
    const nodes: Node[] = [
      { key: "a", levels: [1, 4] },
      { key: "b", levels: [1] },
      { key: "c", levels: [2, 3] },
    ];
    const { told, reads } = await filled(nodes, {});
    expect([told, reads]).toEqual([["a at 4", "b at 1", "c at 3"], ["a"]]);
  });

  test("one that cannot be read is left out, and the others come, in either form", async () => {
    for (const form of ["json", "text"] as const) {
      const nodes = ["a", "b"].map((key): Node => ({ key, levels: [1, 4] }));
      expect((await filled(nodes, { form, unreadable: ["a"] })).told).toEqual(["a: unreadable", "b at 4"]);
    }
  });
});

describe("R2.2 within a room", () => {
  const a: Node = { key: "a", levels: [4], length: 100 };
  const b: Node = { key: "b", levels: [4], length: 200 };

  test("what fits is read and shown; what does not is not read", async () => {
    const both = costs(a).byPrice + costs(b).byPrice;
    expect(await filled([a, b], { room: both })).toMatchObject({ told: ["a at 4", "b at 4"], reads: ["a", "b"] });
    // More than the price of the first leaves over once it is read.
    const { told, reads, outcomes } = await filled([a, b], { room: both - 5 });
    expect([told, reads]).toEqual([["a at 4", "b: budget"], ["a"]]);
    expect(spentOn(outcomes)).toBe(costs(a).really);
  });

  test("what does not fit is passed over, and the next is tried", async () => {
    const { told } = await filled([a, { ...b, length: 5000 }, { ...a, key: "c" }], { room: 2 * costs(a).byPrice });
    expect(told).toEqual(["a at 4", "b: budget", "c at 4"]);
  });

  test("where all of it fits, nothing is counted a second time", async () => {
    const nodes: Node[] = [{ key: "a", levels: [1] }, b];
    const { outcomes, told, counted } = await filled(nodes, { room: 10_000 });
    expect(told).toEqual(["a at 1", "b at 4"]);
    const times = outcomes.map(
      (place) => counted.filter((text) => isShown(place) && text === place.rendered.text).length,
    );
    // A list entry was counted to see whether it fits; an open node by its price and its body.
    expect(times).toEqual([1, 0]);
  });
});

describe("R2.2 what prices left over", () => {
  const dear: Node = { key: "a", levels: [4], length: 100, price: 1000 };
  const b: Node = { key: "b", levels: [4], length: 300 };

  test("goes to what did not fit at first, as soon as it is enough", async () => {
    const enough = costs(dear).really + costs(b).byPrice;
    expect(enough).toBeLessThan(costs(dear).byPrice);
    const { told, reads, outcomes } = await filled([dear, b], { room: costs(dear).byPrice });
    expect([told, reads]).toEqual([
      ["a at 4", "b at 4"],
      ["a", "b"],
    ]);
    expect(spentOn(outcomes)).toBeLessThanOrEqual(costs(dear).byPrice);
  });

  test("is not overspent: what needs more than is left stays out, unread", async () => {
    const room = costs(dear).byPrice;
    const left = room - costs(dear).really;
    const lengthen = (by: number): Node => ({ ...b, length: 300 + left - costs(b).byPrice + by });
    expect((await filled([dear, lengthen(0)], { room })).told).toEqual(["a at 4", "b at 4"]);
    const { told, reads } = await filled([dear, lengthen(1)], { room });
    expect([told, reads]).toEqual([["a at 4", "b: budget"], ["a"]]);
  });

  test("never changes what is shown already, nor what comes in which place", async () => {
    const listed: Node = { key: "a", levels: [1, 4], length: 100, price: 1000 };
    const never: Node = { key: "n", levels: [4], length: 5000 };
    const { told, reads } = await filled([listed, never, b], { room: costs(listed).byPrice });
    expect([told, reads]).toEqual([
      ["a at 4", "n: budget", "b at 4"],
      ["a", "b"],
    ]);
  });

  test("is not for what could not be read: it is not tried again", async () => {
    const never: Node = { key: "n", levels: [4], length: 5000 };
    const nodes: Node[] = [dear, { ...b, key: "c" }, b, never];
    const room = costs(dear).byPrice + costs(b).byPrice;
    const { told, reads } = await filled(nodes, { room, unreadable: ["c"] });
    expect(told).toEqual(["a at 4", "c: unreadable", "b at 4", "n: budget"]);
    expect(reads).toEqual(["a", "c", "b"]);
  });

  test("is shared out three times: each reading may leave something over again, and an answer has to end", async () => {
    // Each of these is opened by what the one before it leaves over, and by no less.
    const keys = ["a", "b", "c", "d", "e"];
    const chain = keys.map((key, at): Node => ({ key, levels: [4], length: 10, price: 3000 - 200 * at }));
    const { told, reads } = await filled(chain, { room: costs(chain[0]!).byPrice });
    expect(told).toEqual(["a at 4", "b at 4", "c at 4", "d at 4", "e: budget"]);
    expect(reads).toEqual(["a", "b", "c", "d"]);
  });
});

describe("R2.3 a text that leaves something out keeps room to say so", () => {
  const listed = (count: number) =>
    Array.from({ length: count }, (_, at): Node => ({ key: `${at}`, levels: [1], length: 100 }));

  async function shownOf(count: number, form: Form) {
    const [one] = (await filled(listed(1), { form })).outcomes;
    const room = 3 * (isShown(one!) ? measureOf(bytes).node(one.rendered) : 0);
    return (await filled(listed(count), { form, room })).outcomes.filter(isShown).length;
  }

  test("where nothing is left out, all of the room is for nodes", async () => {
    expect(await shownOf(3, "text")).toBe(3);
  });

  test("where something is, a node gives way", async () => {
    expect(await shownOf(4, "text")).toBe(2);
  });

  test("in JSON none does: omissions stand beside the nodes", async () => {
    expect([await shownOf(3, "json"), await shownOf(4, "json")]).toEqual([3, 3]);
  });
});
