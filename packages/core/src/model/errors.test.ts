import { describe, expect, test } from "vitest";
import { escapeControls } from "../text/escape-controls.js";
import { defineErrors } from "./error-kind.js";
import { type CoreErrorCode, ERRORS } from "./error-table.js";
import { errorJson, errorKind, isPdError, PdError, toldError } from "./errors.js";
import { nodeId } from "./node.js";

test("an error keeps its cause and is recognised by its code, not by its class", () => {
  const cause = new Error("below");
  expect(new PdError("tool-failed", "x", { cause }).cause).toBe(cause);
  expect(isPdError(Object.assign(new Error("x"), { code: "node-unknown" }))).toBe(true);
  expect(isPdError(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe(false);
  expect(isPdError({ code: "node-unknown" })).toBe(false);
});

test("every code of core has a sentence, a fix, a status and an exit code", () => {
  for (const [code, kind] of Object.entries(ERRORS)) {
    expect(kind.code).toBe(code);
    expect(errorKind(new PdError(code as CoreErrorCode, "x"))).toBe(kind);
    expect(
      [kind.what, kind.fix].every((text) => /^[A-Z].*\.$/u.test(text)),
      code,
    ).toBe(true);
    expect(kind.status >= 400 && kind.status < 600, code).toBe(true);
  }
  // @ts-expect-error a code of core's that core does not have
  new PdError("node-unknwon", "x");
});

describe("a package with codes of its own", () => {
  const kinds = defineErrors({ "mond-voll": { what: "Voll.", fix: "Warten.", fault: "caller", status: 409, exit: 1 } });
  const error = new PdError(kinds["mond-voll"], "Der Mond ist voll", { where: "夜" });

  test("throws them as errors of pd, which carry what doors need to know", () => {
    expect(isPdError(error)).toBe(true);
    expect(errorKind(error)).toEqual({
      code: "mond-voll",
      what: "Voll.",
      fix: "Warten.",
      fault: "caller",
      status: 409,
      exit: 1,
    });
    expect(JSON.stringify(error)).toBe('{"code":"mond-voll","message":"Der Mond ist voll","where":"夜"}');
    expect(Object.keys(error)).not.toContain("kind");
    // @ts-expect-error a code that the package does not have
    kinds["mond-leer"];
  });

  test("is recognised by another copy of core, whose class is another", async () => {
    const copy: typeof import("./errors.js") = await import(/* @vite-ignore */ `${"./errors.js"}?copy`);
    expect(copy.PdError).not.toBe(PdError);
    expect(copy.isPdError(error)).toBe(true);
    expect(copy.errorKind(error).status).toBe(409);
  });

  test("is treated as a failure of the host where what it carries makes no sense", () => {
    for (const status of [200, 1e9, Number.NaN, "404"]) {
      const wrong = new PdError({ ...kinds["mond-voll"], status: status as number }, "x");
      expect(errorKind(wrong)).toMatchObject({ code: "mond-voll", status: 500, fault: "host" });
    }
  });
});

describe("an error as another machine told it", () => {
  test("keeps a code that nobody here knows, with the status it came with", () => {
    const told = toldError({ code: "moon-full", message: "満月", fix: "Wait." }, 409);
    expect(told).toMatchObject({ code: "moon-full", message: "満月", fix: "Wait." });
    expect(errorKind(told)).toMatchObject({ status: 409, fault: "caller" });
    expect(errorKind(toldError({ code: "moon-full", message: "x" }))).toMatchObject({ status: 500, fault: "host" });
  });

  test("has core's own meaning of a code of core's, and none of what is no code", () => {
    expect(errorKind(toldError({ code: "node-unknown", message: "x" }, 500))).toBe(ERRORS["node-unknown"]);
    for (const code of ["", "A b", "x\u001b[2J", "constructor".repeat(9)]) {
      expect(toldError({ code, message: "x" }).code).toBe("tool-failed");
    }
  });
});

test("an error that has the code and nothing else of ours can be told all the same", () => {
  const plain = Object.assign(new Error("weg"), { code: "node-unknown" });
  expect(isPdError(plain) && errorJson(plain)).toEqual({ code: "node-unknown", message: "weg" });
});

test("control characters are shown, not sent", () => {
  expect(escapeControls("a\u001b]52;c;x\u0007\u202eb漢")).toBe("a\\u001b]52;c;x\\u0007\\u202eb漢");
});

test("an id has a length and no control characters", () => {
  for (const wrong of ["", "a\nb", "x".repeat(401)]) expect(() => nodeId(wrong)).toThrow(/cannot be a node id/);
});
