import { describe, expect, test } from "vitest";
import { NOTES, temporaryPlace } from "../testing/temporary-place.js";

describe("a word that a command does not take is refused, and not passed over", () => {
  test.each([
    [["doctor"]],
    [["config"]],
    [["stats"]],
    [["validate"]],
    [["skill", "stats"]],
    [["completion", "bash"]],
    [["explain", "orphan"]],
  ])("%j", async (command) => {
    const place = temporaryPlace(NOTES);
    const { code, stdout, stderr } = await place.pd([...command, "extra"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('"extra" is one word too many');
  });
});
