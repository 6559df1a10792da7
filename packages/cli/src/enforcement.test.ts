import { type Mount, o200k } from "@pd/core";
import {
  createMemoryContent,
  type Door,
  ENFORCEMENT_CASES,
  ENFORCEMENT_NODES,
  runEnforcementCase,
} from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { kebab } from "./arguments/schema-options.js";
import { temporaryPlace } from "./testing/temporary-place.js";

/** Content in memory reaches the command line as any content does: through the mounts of a configuration. */
const CONFIG = "export default { mounts: () => globalThis.pdTestMounts };";

const CONFIGURED = ["--config", "pd.config.mjs"];

function commandLine(): Door {
  const place = temporaryPlace({ "pd.config.mjs": CONFIG });
  const mounts: readonly Mount[] = [{ content: createMemoryContent(ENFORCEMENT_NODES, "memory") }];
  Reflect.set(globalThis, "pdTestMounts", mounts);
  let file = 0;
  return async (operation, { session, nodes, start, ...input }) => {
    if (session === "new") file += 1;
    const words = [nodes ?? start ?? []].flat().map(String);
    const options = Object.entries(input).flatMap(([field, value]) => {
      if (field === "repeat") return value === false ? ["--no-repeat"] : [];
      return [`--${kebab(field)}=${String(value)}`];
    });
    const kept = session === undefined ? [] : ["--session", `${file}.json`];
    // Beside a question, the notes that must be in the pack have an option.
    const named = operation === "context" ? words.map((word) => `--nodes=${word}`) : ["--", ...words];
    const { stdout } = await place.pd([operation, ...CONFIGURED, ...options, ...kept, "--json", ...named]);
    const document = JSON.parse(stdout) as { error?: { code: string } };
    return document.error === undefined ? { answer: document } : { error: document.error };
  };
}

/** A session is a file here, so there is no id to get wrong. */
const isSpeakable = ({ steps }: (typeof ENFORCEMENT_CASES)[number]) =>
  steps.every(
    ({ input }) => input["session"] === undefined || input["session"] === "new" || input["session"] === "$session",
  );

/** Everything typed is text: a number in quotes cannot be told from one without. */
const spoken = (one: (typeof ENFORCEMENT_CASES)[number]) => ({
  ...one,
  steps: one.steps.filter(({ input }) => ["level", "tokenBudget"].every((field) => typeof input[field] !== "string")),
});

describe.each(["json", "text"] as const)("what every door must keep to, format %s", (form) => {
  test.each(
    ENFORCEMENT_CASES.filter(isSpeakable)
      .map(spoken)
      .map((one) => [one.rule, one.title, one] as const),
  )("%s %s", async (_, __, one) => {
    expect(await runEnforcementCase(one, commandLine(), { form, counter: o200k })).toEqual([]);
  });
});
