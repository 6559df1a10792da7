/** Maps in order with a bounded number under way, so that a long plan does not open every file at once. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  map: (item: Item, index: number) => Result | Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next;
      next += 1;
      const result = map(items[index]!, index);
      // Waiting for what is there already takes longer than making it.
      results[index] = result instanceof Promise ? await result : result;
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return results;
}
