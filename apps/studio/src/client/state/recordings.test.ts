import type { SessionLogEntry } from "@pd/core";
import { beforeAll, describe, expect, test, vi } from "vitest";

type Recordings = typeof import("./recordings.js");

function entry(session?: string): SessionLogEntry {
  return {
    version: 1,
    at: 0,
    milliseconds: 1,
    operation: "scan",
    input: {},
    disclosed: [],
    omitted: [],
    ...(session ? { session } : {}),
  } as unknown as SessionLogEntry;
}

describe("recordings", () => {
  let module: Recordings;
  beforeAll(async () => {
    vi.stubGlobal("location", { pathname: "/", search: "" });
    module = await import("./recordings.js");
  });
  const source = { id: "s", label: "A file", kind: "file" as const };

  test("a source with one session is that session", () => {
    const [only, ...more] = module.recordingsOf({ ...source, entries: [entry("x"), entry("x")] });
    expect(only).toMatchObject({ id: "s", session: "x" });
    expect(more).toEqual([]);
  });

  test("with several, there is the whole and each of them, in the order they began", () => {
    const all = module.recordingsOf({ ...source, entries: [entry("x"), entry("y"), entry(), entry("x")] });
    expect(all.map(({ id, entries }) => [id, entries.length])).toEqual([
      ["s", 4],
      ["s/x", 2],
      ["s/y", 1],
    ]);
  });

  test.each([
    [undefined, 3],
    ["2", 2],
    ["99", 3],
    ["-1", 3],
    ["x", 3],
  ])("the step %j of three calls is %i", (asked, step) => {
    const [recording] = module.recordingsOf({ ...source, entries: [entry("x"), entry("x"), entry("x")] });
    expect(module.stepIn(recording, asked)).toBe(step);
  });
});
