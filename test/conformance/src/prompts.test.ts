import { describe, expect, test } from "vitest";
import { promptGroups } from "./cases/prompts.js";
import { promptDriver } from "./drivers/prompt.js";
import { runCase } from "./run-case.js";

describe.each(promptGroups)("a prompt asked by its host: $name", ({ sections, cases }) => {
  test.each(cases.map((one) => [one.id, one.cites.join(" "), one] as const))("%s (%s)", async (_, __, one) => {
    expect((await runCase(one, promptDriver(sections))).problems).toEqual([]);
  });
});
