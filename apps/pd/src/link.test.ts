import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterwards } from "pd-tooling/afterwards";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const script = fileURLToPath(new URL("../../../scripts/link.mjs", import.meta.url));

/** npm's folder for programs, in a place of its own. */
function prefix() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pd-link-größe-")));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, npm_config_prefix: folder };
  const link = (...args: readonly string[]) =>
    spawnSync(process.execPath, [script, ...args], { env, encoding: "utf8" });
  return { link, program: join(folder, "bin/pd") };
}

test("npm run link puts pd where npm puts programs, again and again, and takes it away", () => {
  const { link, program } = prefix();
  for (const _ of [1, 2]) {
    expect(link("--built").status).toBe(0);
    expect(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout).toBe(`${manifest.version}\n`);
  }
  expect(link("--remove").stdout).toContain("Removed");
  expect(existsSync(program)).toBe(false);
  expect(link("--remove").stdout).toContain("There is no pd to remove");
});

test("another program of that name is left alone", () => {
  const { link, program } = prefix();
  mkdirSync(join(program, ".."), { recursive: true });
  writeFileSync(program, "#!/bin/sh\n");
  for (const option of ["--built", "--remove"]) {
    const { status, stderr } = link(option);
    expect([status, stderr]).toEqual([1, expect.stringContaining("is another program. Nothing was changed.")]);
  }
  expect(readFileSync(program, "utf8")).toBe("#!/bin/sh\n");
});
