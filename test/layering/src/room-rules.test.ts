import { describe, expect, test } from "vitest";
import { crowdedFolders, MOST_FILES, ROOMS, roomFaults } from "./room-rules.js";
import { madeUpTree } from "./tree.js";

function faultsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return roomFaults(
    madeUpTree(Object.fromEntries(Object.entries(files).map(([name, text]) => [`packages/core/src/${name}.ts`, text]))),
  );
}

describe("room rules", () => {
  test("what a room may know has no fault", () => {
    expect(
      faultsOf({ "gate/a": `import { b } from "../model/b.js"; import type { C } from "../sessions/c.js";` }),
    ).toEqual([]);
  });

  test("a room above is found, by value, by type, passed on and loaded later", () => {
    for (const text of [
      `import { a } from "../toolkit/a.js";`,
      `import type { A } from "../toolkit/a.js";`,
      `export { a } from "../toolkit/a.js";`,
      `export type { A } from "../toolkit/a.js";`,
      `await import("../toolkit/a.js");`,
    ])
      expect([text, faultsOf({ "gate/a": text })]).toEqual([
        text,
        [expect.stringMatching(/^packages\/core\/src\/gate\/a\.ts: gate may not import (?:values|types) from toolkit/)],
      ]);
  });

  test("a value is found where types alone are allowed", () => {
    expect(faultsOf({ "gate/a": `import { c } from "../sessions/c.js";` })).toHaveLength(1);
  });

  test("a new room has to be put into the table", () => {
    expect(faultsOf({ "cellar/a": "" })).toEqual([
      'packages/core/src/cellar/a.ts: the room "cellar" is not in the table',
    ]);
  });

  test("tests and their helpers may use what they test", () => {
    const text = `import { a } from "../vault/a.js";`;
    expect(faultsOf({ "text/a.test": text, "testing/a": text })).toEqual([]);
  });

  test("the table has no two rooms that know each other's values", () => {
    for (const [name, { values }] of ROOMS)
      for (const other of values) expect(ROOMS.get(other)?.values ?? [], `${name} and ${other}`).not.toContain(name);
  });

  test("a folder with too many files is found, whatever its tests", () => {
    const files = (count: number, ending: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`packages/a/src/b/${at}${ending}`, ""]));
    expect(crowdedFolders(madeUpTree({ ...files(MOST_FILES, ".ts"), ...files(99, ".test.ts") }))).toEqual([]);
    expect(crowdedFolders(madeUpTree(files(MOST_FILES + 1, ".ts")))).toEqual(["packages/a/src/b: 26 files"]);
  });
});
