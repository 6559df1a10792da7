import { expect, test } from "vitest";
import { programOptions } from "./program-options.js";

const options = {
  port: { type: "string", default: "1" },
  http: { type: "boolean" },
  "no-cache": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const read = (...args: readonly string[]) => programOptions(args, { options, fix: "See --help." });

test("options and folders, in any order", () => {
  expect(read("größe", "--port=2", "-h", "--", "--odd")).toMatchObject({
    values: { port: "2", help: true },
    positionals: ["größe", "--odd"],
  });
});

test.each([
  [["--prot", "1"], "There is no option --prot", "Did you mean --port?"],
  [["--nocache"], "There is no option --nocache", "Did you mean --no-cache?"],
  [["--HTTP"], "There is no option --HTTP", "Did you mean --http?"],
  [["--größe"], "There is no option --größe", "See --help."],
  [["-x"], "There is no option -x", "See --help."],
  [["--\u001b]0;x"], "There is no option --\\u001b]0;x", "See --help."],
  [["--port"], "Option '--port <value>' argument missing", "See --help."],
  [["--http=yes"], "Option '--http' does not take an argument", "See --help."],
])("%j is refused in one sentence", (args, message, fix) => {
  expect(() => read(...args)).toThrow(expect.objectContaining({ code: "input-invalid", message, fix }));
});
