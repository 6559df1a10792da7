import { type Content, type Cursor, o200k } from "@pd/core";

/** What it would take to show every note, skill and section whole, as it stands and with nothing around it: the least that loading everything costs. */
export async function costOfEverything(contents: readonly Content[]): Promise<number> {
  let sum = 0;
  for (const content of contents) {
    const { graph, release } = await content.open();
    let cursor: Cursor | undefined;
    do {
      const { ids, next } = await graph.page({ limit: 1000, cursor });
      const prices = await graph.prices(
        ids.map((id) => ({ id })),
        o200k,
      );
      for (const { text } of prices) sum += text;
      cursor = next;
    } while (cursor !== undefined);
    release();
  }
  return sum;
}
