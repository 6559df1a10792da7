import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languageCases } from "./cases/languages.js";
import { openCommandLine } from "./doors/command-line.js";
import type { Door } from "./doors/door.js";
import { openHttp } from "./doors/http.js";
import { openLibrary } from "./doors/library.js";
import { openMcpHttp, openMcpStdio } from "./doors/mcp.js";
import { openDoors } from "./doors/open-doors.js";
import { languages } from "./places/languages.js";
import { type MadePlace, makePlace } from "./places/place.js";
import { runCase } from "./run-case.js";

const MAKERS: readonly (readonly [string, (place: MadePlace) => Door | Promise<Door>])[] = [
  ["library", openLibrary],
  ["command line", openCommandLine],
  ["HTTP", openHttp],
  ["MCP over stdio", openMcpStdio],
  ["MCP over HTTP", openMcpHttp],
];

describe.each(MAKERS)("R6.1 a snapshot made by the %s is read alike by all", (_, open) => {
  let made: MadePlace;
  let doors: readonly Door[] = [];

  beforeAll(async () => {
    const place = makePlace(languages);
    made = { ...place, scratch: join(place.scratch, "shared"), keepsSnapshot: true };
    mkdirSync(made.scratch);
    const maker = await open(made);
    // The command line is a process for each call: it reads nothing before the first.
    await maker.client()("search", { query: "a" });
    await maker.close();
    expect(readdirSync(join(made.scratch, "cache", "vaults"))).toHaveLength(1);
    doors = await openDoors(made);
  });
  afterAll(async () => {
    await Promise.all(doors.map((door) => door.close()));
    made?.remove();
  });

  test("descriptions, link sentences and words of every script", async () => {
    for (const one of languageCases) {
      const runs = await Promise.all(doors.map((door) => runCase(one, door)));
      expect(runs.flatMap(({ problems }) => problems)).toEqual([]);
    }
  });
});
