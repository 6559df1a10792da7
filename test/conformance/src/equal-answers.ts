import { isDeepStrictEqual } from "node:util";
import type { Answer } from "@pd/core";
import type { DoorName, Outcome } from "./doors/door.js";
import { isAnswer } from "./invariants.js";
import { OWN } from "./normalise.js";

/** Where what a door gave differs from what the library gave; nothing where they are deeply equal. */
export function differences(
  library: readonly (Outcome | undefined)[],
  door: readonly (Outcome | undefined)[],
  name: DoorName,
) {
  return library.flatMap((expected, at) => {
    const given = door[at];
    if (
      given === undefined ||
      expected === undefined ||
      isEqual(given, name === "command line" ? withoutDefault(expected, given) : expected)
    )
      return [];
    return [`step ${at + 1} gave ${JSON.stringify(given)} and the library ${JSON.stringify(expected)}`];
  });
}

function isEqual(given: Outcome, expected: Outcome): boolean {
  if ("error" in given && given.error.message === OWN) {
    return "error" in expected && expected.error.code === given.error.code;
  }
  // Only the text of a tool's result has come: it is compared with the text, or else the JSON, of the whole.
  if ("text" in given && "answer" in expected) return given.text === textOf(expected.answer);
  return isDeepStrictEqual(plain(given), plain(expected));
}

const SHOWN_WHOLE: ReadonlySet<unknown> = new Set(["stats", "validate"]);

/** R2.11: a command line shows all of `stats` and `validate` where no budget is asked for. What they hold is the same. */
function withoutDefault(expected: Outcome, given: Outcome): Outcome {
  if (!("answer" in expected && "answer" in given) || !isAnswer(expected.answer)) return expected;
  const { operation, telemetry } = expected.answer as Answer;
  if (!SHOWN_WHOLE.has(operation) || (given.answer as Answer).telemetry.tokenBudget !== null) return expected;
  return { answer: { ...(expected.answer as Answer), telemetry: { ...telemetry, tokenBudget: null } } };
}

function textOf(answer: unknown): string {
  if (typeof answer === "string") return answer;
  const { text } = answer as { readonly text?: string };
  return text ?? JSON.stringify(answer);
}

/** Without what is there and undefined. */
function plain(outcome: Outcome): unknown {
  return JSON.parse(JSON.stringify(outcome));
}
