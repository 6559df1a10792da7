import type { SessionLogEntry } from "@pd/core";
import { expect, test, vi } from "vitest";
import { createCallHistory } from "./call-history.js";
import { newsStream } from "./news-stream.js";

/** A call whose line in the history has about 100 KB. */
function large(at: number): SessionLogEntry {
  const input = { query: "漢字".repeat(50_000) };
  return { version: 1, at, milliseconds: 1, operation: "scan", input, disclosed: [], omitted: [] };
}

test("a page that stops reading holds one piece, whatever happens meanwhile, and hears what it missed", async () => {
  const history = createCallHistory({ calls: 50, bytes: 64 * 2 ** 20 });
  const following = history.follow();
  const next = vi.spyOn(following, "next");
  const { body } = newsStream({ ...history, follow: () => following });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  history.add("s", large(0));
  expect(await read()).toContain('"at":0');
  const before = next.mock.calls.length;
  // 20 MB that nobody reads: not one piece of it is made.
  for (let at = 1; at <= 200; at += 1) history.add("s", large(at));
  await new Promise((resolve) => setImmediate(resolve));
  expect(next.mock.calls).toHaveLength(before);
  const sizes: number[] = [];
  const heard: number[] = [];
  let missed = 0;
  for (let text = await read(); text.startsWith("data: "); text = await read()) {
    const news = JSON.parse(text.slice(6)) as { entries: SessionLogEntry[]; missed?: number };
    sizes.push(text.length);
    heard.push(...news.entries.map(({ at }) => at));
    missed += news.missed ?? 0;
  }
  expect(Math.max(...sizes)).toBeLessThan(512 * 1024);
  expect(heard).toEqual(Array.from({ length: 50 }, (_, at) => 151 + at));
  expect(missed).toBe(150);
  await reader.cancel();
});
