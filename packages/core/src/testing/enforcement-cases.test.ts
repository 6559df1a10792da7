import { describe, expect, test } from "vitest";
import type { Form } from "../model/answer.js";
import { bytes, words } from "../model/counters.js";
import { isPdError } from "../model/errors.js";
import type { TokenCounter } from "../model/tokens.js";
import { o200k } from "../o200k/index.js";
import { createToolkit } from "../toolkit/toolkit.js";
import { ENFORCEMENT_CASES } from "./enforcement-cases.js";
import { ENFORCEMENT_NODES } from "./enforcement-nodes.js";
import { createMemoryContent } from "./memory-content.js";
import { type Door, type Outcome, runEnforcementCase } from "./run-enforcement-case.js";

function libraryDoor(counter: TokenCounter): Door {
  const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }], counter });
  return async (operation, input): Promise<Outcome> => {
    try {
      return { answer: JSON.parse(JSON.stringify(await toolkit.call(operation, input))) };
    } catch (error) {
      if (isPdError(error)) return { error: { code: error.code } };
      throw error;
    }
  };
}

describe.each<Form>(["json", "text"])("the library enforces, in %s form,", (form) => {
  test.each(ENFORCEMENT_CASES)("$rule: $title", async (one) => {
    expect(await runEnforcementCase(one, libraryDoor(o200k), { form, counter: o200k })).toEqual([]);
  });
});

test.each([words, bytes])("the cases that set no budget hold with any counter", async (counter) => {
  for (const one of ENFORCEMENT_CASES.filter(({ rule }) => ["R1", "R1.3", "R2.1", "R2.7"].includes(rule))) {
    expect(await runEnforcementCase(one, libraryDoor(counter), { form: "json", counter })).toEqual([]);
  }
});

describe("a door that breaks a rule is caught", () => {
  const [levels] = ENFORCEMENT_CASES;

  test("by a field that the level forbids", async () => {
    const honest = libraryDoor(o200k);
    const leaking: Door = async (operation, input) => {
      const outcome = await honest(operation, input);
      if (!("answer" in outcome)) return outcome;
      const answer = outcome.answer as { nodes: object[] };
      return {
        answer: { ...answer, nodes: answer.nodes.map((node) => ({ ...node, content: { full: "BODY-alpha" } })) },
      };
    };
    expect(await runEnforcementCase(levels!, leaking, { form: "json", counter: o200k })).not.toEqual([]);
  });

  test("by a word that leaks through another field", async () => {
    const honest = libraryDoor(o200k);
    const leaking: Door = async (operation, input) => {
      const outcome = await honest(operation, input);
      return "answer" in outcome
        ? { answer: { ...(outcome.answer as object), notices: [{ code: "x", message: "BODY-alpha" }] } }
        : outcome;
    };
    expect(await runEnforcementCase(levels!, leaking, { form: "json", counter: o200k })).not.toEqual([]);
  });

  test("by an error where an answer is due", async () => {
    const failing: Door = async () => ({ error: { code: "tool-failed" } });
    expect(await runEnforcementCase(levels!, failing, { form: "json", counter: o200k })).toHaveLength(5);
  });
});
