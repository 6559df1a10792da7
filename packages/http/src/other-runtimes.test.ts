import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const program = fileURLToPath(new URL("./testing/other-runtime.ts", import.meta.url));
const SOURCE = "--conditions=@pd/source";

/** Read nothing but modules, ask nobody: what the app needs of a runtime is the web's own. */
const DENO = ["run", "--allow-read", "--allow-env", "--no-lock", "--no-check", "--unstable-sloppy-imports", SOURCE];

/** Where they are not on the path, `PD_DENO` and `PD_BUN` say where they are; both can be had as npm packages of those names. */
const RUNTIMES = [
  { name: "Deno", command: process.env["PD_DENO"] || "deno", args: DENO },
  { name: "Bun", command: process.env["PD_BUN"] || "bun", args: [SOURCE] },
];

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, [...args, program], {
    cwd: folder,
    encoding: "utf8",
    timeout: 600_000,
    env: { ...process.env, NO_COLOR: "1" },
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

describe("the app on other runtimes says what it says on Node", () => {
  for (const { name, command, args } of RUNTIMES) {
    const isThere = spawnSync(command, ["--version"], { timeout: 600_000 }).status === 0;
    test.skipIf(!isThere)(`${name}${isThere ? "" : " (it is not installed here)"}`, () => {
      const expected = run(process.execPath, ["--import", "tsx", SOURCE]);
      const statuses = expected.trim().split("\n");
      expect(statuses.map((line) => JSON.parse(line).status)).toEqual([
        200, 200, 200, 200, 400, 413, 403, 404, 200, 200,
      ]);
      expect(run(command, args)).toBe(expected);
    });
  }
});
