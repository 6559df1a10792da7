import type { NodeId, PdEvent, SessionId } from "@pd/core";
import { expect, test } from "vitest";
import { firedSkills } from "./fired-skills.js";

function hearing() {
  const lines: string[] = [];
  const hear = firedSkills((line) => void lines.push(line));
  const shown = (id: string, level = 4, session?: string) =>
    hear({
      kind: "node-disclosed",
      call: 1,
      at: 0,
      operation: "skill",
      graphId: "skills",
      id: id as NodeId,
      level,
      tokens: 12,
      ...(session === undefined ? {} : { session: session as SessionId }),
    } as PdEvent);
  return { lines, hear, shown };
}

test("each skill that is opened is told, with what its session opened before", () => {
  const { lines, shown } = hearing();
  shown("skill:größe");
  shown("skill:pdf");
  shown("skill:größe");
  shown("skill:docx", 4, "1");
  expect(lines).toEqual([
    "skill größe fired, 12 tokens, first of this session",
    "skill pdf fired, 12 tokens, after größe",
    "skill größe fired, 12 tokens, after größe, pdf",
    "skill docx fired, 12 tokens, first of this session",
  ]);
});

test("a description, a section and a file are no firing, and a session that ended is forgotten", () => {
  const { lines, hear, shown } = hearing();
  shown("skill:pdf", 1, "1");
  shown("skill:pdf#forms", 4, "1");
  shown("resource:pdf/a.md", 4, "1");
  expect(lines).toEqual([]);
  shown("skill:pdf", 4, "1");
  hear({ kind: "session-ended", at: 0, session: "1" as SessionId });
  shown("skill:pdf", 4, "1");
  expect(lines[1]).toContain("first of this session");
});
