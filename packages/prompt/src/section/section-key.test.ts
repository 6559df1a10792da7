import { isPdError } from "@pd/core";
import { describe, expect, test } from "vitest";
import { promptNamespace, sectionKey } from "./section-key.js";

function refused(act: () => string): { readonly message: string; readonly where?: string; readonly fix?: string } {
  try {
    return { message: `accepted as ${act()}` };
  } catch (error) {
    if (!isPdError(error)) throw error;
    expect(error.code).toBe("prompt-invalid");
    return error.toJSON();
  }
}

describe("R4.1 a key", () => {
  test("is trimmed and lower-cased, and 1 to 64 characters long", () => {
    expect(sectionKey("  Reference-Docs_2 ")).toBe("reference-docs_2");
    expect(sectionKey("7")).toBe("7");
    expect(sectionKey("a".repeat(64))).toBe("a".repeat(64));
    expect(sectionKey("\ta\n")).toBe("a");
  });

  test.each(["", " ", "-a", "_a", "a.b", "a b", "a/b", "é", "a\nb", "a".repeat(65), "$a", "a$"])(
    "%j is refused",
    (key) => {
      expect(refused(() => sectionKey(key))).toEqual({
        code: "prompt-invalid",
        message: `"${key.replace("\n", "\\u000a")}" cannot be the key of a section`,
        where: "key",
        fix: "Use 1 to 64 of a-z, 0-9, - and _, beginning with a letter or digit, e.g. reference-docs.",
      });
    },
  );

  test("what is refused is named for what it is the key of, and not quoted at any length", () => {
    expect(refused(() => sectionKey("a.b", "prompt")).message).toBe('"a.b" cannot be the key of a prompt');
    expect(refused(() => sectionKey("x".repeat(500))).message).toBe(
      `"${"x".repeat(80)}" cannot be the key of a section`,
    );
  });

  test("what is no text is refused as any other", () => {
    expect(refused(() => sectionKey(7 as never)).message).toBe('"7" cannot be the key of a section');
    expect(refused(() => sectionKey(undefined as never)).message).toContain("undefined");
  });
});

describe("R4.1 a namespace", () => {
  test("is like a key, with slashes between its parts", () => {
    expect(promptNamespace(" Agents/Assistant ")).toBe("agents/assistant");
    expect(promptNamespace("one")).toBe("one");
  });

  test.each(["", "/", "a/", "/a", "a//b", "a.b", "a/-b"])("%j is refused", (ns) => {
    expect(refused(() => promptNamespace(ns))).toEqual({
      code: "prompt-invalid",
      message: `"${ns}" cannot be the namespace of a prompt`,
      where: "ns",
      fix: "Use parts of a-z, 0-9, - and _ with / between them, e.g. agents/assistant.",
    });
  });

  test("what is refused is not quoted at any length; what is no text is refused as any other", () => {
    expect(refused(() => promptNamespace(`${"x".repeat(500)}`)).message).toBe(
      `"${"x".repeat(80)}" cannot be the namespace of a prompt`,
    );
    expect(refused(() => promptNamespace(7 as never)).message).toBe('"7" cannot be the namespace of a prompt');
  });
});
