import { appendFile, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit, recorded, type SessionLogEntry, sessionLogLine } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SourceNews } from "../wire.js";
import { createCallHistory } from "./call-history.js";
import { followLogFile } from "./log-file.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pd-studio-log-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function lineOf(query: string): Promise<string> {
  const entries: SessionLogEntry[] = [];
  const plain = createToolkit({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });
  await recorded(plain, { onEntry: (entry) => entries.push(entry) }).call("search", { query });
  return entries.map(sessionLogLine).join("");
}

/** Follows a file, and waits for as many pieces of its news as asked. */
function followed(path: string) {
  const history = createCallHistory();
  const leaving = new AbortController();
  const done = followLogFile(history, { id: "log", path, signal: leaving.signal, milliseconds: 5 });
  const news = history.follow();
  const queries: string[] = [];
  const troubles: (string | null)[] = [];
  async function until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      const piece = news.next() as SourceNews | undefined;
      if (piece === undefined) await news.more(50);
      for (const { input } of piece?.entries ?? []) queries.push((input as { readonly query: string }).query);
      if (piece?.trouble !== undefined) troubles.push(piece.trouble);
    }
  }
  const stop = () => {
    leaving.abort();
    return done;
  };
  return { until, queries, troubles, stop };
}

test("what a log holds is told, and then what a server adds to it; half a line waits for its end", async () => {
  const path = join(folder, "calls.jsonl");
  await writeFile(path, await lineOf("erste 一"));
  const { until, queries, stop } = followed(path);
  await until(() => queries.length === 1);
  const line = Buffer.from(await lineOf("zweite 二"));
  // In the middle of a character.
  const middle = line.indexOf(Buffer.from("二")) + 1;
  await appendFile(path, line.subarray(0, middle));
  await appendFile(path, line.subarray(middle));
  await until(() => queries.length === 2);
  expect(queries).toEqual(["erste 一", "zweite 二"]);
  await stop();
});

test("a log that was set aside for a new one is followed in the new one", async () => {
  const path = join(folder, "rotated.jsonl");
  await writeFile(path, (await lineOf("old")) + (await lineOf("older")));
  const { until, queries, stop } = followed(path);
  await until(() => queries.length === 2);
  await rename(path, `${path}.1`);
  await writeFile(path, await lineOf("new"));
  await until(() => queries.length === 3);
  expect(queries.at(-1)).toBe("new");
  await stop();
});

test("a line that is no call, and a file that is gone, are told", async () => {
  const path = join(folder, "wrong.jsonl");
  await writeFile(path, "{}\n");
  const { until, troubles, stop } = followed(path);
  await until(() => troubles.length > 0);
  expect(troubles[0]).toMatch(/Line 1/u);
  await rm(path);
  await until(() => troubles.some((words) => words?.includes("ENOENT") === true));
  await stop();
});
