import { describe, expect, test } from "vitest";
import { createOriginCheck } from "./origin.js";

const isOrigin = createOriginCheck(["https://app.example.org", "http://localhost:5173"]);
const host = "localhost:3000";

describe("R6.2 an origin may ask", () => {
  test("where there is none: a program, not a page", () => expect(isOrigin(null, host)).toBe(true));
  test.each(["http://localhost:3000", "https://localhost:3000"])("%s, where the server is", (origin) =>
    expect(isOrigin(origin, host)).toBe(true),
  );
  test.each(["https://app.example.org", "http://localhost:5173"])("%s, which is listed", (origin) =>
    expect(isOrigin(origin, host)).toBe(true),
  );
});

describe("R6.2 an origin may not ask", () => {
  test.each([
    "null",
    "",
    "*",
    "https://evil.example",
    "http://localhost",
    "http://localhost:3001",
    "http://app.example.org",
    "https://app.example.org:8443",
    "https://app.example.org.evil.example",
    "https://app.example.org/",
    "HTTPS://app.example.org",
    "https://app.example.org, https://evil.example",
    "http://localhost:3000, http://evil.example",
    "http://localhost:3000@evil.example",
    "http://evil.example/http://localhost:3000",
    "file://",
    "file://localhost:3000",
    "chrome-extension://localhost:3000",
    "localhost:3000",
  ])("%j", (origin) => expect(isOrigin(origin, host)).toBe(false));
});

test("what is no origin is refused when the server is made", () => {
  for (const origin of ["*", "null", "example.org", "https://example.org/", "https://example.org/a"])
    expect(() => createOriginCheck([origin])).toThrow(expect.objectContaining({ code: "configuration-invalid" }));
});
