import { expect, test } from "vitest";
import { PdError } from "../model/errors.js";
import { describeError, programError } from "./program-error.js";

test("every program ends with the same form of an error: code, message, where, why and fix", () => {
  const cause = new Error("ENOENT: no such file or directory, open '/notizen/über'");
  const error = new PdError("vault-unreadable", '"/notizen/über" does not exist', {
    where: "/notizen/über",
    fix: "Give a folder.",
    cause,
  });
  expect(programError("pd serve", error)).toBe(
    [
      'pd serve: error[vault-unreadable] "/notizen/über" does not exist',
      "  where: /notizen/über",
      "  why:   ENOENT: no such file or directory, open '/notizen/über'",
      "  fix:   Give a folder.",
      "",
    ].join("\n"),
  );
});

test("a cause that the message repeats is not told twice, and nothing steers a terminal", () => {
  const error = new PdError("tool-failed", "it said: gone \u001b[2J", { cause: new Error("gone") });
  expect(describeError(error).why).toBeUndefined();
  expect(programError("pd", error)).not.toContain("\u001b");
  expect(programError("pd", new Error("plain"))).toBe("pd: error[internal] plain\n");
});
