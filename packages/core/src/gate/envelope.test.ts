import { expect, test } from "vitest";
import { nodeId } from "../model/node.js";
import { telemetryOf } from "../model/telemetry.js";
import { tokens } from "../model/tokens.js";
import { o200k } from "../o200k/index.js";
import { ENVELOPE_TOKENS, fillEnvelope, NAMED_OMISSIONS } from "./envelope.js";

const telemetry = telemetryOf({
  shown: [],
  visited: 123456,
  omitted: 5000,
  graphSize: 100000,
  tokensUsed: tokens(123456),
  tokenBudget: tokens(200000),
  counter: "o200k",
});
const bare = { version: 1, operation: "traverse", graphId: "x".repeat(64), telemetry } as const;

test("R2.3 names as many omissions as fit, passes over an id that is too long, and stays small", () => {
  const omitted = Array.from({ length: 500 }, (_, index) => ({
    id: nodeId(index === 0 ? "漢".repeat(200) : `note:number-${index}`),
    reason: "budget" as const,
    level: 1 as const,
  }));
  const envelope = fillEnvelope(bare, [], omitted);
  expect(o200k.count(JSON.stringify(envelope))).toBeLessThan(ENVELOPE_TOKENS);
  expect(envelope.omitted.length).toBeGreaterThan(3);
  expect(envelope.omitted.length).toBeLessThanOrEqual(NAMED_OMISSIONS);
  expect(envelope.omitted[0]?.id).toBe("note:number-1");
});

test("a notice comes before omissions: it says what to do next", () => {
  const omitted = Array.from({ length: 50 }, (_, index) => ({
    id: nodeId(`note:number-${index}`),
    reason: "budget" as const,
    level: 1 as const,
  }));
  const notices = [{ code: "nothing-found", message: "words ".repeat(40) }];
  expect(fillEnvelope(bare, notices, omitted).notices).toEqual(notices);
});
