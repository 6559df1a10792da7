import type { Case, Expectation, Step } from "../case.js";
import type { RequirementId } from "../requirements.js";

/** A case: its id, the rules it is about (`"R2.1 R2.2"`), and its steps. */
export function about(id: string, cites: string, ...steps: readonly Step[]): Case {
  return { id, cites: cites.split(" ") as RequirementId[], steps };
}

export function ask(call: string, input: Step["input"], expect: Expectation): Step {
  return { call, input, expect };
}

export function node(
  nodes: string | readonly string[],
  level: number,
  expect: Expectation,
  more: Step["input"] = {},
): Step {
  return ask("node", { nodes, level, ...more }, expect);
}

/** Begins a session, and goes on in it. */
export const BEGIN = { session: "new" } as const;
export const GO_ON = { session: "$session" } as const;
