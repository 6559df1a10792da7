import { expect, test } from "vitest";
import { inSteps, type Steps } from "./in-steps.js";

test("work that is stopped midway closes what it has open", async () => {
  const open = new Set<string>();
  function* work(): Steps<string> {
    open.add("folder");
    try {
      for (;;) yield;
    } finally {
      open.delete("folder");
    }
  }
  const stop = () => {
    throw new Error("stopped");
  };
  await expect(inSteps(work(), stop)).rejects.toThrow("stopped");
  expect(open).toEqual(new Set());
});
