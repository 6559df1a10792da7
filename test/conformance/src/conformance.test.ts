import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Door } from "./doors/door.js";
import { openDoors } from "./doors/open-doors.js";
import { differences } from "./equal-answers.js";
import { GROUPS } from "./groups.js";
import { type MadePlace, makePlace } from "./places/place.js";
import { runCase } from "./run-case.js";

/** How many steps each door has answered. One that finds a way to say nothing would be equal to anything. */
const answered = new Map<string, number>();
afterAll(() => {
  const all = answered.get("library") ?? 0;
  for (const [door, count] of answered) expect(count / all, `${door} answered ${count} of ${all}`).toBeGreaterThan(0.9);
});

describe.each(GROUPS)("R6.1 one answer at every door: $place.name", ({ place, cases, without = [] }) => {
  let made: MadePlace;
  let doors: readonly Door[];
  beforeAll(async () => {
    made = makePlace(place);
    doors = (await openDoors(made)).filter(({ name }) => !without.includes(name));
    made.change();
  });
  afterAll(async () => {
    await Promise.all((doors ?? []).map((door) => door.close()));
    made.remove();
  });

  test.concurrent.each(cases.map((one) => [one.id, one.cites.join(" "), one] as const))(
    "%s (%s)",
    async (_, __, one) => {
      const runs = await Promise.all(doors.map((door) => runCase(one, door)));
      for (const [at, { outcomes }] of runs.entries()) {
        const name = doors[at]?.name ?? "";
        answered.set(name, (answered.get(name) ?? 0) + outcomes.filter((outcome) => outcome !== undefined).length);
      }
      expect(runs.flatMap(({ problems }) => problems)).toEqual([]);
      const [library, ...others] = runs;
      const unequal = others.flatMap(({ outcomes }, at) => {
        const name = doors[at + 1]?.name ?? "library";
        return differences(library?.outcomes ?? [], outcomes, name).map((difference) => `${name}: ${difference}`);
      });
      expect(unequal).toEqual([]);
    },
  );
});
