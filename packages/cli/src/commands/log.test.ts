import { createToolkit, recorded, sessionLogLine } from "@pd/core";
import { createMemoryContent } from "@pd/core/testing";
import { expect, test } from "vitest";
import { temporaryPlace } from "../testing/temporary-place.js";
import { log } from "./log.js";

const NODES = [
  {
    id: "note:rivers",
    name: "Flüsse",
    description: "Wie Flüsse fließen.",
    body: "Ein Fluss 河流 fließt bergab. ".repeat(40),
  },
  { id: "note:mountains", name: "Berge", description: "山 und Täler.", body: "GEHEIMES WORT. Ein Berg steht." },
];

async function logOfSession(): Promise<string> {
  const lines: string[] = [];
  const plain = createToolkit({ mounts: [{ content: createMemoryContent(NODES) }] });
  const toolkit = recorded(plain, { onEntry: (entry) => lines.push(sessionLogLine(entry)) });
  const { session } = await toolkit.call("scan", { session: "new" });
  await toolkit.call("node", { nodes: "Berge", level: 4, session });
  await toolkit.call("node", { nodes: "Flüsse", level: 4, session, tokenBudget: 100 });
  await toolkit.call("node", { nodes: "Flüsse", level: 4, session });
  await toolkit.call("node", { nodes: "Flüsse", level: 4, session });
  await toolkit.call("search", { query: "zzzz", session });
  await toolkit.call("node", { nodes: "gibt es nicht" }).catch(() => undefined);
  return lines.join("");
}

test("pd log tells what was called, opened, left out and not answered, and no text", async () => {
  const place = temporaryPlace({ "calls.jsonl": await logOfSession() });
  const { code, stdout } = await place.pd(["log", "calls.jsonl", "--json"]);
  expect(code).toBe(0);
  const { data } = JSON.parse(stdout);
  expect(data).toMatchObject({
    calls: 7,
    sessions: 1,
    errors: [{ name: "node-unknown", count: 1 }],
    opened: [
      { name: "note:rivers", count: 2 },
      { name: "note:mountains", count: 1 },
    ],
    leftOut: [{ name: "note:rivers", count: 1 }],
    weak: ["zzzz"],
  });
  // What came twice was used again; what came once may have been read for nothing.
  expect(data.openedOnce).toEqual({ count: 1, tokens: data.opened[1].tokens });
  expect(data.operations.map(({ name }: { name: string }) => name).sort()).toEqual(["node", "scan", "search"]);
  expect(data.tokens).toBeGreaterThan(0);
  const human = await place.pd(["log", "calls.jsonl"]);
  expect(human.stdout).toContain("7 calls in 1 session");
  expect(human.stdout).toMatch(/^1 of them once and not again, \d+ tokens$/mu);
  expect(`${stdout}${human.stdout}`).not.toContain("GEHEIMES");
});

test.each(log.examples ?? [])("%s, as its help shows it", async (example) => {
  const place = temporaryPlace({ "calls.jsonl": await logOfSession() });
  expect((await place.pd(example.split(" ").slice(1))).code).toBe(0);
});

test.each([
  [[], "pd log needs <file>"],
  [["nowhere.jsonl"], "cannot be read"],
  [["other.txt"], "Line 1 of the session log"],
])("pd log %j says what is wrong", async (words, said) => {
  const { code, stderr } = await temporaryPlace({ "other.txt": '{"a":1}\n' }).pd(["log", ...words]);
  expect(code).toBe(2);
  expect(stderr).toContain(said);
});

test("the file of a session is told from a log", async () => {
  const place = temporaryPlace({ "docs/größe.md": "# Größe\n\nText.\n" });
  await place.pd(["scan", "--session", "s.json", "--vault", "docs"]);
  const { code, stderr } = await place.pd(["log", "s.json"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("This is a session file, not a log of calls")]);
});
