import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createHostCheck, hostOf, isLoopback, LOOPBACK_HOSTS } from "./host.js";

const isLocal = createHostCheck({ hosts: LOOPBACK_HOSTS });

describe("R6.2 a server on loopback answers to its own names", () => {
  test.each([
    "localhost",
    "localhost:3000",
    "LOCALHOST:3000",
    "localhost.",
    "localhost.:80",
    "127.0.0.1:1",
    "[::1]:8080",
  ])("%s", (host) => expect(isLocal(host)).toBe(true));
});

describe("R6.2 and to nothing that only looks like them (DNS rebinding)", () => {
  test.each([
    "",
    " ",
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "localhost..",
    "evil-localhost",
    "localhost@evil.example",
    "evil.example@localhost",
    "localhost/evil",
    "localhost#evil",
    "localhost?evil",
    "localhost\\evil",
    "%6cocalhost",
    "localhost, evil.example",
    "localhost, localhost",
    "localhost evil.example",
    "localhost:",
    "localhost:80:80",
    "localhost:999999",
    "localhost:-1",
    "localhost:0x50",
    "127.1",
    "0x7f.0.0.1",
    "2130706433",
    "127.0.0.1.evil.example",
    "127.0.0.1.nip.io",
    "::1",
    "[::1",
    "[::1]evil",
    "[::1].evil.example",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "ⓛocalhost",
    "localhost\u0000",
    "\tlocalhost",
    "__proto__",
    "constructor",
  ])("%j", (host) => expect(isLocal(host)).toBe(false));

  test("whatever comes in, only a listed name gets through", () => {
    const piece = fc.constantFrom(
      "localhost",
      "127.0.0.1",
      "[::1]",
      ".",
      ":",
      "@",
      ",",
      " ",
      "evil",
      "80",
      "%",
      "/",
      "\\",
    );
    const host = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(host, (header) => {
        if (isLocal(header)) expect(header).toMatch(/^(?:localhost\.?|127\.0\.0\.1\.?|\[::1\])(?::[0-9]{1,5})?$/i);
      }),
      { numRuns: propertyRuns() },
    );
  });
});

describe("a list of one's own", () => {
  test("a name with a port is that port, one without is any", () => {
    const isHost = createHostCheck({ hosts: ["Notes.example.org", "docs.example.org:8080", "::1"] });
    expect(isHost("notes.example.org:1234")).toBe(true);
    expect(isHost("docs.example.org:8080")).toBe(true);
    expect(isHost("docs.example.org")).toBe(false);
    expect(isHost("docs.example.org:80801")).toBe(false);
    expect(isHost("[::1]:9")).toBe(true);
  });

  test("any address may be let in, and still no unknown name", () => {
    const isHost = createHostCheck({ hosts: [], addresses: true });
    expect(isHost("192.168.1.4:3000")).toBe(true);
    expect(isHost("[fe80::1]:3000")).toBe(true);
    expect(isHost("evil.example")).toBe(false);
    expect(isHost("192.168.1.4.nip.io")).toBe(false);
  });

  test("what is no host is refused when the server is made", () => {
    for (const host of ["", "*", "http://localhost", "a b"])
      expect(() => createHostCheck({ hosts: [host] })).toThrow(
        expect.objectContaining({ code: "configuration-invalid" }),
      );
  });
});

test("a host is read in lower case and without its last dot", () => {
  expect(hostOf("Example.ORG.:80")).toEqual({ name: "example.org", port: "80" });
});

test("what can be reached from this machine alone", () => {
  for (const host of ["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "LOCALHOST"])
    expect(isLoopback(host)).toBe(true);
  for (const host of ["0.0.0.0", "::", "", "192.168.0.1", "127.evil.example", "localhost.evil.example"])
    expect(isLoopback(host)).toBe(false);
});
