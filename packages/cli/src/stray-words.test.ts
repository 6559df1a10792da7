import { describe, expect, test } from "vitest";
import { NOTES, temporaryPlace } from "./testing/temporary-place.js";

describe("a word that a command does not take is refused, and not passed over", () => {
  test.each([
    [["doctor"]],
    [["config"]],
    [["stats"]],
    [["validate"]],
    [["skill", "stats"]],
    [["skill", "validate"]],
    [["completion", "bash"]],
    [["explain", "orphan"]],
  ])("%j", async (command) => {
    const place = temporaryPlace(NOTES);
    const { code, stdout, stderr } = await place.pd([...command, "extra"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('"extra" is one word too many');
  });

  test("where it is a folder, the option for it is named", async () => {
    const { stderr } = await temporaryPlace(NOTES).pd(["doctor", "docs"]);
    expect(stderr).toContain("fix:   Did you mean pd doctor --vault docs?");
  });
});

test("a query that is the name of a folder says how to open the folder", async () => {
  const place = temporaryPlace(NOTES);
  const said = async (args: readonly string[], terminal?: number) =>
    (await place.pd(args, terminal === undefined ? {} : { terminal })).stderr;
  expect(await said(["scan", "docs"], 100)).toContain('"docs" was looked for as a word; --vault docs opens the folder');
  expect(await said(["scan", "docs", "--vault", "docs"], 100)).not.toContain("opens the folder");
  expect(await said(["scan", "budget"], 100)).not.toContain("opens the folder");
});
