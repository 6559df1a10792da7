/** Maps in order with a bounded number under way, so that a long plan does not open every file at once. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  map: (item: Item, index: number) => Result | Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  /** Up to the first that has to be waited for: waiting for what is there already takes longer than making it. */
  function take(): Promise<void> | undefined {
    while (next < items.length) {
      const index = next;
      next += 1;
      const result = map(items[index]!, index);
      if (result instanceof Promise) {
        return result.then((awaited) => {
          results[index] = awaited;
        });
      }
      results[index] = result;
    }
    return undefined;
  }
  async function work(): Promise<void> {
    for (let waiting = take(); waiting !== undefined; waiting = take()) await waiting;
  }
  // Others at its side only where the first has something to wait for.
  const first = take();
  if (first === undefined) return results;
  const others = Array.from({ length: Math.min(most, items.length) - 1 }, work);
  await Promise.all([first.then(work), ...others]);
  return results;
}
