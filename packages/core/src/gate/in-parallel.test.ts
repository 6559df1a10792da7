import { describe, expect, test } from "vitest";
import { inParallel } from "./in-parallel.js";

describe("a list that is mapped with so many under way", () => {
  test("keeps its order, whether a result is there at once or not", async () => {
    const later = (item: number) => new Promise<number>((resolve) => void setTimeout(() => resolve(-item), 6 - item));
    const mapped = await inParallel([1, 2, 3, 4, 5], 3, (item) => (item % 2 === 0 ? item : later(item)));
    expect(mapped).toEqual([-1, 2, -3, 4, -5]);
  });

  test.each([1, 2, 5, 50])(
    "never has more than %i under way, and as many where there is enough to do",
    async (most) => {
      let now = 0;
      let highest = 0;
      await inParallel(Array.from({ length: 20 }), most, async () => {
        now += 1;
        highest = Math.max(highest, now);
        await new Promise((resolve) => void setImmediate(resolve));
        now -= 1;
      });
      expect(highest).toBe(Math.min(20, most));
    },
  );

  test("waits for nothing where everything is there", async () => {
    let turns = 0;
    const mapped = inParallel([1, 2, 3], 2, (item) => item * 2);
    const counting = (async () => {
      for (; turns < 20; turns += 1) await undefined;
    })();
    expect(await mapped).toEqual([2, 4, 6]);
    expect(turns).toBeLessThan(3);
    await counting;
  });

  test("fails where one fails, at once or later", async () => {
    const thrown = new Error("no");
    await expect(
      inParallel([1], 2, () => {
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    await expect(inParallel([1, 2, 3], 2, async (item) => (item === 3 ? Promise.reject(thrown) : item))).rejects.toBe(
      thrown,
    );
  });
});
