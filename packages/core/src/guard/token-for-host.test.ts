import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createGuard } from "./guard.js";
import { isGuessable, requireTokenFor } from "./token-for-host.js";

describe("a server that other machines can reach", () => {
  test.each(["0.0.0.0", "::", "192.168.1.7", "notes.example"])("on %s asks for a token that nobody guesses", (host) => {
    const start = (...tokens: readonly string[]) => requireTokenFor(host, createGuard({ tokens }));
    expect(() => start()).toThrow(expect.objectContaining({ code: "configuration-invalid", where: "host" }));
    for (const token of ["a", "right", "fifteen-letters", "a".repeat(40), "abababababababababab"]) {
      const weak = { code: "configuration-invalid", where: "token", fix: expect.stringContaining("randomUUID") };
      expect(() => start(token)).toThrow(expect.objectContaining(weak));
      // One that can be guessed opens the door, whatever the others are.
      expect(() => start(randomUUID(), token)).toThrow(expect.objectContaining(weak));
    }
    expect(() => start(randomUUID(), randomBytes(16).toString("hex"))).not.toThrow();
  });

  test.each(["127.0.0.1", "localhost", "::1", "[::1]"])("on %s needs none, and takes any", (host) => {
    for (const tokens of [[], ["a"]]) expect(() => requireTokenFor(host, createGuard({ tokens }))).not.toThrow();
  });

  test("random tokens are not taken for guessable ones", () => {
    for (let count = 0; count < 2000; count += 1) {
      expect(isGuessable(randomBytes(16).toString("hex"))).toBe(false);
      expect(isGuessable(randomBytes(12).toString("base64url"))).toBe(false);
    }
  });
});
