import { describe, expect, test } from "vitest";
import { HELP, parseCommandLine } from "./command-line.js";

const parse = (...args: string[]) => parseCommandLine(args, {});

describe("the command line", () => {
  test("folders, and a default for everything else", () => {
    expect(parse("docs", "notes")).toEqual({
      folders: ["docs", "notes"],
      port: 3210,
      host: "127.0.0.1",
      tokens: [],
      allowHosts: [],
      allowOrigins: [],
      rate: undefined,
      seconds: undefined,
      bodyBytes: undefined,
      config: undefined,
      watch: true,
      cache: true,
      log: undefined,
    });
  });

  test("R6.7 <dir> --port <n> --host <h>, in any order", () => {
    expect(parse("--port", "0", "docs", "--host=0.0.0.0", "--token", "t")).toMatchObject({
      folders: ["docs"],
      port: 0,
      host: "0.0.0.0",
      tokens: ["t"],
    });
  });

  test("an IPv6 address may be written with its brackets", () => {
    expect(parse("--host", "[::1]")).toMatchObject({ host: "::1" });
  });

  test("a token may come from the environment, where other users do not see it", () => {
    expect(parseCommandLine([], { PD_TOKEN: "hidden" })).toMatchObject({ tokens: ["hidden"] });
    expect(parseCommandLine(["--token", "given"], { PD_TOKEN: "hidden" })).toMatchObject({ tokens: ["given"] });
    expect(parseCommandLine([], { PD_TOKEN: "" })).toMatchObject({ tokens: [] });
  });

  test.each([
    [["--port", "x"], /--port is a whole number from 0 to 65535/],
    [["--port", "65536"], /--port/],
    [["--port=-1"], /--port/],
    [["--port", "1e3"], /--port/],
    [["--rate", "fast"], /--rate/],
    [["--timeout", "0"], /--timeout/],
    [["--max-body", "0"], /--max-body/],
    [["--log", "xml"], /--log is json or off/],
    [["--host", ""], /--host/],
    [["--token", ""], /--token/],
    [["--port"], /--port/],
  ])("%j is refused by name", (args, message) => {
    expect(() => parse(...args)).toThrow(message);
    expect(() => parse(...args)).toThrow(
      expect.objectContaining({ code: "input-invalid", fix: "See pd-http --help." }),
    );
  });

  test("an unknown option names the nearest", () => {
    expect(() => parse("--prot", "1")).toThrow(
      expect.objectContaining({ message: "There is no option --prot", fix: "Did you mean --port?" }),
    );
  });

  test("help names every option", () => {
    expect(parse("--help")).toBe("help");
    expect(parse("-h")).toBe("help");
    expect(parse("--version")).toBe("version");
    for (const option of [
      "--port",
      "--host",
      "--token",
      "--allow-host",
      "--allow-origin",
      "--rate",
      "--timeout",
      "--max-body",
      "--config",
      "--no-config",
      "--no-watch",
      "--no-cache",
      "--log",
      "--help",
      "--version",
    ]) {
      expect(HELP).toContain(option);
    }
  });
});
