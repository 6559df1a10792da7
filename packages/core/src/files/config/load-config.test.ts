import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../vault/testing/temporary-vault.js";
import { workingTree } from "../working-tree.js";
import { loadConfig } from "./load-config.js";

/** A repository in a temporary folder, with these files. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), "repository");
  mkdirSync(join(folder, ".git"), { recursive: true });
  mkdirSync(join(folder, "a", "b"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** By somebody who vouches for it: what is loaded without that is in `config-trust.test.ts`. */
const load = (folder: string, file?: string) => loadConfig({ workingFolder: folder, file, trustFound: true });

describe("where a configuration is looked for", () => {
  test("the nearest one upward, up to the repository's root and no further", async () => {
    const folder = repository({ "pd.config.json": '{"budget": 1}', "a/pd.config.json": '{"budget": 2}' });
    expect((await load(join(folder, "a", "b")))?.config).toEqual({ budget: 2 });
    expect((await load(folder))?.config).toEqual({ budget: 1 });
    const other = repository({});
    writeFileSync(join(other, "..", "pd.config.json"), '{"budget": 3}');
    expect(await load(join(other, "a", "b"))).toBeUndefined();
  });

  test("of several in one folder the first kind counts, and the others are named", async () => {
    const folder = repository({
      "pd.config.mjs": "export default { budget: 1 }",
      "pd.config.json": '{"budget": 2}',
    });
    const loaded = await load(folder);
    expect(loaded).toMatchObject({ form: "code", config: { budget: 1 }, folder });
    expect(loaded?.shadowed).toEqual([join(folder, "pd.config.json")]);
  });

  test("a folder of that name is none", async () => {
    const folder = repository({});
    mkdirSync(join(folder, "pd.config.json"));
    expect(await load(folder)).toBeUndefined();
  });

  test("without a repository: up to the home folder; outside of it: the working folder alone", () => {
    const home = temporaryFolder();
    mkdirSync(join(home, "x", "y"), { recursive: true });
    expect(workingTree(join(home, "x", "y"), home).folders).toEqual([join(home, "x", "y"), join(home, "x"), home]);
    const elsewhere = temporaryFolder();
    mkdirSync(join(elsewhere, "x"));
    expect(workingTree(join(elsewhere, "x"), home).folders).toEqual([join(elsewhere, "x")]);
  });

  test("a file that is named is taken, and one that is not there is an error", async () => {
    const folder = repository({ "other.json": '{"budget": 5}', "other.yaml": "budget: 5" });
    expect((await load(join(folder, "a"), "../other.json"))?.config).toEqual({ budget: 5 });
    await expect(load(folder, "gone.json")).rejects.toThrow(/no such configuration/);
    await expect(load(folder, "other.yaml")).rejects.toThrow(/not a kind of configuration/);
  });
});

describe("what is wrong is said with file and line", () => {
  test.each([
    ['{\n  "budget": 1,\n}', "pd.config.json:3", /key in double quotes/],
    ['{\n  // vaults\n  "budget": 1 }', "pd.config.json:2", /key in double quotes/],
    ['{\n "vaults": ["a",\n "b"', "pd.config.json:3", /end of the file/],
    ["", "pd.config.json:1", /a value is expected/],
    ['{"budget": 1} x', "pd.config.json:1", /the end is expected/],
    ['{\n\n "budget": "1" }', "pd.config.json:3", /budget should be/],
    ['{\n "vaults": [\n "a",\n 7 ] }', "pd.config.json:4", /vaults\.1/],
    ['{\n "budget": 1,\n "vault": [] }', "pd.config.json:3", /no setting "vault"/],
    ['{\n "mounts": [] }', "pd.config.json:2", /Mounts are code/],
    [`${'{"a":'.repeat(20_000)}`, "pd.config.json:1", /nested too deeply/],
  ])("%s", async (text, where, message) => {
    const folder = repository({ "pd.config.json": text });
    await expect(load(folder)).rejects.toMatchObject({
      code: "configuration-invalid",
      where,
      message: expect.stringMatching(message),
      fix: expect.stringMatching(/./),
    });
  });

  test("in code the line that threw, and its own words", async () => {
    const folder = repository({ "pd.config.mjs": '\n\nthrow new Error("no \\u001b[31mtoday");\n' });
    const failed = await load(folder).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "configuration-invalid", where: "pd.config.mjs:3" });
    expect((failed as Error).message).toMatch(/no \\u001b\[31mtoday/);
    const nothing = repository({ "pd.config.mjs": "export const config = {};" });
    await expect(load(nothing)).rejects.toThrow(/no default export/);
    const wrong = repository({ "pd.config.mjs": "export default { budget: -1 };" });
    await expect(load(wrong)).rejects.toMatchObject({ where: "pd.config.mjs", message: /budget should be/ });
  });

  test.skipIf(process.platform === "win32")("what blocks or is huge is refused at once", async () => {
    const folder = repository({ "large.json": " ".repeat(128 * 1024 + 1) });
    execFileSync("mkfifo", [join(folder, "pipe.json")]);
    await expect(load(folder, "pipe.json")).rejects.toThrow(/not a regular file/);
    await expect(load(folder, "large.json")).rejects.toThrow(/more than/);
  });
});

describe("a configuration in TypeScript", () => {
  test("goes through jiti", async () => {
    const folder = repository({
      "pd.config.ts":
        'import { budget } from "./budget.ts";\nconst config: { budget: number } = { budget };\nexport default config;',
      "budget.ts": "export const budget: number = 7;",
    });
    expect(await load(folder)).toMatchObject({ form: "code", config: { budget: 7 } });
  });

  test("says where it is wrong", async () => {
    const folder = repository({ "pd.config.ts": "const x: number = 1;\nexport default {\n  budget: ,\n};" });
    await expect(load(folder)).rejects.toMatchObject({
      code: "configuration-invalid",
      where: expect.stringMatching(/^pd\.config\.ts/),
    });
  });
});
