import { describe, expect, test } from "vitest";
import { combine } from "../content/combine.js";
import { ENVELOPE_TOKENS } from "../gate/envelope.js";
import { answerSchema } from "../model/answer-schema.js";
import { o200k } from "../o200k/index.js";
import { createMemoryContent, type MemoryNode } from "../testing/memory-content.js";
import { temporaryVault } from "../vault/testing/temporary-vault.js";
import { createToolkit } from "./toolkit.js";

const CALLS = [
  ["node", "nodes", {}],
  ["traverse", "start", {}],
  ["context", "nodes", {}],
  ["context", "nodes", { query: "Größe" }],
] as const;

const files = { "a/dup.md": "# Größe\n\nEins.", "b/dup.md": "# 風車\n\nZwei.", "c/rest.md": "# Anders\n\n[[dup]]" };

describe.each(CALLS)("R1.6 an ambiguous name in %s.%s %j", (operation, field, input) => {
  const asked = (reference: string, more: object = {}) =>
    [operation, { [field]: reference, ...input, ...more }] as const;

  test("is resolved, and the notice names every candidate, the one that was taken first", async () => {
    const { call } = await temporaryVault(files).open();
    for (const reference of ["dup", "[[dup]]", "DUP", "dup#Größe"]) {
      const answer = await call(...asked(reference));
      expect(answer.notices).toMatchObject([
        {
          code: "ambiguous-name",
          candidates: ["note:a/dup", "note:b/dup"],
          message: expect.stringContaining("note:b/dup"),
        },
      ]);
      expect(String(answer.nodes[0]?.id)).toMatch(/^note:a\/dup/u);
      expect(answerSchema.safeParse(JSON.parse(JSON.stringify(answer))).success).toBe(true);
    }
  });

  test("is said in the text too", async () => {
    const { call } = await temporaryVault(files).open();
    const answer = await call(...asked("dup", { format: "text" }));
    expect(answer.text).toContain('[Several nodes are called "dup". note:a/dup was taken, not note:b/dup.');
  });

  test.each(["note:a/dup", "b/dup", "b/dup.md", "[[b/dup]]", "風車", "rest", "note:b/dup#風車"])(
    "%s means one node, and nothing is said",
    async (reference) => {
      const { call } = await temporaryVault(files).open();
      expect((await call(...asked(reference))).notices).toBeUndefined();
    },
  );

  test("of many with long names some are named, and the envelope stays small", async () => {
    const long = "長い名前".repeat(15);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${long}${at}/dup.md`, `Text ${at}.`]));
    const { call } = await temporaryVault(many).open();
    const { nodes: _nodes, ...envelope } = await call(...asked("dup"));
    expect(envelope.notices).toMatchObject([{ code: "ambiguous-name" }]);
    expect(envelope.notices?.[0]?.candidates?.length).toBeLessThanOrEqual(5);
    expect(o200k.count(JSON.stringify(envelope))).toBeLessThanOrEqual(ENVELOPE_TOKENS);
  });
});

test("names that two combined contents have are ambiguous, as are ids without the prefix they need", async () => {
  const nodes = (body: string): readonly MemoryNode[] => [
    { id: "note:wind", name: "Wind", body },
    { id: `note:${body}`, name: "Größe", body },
  ];
  const content = combine("both", [createMemoryContent(nodes("eins"), "a"), createMemoryContent(nodes("zwei"), "b")]);
  const toolkit = createToolkit({ mounts: [{ content }] });
  const candidatesOf = async (reference: string) =>
    (await toolkit.call("node", { nodes: reference })).notices?.map(({ candidates }) => candidates);
  expect(await candidatesOf("Größe")).toEqual([["note:eins", "note:zwei"]]);
  expect(await candidatesOf("Wind")).toEqual([["a/note:wind", "b/note:wind"]]);
  expect(await candidatesOf("note:wind")).toEqual([["a/note:wind", "b/note:wind"]]);
  for (const exact of ["b/note:wind", "note:eins", "a/note:eins", "b/Wind"])
    expect(await candidatesOf(exact)).toBeUndefined();
});
