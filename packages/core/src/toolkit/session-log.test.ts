import { describe, expect, test } from "vitest";
import * as z from "zod";
import { PdError } from "../model/errors.js";
import { defineTool } from "../ports/tool.js";
import { ENFORCEMENT_NODES } from "../testing/enforcement-nodes.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { parseSessionLog, recorded, type SessionLogEntry, sessionLogLine } from "./session-log.js";
import { createToolkit } from "./toolkit.js";

const breaks = defineTool({
  name: "breaks",
  description: "Throws something that is no error of pd.",
  input: z.object({}),
  readOnly: true,
  call: async () => {
    throw new PdError("tool-failed", "it broke", { fix: "Do not call it." });
  },
});

function recording() {
  const entries: SessionLogEntry[] = [];
  const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES), tools: [breaks] }] });
  return { entries, plain: toolkit, toolkit: recorded(toolkit, { onEntry: (entry) => entries.push(entry) }) };
}

describe("a recorded toolkit", () => {
  test("answers as the toolkit does, and tells each call with what it opened", async () => {
    const { entries, plain, toolkit } = recording();
    const answer = await toolkit.call("node", { nodes: "Alpha", level: 4 });
    expect(answer).toEqual(await plain.call("node", { nodes: "Alpha", level: 4 }));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ version: 1, operation: "node", input: { nodes: "Alpha", level: 4 }, answer });
    expect(entries[0]?.disclosed.map(({ id, level }) => ({ id, level }))).toEqual(
      answer.nodes.map(({ id, level }) => ({ id, level })),
    );
    expect(entries[0]).not.toHaveProperty("session");
    expect(toolkit.tools).toBe(plain.tools);
  });

  test("names the session that was made, and the level a node was raised from", async () => {
    const { entries, toolkit } = recording();
    const { session } = await toolkit.call("node", { nodes: "Alpha", level: 1, session: "new" });
    await toolkit.call("node", { nodes: "Alpha", level: 3, session: session as string });
    expect(entries.map((entry) => entry.session)).toEqual([session, session]);
    expect(entries[1]?.disclosed[0]).toMatchObject({ level: 3, from: 1 });
  });

  test("tells what was left out and why", async () => {
    const { entries, toolkit } = recording();
    const { omitted } = await toolkit.call("context", { query: "alpha", tokenBudget: 60 });
    expect(omitted.length).toBeGreaterThan(0);
    expect(entries[0]?.omitted).toEqual(
      expect.arrayContaining(omitted.map(({ id, reason }) => expect.objectContaining({ id, reason }))),
    );
  });

  test("tells a failed call, which fails all the same; the caller's own listener still hears", async () => {
    const { entries, toolkit } = recording();
    const kinds: string[] = [];
    const call = toolkit.call("breaks", {}, { onEvent: ({ kind }) => kinds.push(kind) });
    await expect(call).rejects.toThrow("it broke");
    expect(entries[0]?.error).toEqual({ code: "tool-failed", message: "it broke", fix: "Do not call it." });
    expect(entries[0]).not.toHaveProperty("answer");
    expect(kinds).toContain("call-failed");
  });
});

describe("a saved session", () => {
  async function saved(): Promise<{ entries: SessionLogEntry[]; text: string }> {
    const { entries, toolkit } = recording();
    await toolkit.call("query", { query: "alpha", session: "new" });
    await toolkit.call("context", { query: "alpha", format: "text", tokenBudget: 300 });
    return { entries, text: entries.map(sessionLogLine).join("") };
  }

  test("is read as it was written, whatever the line ends are", async () => {
    const { entries, text } = await saved();
    expect(parseSessionLog(text)).toEqual(JSON.parse(JSON.stringify(entries)));
    expect(parseSessionLog(text.replaceAll("\n", "\r\n"))).toHaveLength(2);
    expect(parseSessionLog("")).toEqual([]);
  });

  test("may end in half a line, as a crash leaves it", async () => {
    const { text } = await saved();
    expect(parseSessionLog(text.slice(0, -20))).toHaveLength(1);
  });

  test("of another version is refused by that version, even where its only line has no end", async () => {
    const { text } = await saved();
    for (const log of ['{"version":2,"à":[]}', `${text}{"version":2}`, `{"version":2}\n${text}`]) {
      expect(() => parseSessionLog(log)).toThrow(/Line [13] of the session log has version 2, .* reads version 1/);
    }
  });

  test("a file of something else is no empty session, though its last line has no end", async () => {
    const { text } = await saved();
    for (const other of ["meine Notizen", '{"budget":1}', `${text}7`]) {
      expect(() => parseSessionLog(other), other).toThrow(/Line [13] of the session log is not an entry/);
    }
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "7"],
    [
      "a level that is none",
      '{"version":1,"at":1,"milliseconds":1,"operation":"x","disclosed":[{"graphId":"a","id":"b","level":9,"tokens":1}],"omitted":[]}',
    ],
    [
      "an omission without a reason",
      '{"version":1,"at":1,"milliseconds":1,"operation":"x","disclosed":[],"omitted":[{"graphId":"a","id":"b"}]}',
    ],
  ])("a line in the middle that is %s is refused by its number", async (_, line) => {
    const { text } = await saved();
    expect(() => parseSessionLog(`${line}\n${text}`)).toThrow("Line 1 of the session log");
  });
});
