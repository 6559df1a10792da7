import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createBearerCheck, sameSecret } from "./bearer.js";

describe("R6.2 a token", () => {
  const callerOf = createBearerCheck(["first-token", "second-token"]);

  test("says who is asking, by its hash and not by itself", async () => {
    const caller = await callerOf("Bearer first-token");
    expect(caller).toMatch(/^token:[0-9a-f]{32}$/);
    expect(await callerOf("bearer  first-token")).toBe(caller);
    expect(await callerOf("Bearer second-token")).not.toBe(caller);
  });

  test.each([
    null,
    "",
    "Bearer",
    "Bearer ",
    "first-token",
    "Basic first-token",
    "Bearer first-toke",
    "Bearer first-tokenx",
    "Bearer FIRST-TOKEN",
    "Bearer first-token, Bearer first-token",
    "Bearer first-token second-token",
    "Bearer first-token\u0000",
    `Bearer ${"x".repeat(513)}`,
    "Bearer undefined",
  ])("%j is nobody's", async (header) => expect(await callerOf(header)).toBeUndefined());

  test("none configured lets nobody in, not even with an empty one", async () => {
    expect(await createBearerCheck([])("Bearer ")).toBeUndefined();
  });

  test("one that no header can carry is refused when the server is made", () => {
    for (const token of ["", " ", "a b", "ä", "x".repeat(513), "a\n"])
      expect(() => createBearerCheck([token])).toThrow(expect.objectContaining({ code: "configuration-invalid" }));
  });
});

describe("two secrets", () => {
  const secret = fc.string({ maxLength: 512 });

  test("are the same where they are the same", () => {
    fc.assert(
      fc.property(secret, secret, (left, right) => {
        expect(sameSecret(left, right)).toBe(left === right);
        expect(sameSecret(left, left)).toBe(true);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("differ where one is the beginning of the other, or one place differs", () => {
    expect(sameSecret("abc", "abcd")).toBe(false);
    expect(sameSecret("abc", "abc\u0000")).toBe(false);
    expect(sameSecret("", "\u0000")).toBe(false);
    for (let place = 0; place < 512; place += 1) {
      const other = `${"a".repeat(place)}b${"a".repeat(511 - place)}`;
      expect(sameSecret("a".repeat(512), other)).toBe(false);
    }
  });

  test("are looked at over their whole length whatever they hold", () => {
    const looked = (text: string) => {
      let places = 0;
      const charCodeAt = (place: number) => {
        places += 1;
        return text.charCodeAt(place);
      };
      sameSecret({ length: text.length, charCodeAt } as unknown as string, "right-token");
      return places;
    };
    expect(new Set(["right-token", "xight-token", "right-tokex", "", "a"].map(looked)).size).toBe(1);
  });
});
