import { afterAll, describe, expect, test } from "vitest";
import { skillGroups } from "./cases/skills.js";
import { skillsDriver } from "./drivers/skills.js";
import { runCase } from "./run-case.js";

describe.each(skillGroups)("skills asked by their host: $name", ({ cases, ...files }) => {
  const driver = skillsDriver(files);
  afterAll(() => driver.close());
  test.each(cases.map((one) => [one.id, one.cites.join(" "), one] as const))("%s (%s)", async (_, __, one) => {
    expect((await runCase(one, driver)).problems).toEqual([]);
  });
});
