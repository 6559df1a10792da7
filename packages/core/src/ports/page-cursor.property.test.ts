import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combine } from "../content/combine.js";
import { createMemoryContent, type MemoryNode } from "../testing/memory-content.js";
import type { Content, Cursor, PageRequest } from "./content.js";

const WORDS = ["wind", "größe", "風車", "ลม", "cão", "tide"];

const nodes = (prefix: string) =>
  fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 999 }).map((number) => `note:${prefix}${number}`),
      name: fc.constantFrom(...WORDS),
      type: fc.constantFrom("note", "moc"),
      body: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(" ")),
    }),
    { selector: ({ id }) => id, minLength: 2, maxLength: 25 },
  );

const request = fc.record({
  limit: fc.integer({ min: 1, max: 7 }),
  query: fc.constantFrom(undefined, "", ...WORDS),
  type: fc.constantFrom(undefined, "note", "moc"),
});

type Make = (first: readonly MemoryNode[], second: readonly MemoryNode[]) => Content;

const contents: readonly (readonly [string, Make])[] = [
  ["one content", (first, second) => createMemoryContent([...first, ...second])],
  [
    "two combined",
    (first, second) => combine("both", [createMemoryContent(first, "a"), createMemoryContent(second, "b")]),
  ],
];

describe.each(contents)("R6.6 paging through %s", (_, make) => {
  test("shows each node once while nothing changes, also where every page is asked of another opening", async () => {
    await fc.assert(
      fc.asyncProperty(nodes("a"), nodes("b"), request, async (first, second, asked) => {
        const whole = await page(make(first, second), { ...asked, limit: 1000 });
        const shown: string[] = [];
        let cursor: Cursor | undefined;
        do {
          const one = await page(make(first, second), { ...asked, cursor });
          shown.push(...one.ids);
          cursor = one.next;
        } while (cursor !== undefined);
        expect(shown).toEqual(whole.ids);
        expect(new Set(shown).size).toBe(shown.length);
      }),
    );
  });

  test("refuses a cursor as stale after any change, and with any other query or filter", async () => {
    await fc.assert(
      fc.asyncProperty(nodes("a"), nodes("b"), request, request, async (first, second, asked, other) => {
        const { next: cursor } = await page(make(first, second), asked);
        fc.pre(cursor !== undefined);
        const stale = { code: "cursor-stale", where: "cursor" };
        const edited = first.map((node, at) =>
          at === first.length - 1 ? { ...node, body: `${node.body} neu` } : node,
        );
        await expect(page(make(edited, second), { ...asked, cursor })).rejects.toMatchObject(stale);
        await expect(page(make(first, second.slice(1)), { ...asked, cursor })).rejects.toMatchObject(stale);
        const isSame = (asked.query ?? "") === (other.query ?? "") && asked.type === other.type;
        const answer = page(make(first, second), { ...other, cursor });
        if (isSame) expect((await answer).ids.length).toBeGreaterThan(0);
        else await expect(answer).rejects.toMatchObject(stale);
      }),
    );
  });

  test("takes no made-up cursor", async () => {
    await fc.assert(
      fc.asyncProperty(nodes("a"), nodes("b"), request, fc.string(), async (first, second, asked, made) => {
        await expect(page(make(first, second), { ...asked, cursor: made as Cursor })).rejects.toMatchObject({
          code: expect.stringMatching(/^(?:input-invalid|cursor-stale)$/u),
          where: "cursor",
        });
      }),
    );
  });
});

async function page(content: Content, asked: PageRequest) {
  return (await content.open()).graph.page(asked);
}
