import { describe, expect, test } from "vitest";
import { parseCommandLine } from "./command-line.js";

describe("the command line", () => {
  test("takes folders, sessions and servers to follow; the token from the environment", () => {
    const line = parseCommandLine(["docs", "--session", "a.jsonl", "--session", "b.jsonl", "--live", "http://x:1"], {
      PD_LIVE_TOKEN: "t",
    });
    expect(line).toMatchObject({
      folders: ["docs"],
      sessions: ["a.jsonl", "b.jsonl"],
      live: ["http://x:1"],
      liveToken: "t",
    });
  });

  test("an unknown option names the nearest", () => {
    expect(() => parseCommandLine(["--sesion", "x"], {})).toThrow(
      expect.objectContaining({ message: "There is no option --sesion", fix: "Did you mean --session?" }),
    );
  });

  test.each([["--port", "99999"], ["--live", "file:///etc/passwd"], ["--nope"]])("%s %s is refused", (...given) => {
    expect(() => parseCommandLine(given, {})).toThrow();
  });
});
