import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ERROR_CODES, isPdError, PdError } from "./errors.js";
import { escapeControls } from "./escape-controls.js";
import { nodeId } from "./node.js";

describe("docs/errors.md", () => {
  const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
  const documented = [...page.matchAll(/^\| `([a-z-]+)` \|/gmu)].map(([, code]) => code);

  test("has a row for every code, and no row for another", () => {
    expect(documented).toEqual([...ERROR_CODES].sort());
  });
});

test("an error keeps its cause and is recognised by its code, not by its class", () => {
  const cause = new Error("below");
  expect(new PdError("tool-failed", "x", { cause }).cause).toBe(cause);
  expect(isPdError(Object.assign(new Error("x"), { code: "node-unknown" }))).toBe(true);
  expect(isPdError(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe(false);
  expect(isPdError({ code: "node-unknown" })).toBe(false);
});

test("control characters are shown, not sent", () => {
  expect(escapeControls("a\u001b]52;c;x\u0007\u202eb漢")).toBe("a\\u001b]52;c;x\\u0007\\u202eb漢");
});

test("an id has a length and no control characters", () => {
  for (const wrong of ["", "a\nb", "x".repeat(401)]) expect(() => nodeId(wrong)).toThrow(/cannot be a node id/);
});
