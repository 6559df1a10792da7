import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliveredBy } from "./delivery.js";
import { lookAgain } from "./look-again.js";
import { recordedSession } from "./recorded-session.js";
import { whyNot } from "./why-not.js";
import { ordinal, whyThis } from "./why-this.js";

const long = "Gardens need water, and water needs carrying. ".repeat(60);
const NOTES = {
  "Roses.md": `---\ntype: plant\ndescription: Roses in gardens.\ntags: [thorn]\n---\n# Roses\n\n${long}\n\nSee [[Soil]].\n`,
  "Tulips.md": `---\ntype: plant\ndescription: Tulips in gardens.\n---\n# Tulips\n\n${long}\n`,
  "Soil.md": "---\ntype: ground\ndescription: What roots stand in, in gardens.\n---\n# Soil\n\nDark and wet.\n",
  "Engines.md": "---\ntype: machine\ndescription: Pistons and valves.\n---\n# Engines\n\nThey turn.\n",
};

let session: Awaited<ReturnType<typeof recordedSession>>;
beforeAll(async () => {
  session = await recordedSession(NOTES);
});
afterAll(() => session.close());

async function verdictOn(reference: string) {
  const entry = session.last();
  return whyNot(deliveredBy(entry, 1), reference, await lookAgain(entry, reference, session.ask));
}

describe("why this?", () => {
  test("R1.5: score, fields, neighbour, level and cost, as the answer says them", async () => {
    await session.toolkit.call("search", { query: "roses" });
    const call = deliveredBy(session.last(), 1);
    const [first, second] = call.deliveries;
    const facts = new Map(whyThis(call, first as never).map(({ label, value }) => [label, value]));
    expect(facts.get("Place")).toBe(`1st of ${call.deliveries.length} in the answer`);
    expect(Number(facts.get("Score"))).toBeGreaterThan(0);
    expect(facts.get("The query matches")).toContain("its name");
    expect(facts.get("Level")).toBe("1, for the first time");
    expect(facts.get("Cost")).toMatch(/^\d+ of the \d+ tokens that the call used; the budget was 2,000$/u);
    expect(whyThis(call, second as never)).toContainEqual({
      label: "Linked with",
      value: "plant:roses",
      node: "plant:roses",
    });
  });

  test("a level that rose says from where", async () => {
    const { session: id } = await session.toolkit.call("node", { nodes: "Soil", level: 1, session: "new" });
    await session.toolkit.call("node", { nodes: "Soil", level: 4, session: id as string });
    const call = deliveredBy(session.last(), 2);
    const facts = whyThis(call, call.deliveries[0] as never);
    expect(facts).toContainEqual({ label: "Level", value: "4, up from 1" });
    expect(facts).toContainEqual({ label: "Asked for", value: "the call names it" });
  });

  test("places are said as people say them", () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 112, 1003].map(ordinal)).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "11th",
      "12th",
      "13th",
      "21st",
      "112th",
      "1,003rd",
    ]);
  });
});

describe("why not that?", () => {
  test("shown: it is there", async () => {
    await session.toolkit.call("search", { query: "roses" });
    expect(await verdictOn("Roses")).toMatchObject({ kind: "shown", says: "It is in this answer, at level 1." });
  });

  test("R2.2: left out for the budget, with what it would have taken", async () => {
    await session.toolkit.call("node", { nodes: ["Soil", "Roses"], level: 4, tokenBudget: 150 });
    const verdict = await verdictOn("Roses");
    expect(verdict).toMatchObject({ kind: "shown", says: expect.stringMatching(/at level [01]\.$/u) });
    expect(verdict.more[0]).toMatch(/did not fit the budget of 150 tokens\. By itself it needs a budget of [\d,]+\./u);
  });

  test("R2.7: left out because the session has it", async () => {
    const { session: id } = await session.toolkit.call("node", { nodes: "Soil", level: 4, session: "new" });
    await session.toolkit.call("node", { nodes: "Soil", level: 4, session: id as string, repeat: false });
    expect(await verdictOn("Soil")).toMatchObject({
      kind: "seen",
      says: "The session had it already at level 4, and asked for no repeats.",
    });
  });

  test("beyond the limit: its place and score, against the lowest shown", async () => {
    await session.toolkit.call("search", { query: "gardens", limit: 1 });
    const shown = deliveredBy(session.last(), 1).deliveries[0]?.id;
    const other = shown === "plant:roses" ? "Tulips" : "Roses";
    const verdict = await verdictOn(other);
    expect(verdict.kind).toBe("outranked");
    expect(verdict.says).toMatch(
      /^It matches, as the (2nd|3rd) of 3 with a score of [\d.]+; the answer ends before it, after 1\.$/u,
    );
    expect(verdict.more[0]).toMatch(/^The lowest score in the answer is/u);
  });

  test("a filter left it out, and says which and where it would have been", async () => {
    await session.toolkit.call("search", { query: "gardens", type: "plant" });
    const verdict = await verdictOn("Soil");
    expect(verdict).toMatchObject({ kind: "filtered", says: "The filter leaves it out: type is ground, not plant." });
    expect(verdict.more[0]).toMatch(/^Without the filter it would be the \w+ of 3\.$/u);
  });

  test("the query does not match it", async () => {
    await session.toolkit.call("search", { query: "gardens" });
    expect(await verdictOn("Engines")).toMatchObject({ kind: "unmatched" });
  });

  test("nobody asked for it, nothing led there, and it is in no graph", async () => {
    await session.toolkit.call("node", { nodes: "Soil" });
    expect(await verdictOn("Engines")).toMatchObject({ kind: "unasked" });
    expect(await verdictOn("Unicorns")).toMatchObject({ kind: "unknown", says: "The graph has no such node." });
    await session.toolkit.call("traverse", { start: "Roses", maxDepth: 1 });
    expect(await verdictOn("Engines")).toMatchObject({ kind: "unreached" });
  });

  test("a call that failed showed nothing to anybody", async () => {
    await session.toolkit.call("node", { nodes: "Unicorns" }).catch(() => undefined);
    expect(await verdictOn("Roses")).toMatchObject({ kind: "failed" });
  });

  test("R2.7: looking again is in no session and changes none", async () => {
    await session.toolkit.call("search", { query: "roses", session: "new" });
    const asked: object[] = [];
    await lookAgain(session.last(), "Tulips", async (operation, input) => {
      asked.push(input);
      return session.ask(operation, input);
    });
    expect(asked.length).toBe(2);
    expect(asked.some((input) => "session" in input)).toBe(false);
  });
});
