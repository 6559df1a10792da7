import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../scripts/compile.mjs", import.meta.url));

test("what is compiled is what its source says", () => {
  expect(execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" })).toBe("");
}, 240_000);
