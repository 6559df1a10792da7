import { o200k } from "@pd/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Doors, openDoors } from "./ceilings/doors.js";
import { type HostilePlace, makeHostilePlace } from "./ceilings/hostile-place.js";
import { MAXIMUM, randomCalls } from "./ceilings/random-calls.js";

/** Through all doors together; `.ci/run` asks for 5,000. A command line opens everything anew, so that it gets fewer of them. */
const CALLS = Number(process.env["PD_CEILING_CALLS"] ?? 150);
const SHARES = new Map([
  ["library", 0.3],
  ["MCP", 0.3],
  ["HTTP", 0.3],
  ["command line", 0.1],
]);

let place: HostilePlace;
let opened: Doors;
beforeAll(async () => {
  await o200k.load();
  place = makeHostilePlace(CALLS >= 5000 ? 5000 : 800);
  opened = await openDoors(place);
}, 120_000);
afterAll(async () => {
  await opened.close();
  place.close();
});

describe("R2.11 nothing answers with more than its ceiling, counted on what a model reads", () => {
  test.each([...SHARES])("calls at random: %s", { timeout: 1_800_000 }, async (name, share) => {
    const next = randomCalls([...SHARES.keys()].indexOf(name) + 1, opened.ids);
    const ask = opened.doors.get(name)!;
    const above: string[] = [];
    const empty: string[] = [];
    for (let made = 0; made < Math.round(CALLS * share); ) {
      const { call, input, ceiling } = next();
      const read = await ask(call, input);
      if (read === undefined) continue;
      made += 1;
      const tokens = o200k.count(read);
      if (tokens > ceiling) above.push(`${tokens} of ${ceiling}: ${call} ${JSON.stringify(input).slice(0, 300)}`);
      if (read.trim() === "" && !("tokenBudget" in input)) empty.push(`${call} ${JSON.stringify(input).slice(0, 300)}`);
    }
    expect(above).toEqual([]);
    expect(empty).toEqual([]);
  });

  test("resources and prompts: the host's maximum", { timeout: 600_000 }, async () => {
    for (const id of opened.ids.slice(0, 20))
      for (const level of [0, 1, 2, 3, 4]) {
        const read = await opened.request("resources/read", {
          uri: `pd://vault/${encodeURIComponent(id)}?level=${level}`,
        });
        expect(o200k.count(read), `${id} at ${level}`).toBeLessThanOrEqual(MAXIMUM);
        expect(read).not.toBe("");
      }
    for (const name of ["small", "huge", "wordy", "many", "moc:one-line"]) {
      const read = await opened.request("prompts/get", { name });
      expect(o200k.count(read), name).toBeLessThanOrEqual(MAXIMUM);
      expect(read, name).not.toBe("");
    }
  });
});
