import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AddMountsContext } from "../ports/make-mounts.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { createToolkit } from "../toolkit/toolkit.js";
import { type MountsOptions, mountsFrom } from "./mounts-from.js";
import { temporaryFolder } from "./testing/temporary-vault.js";

beforeEach(() => void vi.stubEnv("PD_STATE_DIR", temporaryFolder()));
afterEach(() => vi.unstubAllEnvs());

/** A repository with two folders of notes. */
function repository(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const name of [".git", "docs", "more/docs", "deep/er"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "docs", "one.md"), "# One\n\nFirst note.\n");
  writeFileSync(join(folder, "more", "docs", "two.md"), "# Two\n\nSecond note.\n");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function served(workingFolder: string, options: MountsOptions = {}) {
  const found = await mountsFrom({ workingFolder, cache: false, ...options });
  const toolkit = createToolkit(found.toolkit);
  return { ...found, toolkit, origin: (name: string) => found.settings.find((setting) => setting.name === name) };
}

describe("which folders are vaults", () => {
  test("those that the caller names, in place of the configuration's", async () => {
    const folder = repository({ "pd.config.json": '{"vaults": ["docs"]}' });
    const { vaults, origin } = await served(folder, { folders: ["more/docs"] });
    expect(vaults.map(({ root }) => root)).toEqual([join(folder, "more/docs")]);
    expect(origin("vaults")).toMatchObject({ origin: "given" });
  });

  test("else the configuration's, relative to its file", async () => {
    const folder = repository({ "pd.config.json": '{"vaults": ["docs", {"path": "more/docs", "id": "second"}]}' });
    const { vaults, config, origin } = await served(join(folder, "deep", "er"));
    expect(vaults.map(({ id, root }) => [id, root])).toEqual([
      ["docs", join(folder, "docs")],
      ["second", join(folder, "more/docs")],
    ]);
    expect(config?.file).toBe(join(folder, "pd.config.json"));
    expect(origin("vaults")).toMatchObject({ origin: "config" });
  });

  test("else the nearest folder upward that looks like one, else the working folder", async () => {
    const folder = repository();
    expect((await served(join(folder, "docs"))).origin("vaults")).toEqual({
      name: "vaults",
      value: [join(folder, "docs")],
      origin: "default",
    });
    mkdirSync(join(folder, "deep", ".obsidian"));
    expect((await served(join(folder, "deep", "er"))).origin("vaults")).toMatchObject({
      value: [join(folder, "deep")],
      origin: "found",
    });
    const configured = repository({ "pd.config.json": '{"budget": 900}' });
    expect((await served(join(configured, "deep"))).origin("vaults")).toMatchObject({
      value: [configured],
      origin: "found",
    });
  });

  test("one without a name is no folder, and not this one either", async () => {
    await expect(mountsFrom({ folders: [""], config: false, cache: false })).rejects.toMatchObject({
      code: "vault-unreadable",
      where: "vault",
    });
  });

  test("a configuration is not looked for where none is wanted", async () => {
    const folder = repository({ "pd.config.json": "not JSON" });
    expect((await served(folder, { config: false })).config).toBeUndefined();
    await expect(served(folder)).rejects.toThrow(/not JSON/);
  });

  test("one that does not exist is an error, and the others are closed", async () => {
    const folder = repository();
    await expect(served(folder, { folders: ["docs", "gone"] })).rejects.toMatchObject({ code: "vault-unreadable" });
  });
});

test("R3.2 two folders of one name get two ids; together they are one more graph, and no vault gets its id", async () => {
  const folder = repository();
  mkdirSync(join(folder, "all"));
  const { toolkit, mounts } = await served(folder, { folders: ["docs", "more/docs", "all"] });
  expect(mounts.map(({ content }) => content?.id)).toEqual(["docs", "docs-2", "all-2"]);
  const names = async (graphId?: string) => {
    const { nodes } = await toolkit.call("scan", graphId === undefined ? {} : { graphId });
    return nodes.map(({ name }) => name).sort();
  };
  expect(await names()).toEqual(["One"]);
  expect(await names("docs-2")).toEqual(["Two"]);
  expect(await names("all")).toEqual(["One", "Two"]);
});

describe("what is in force", () => {
  test("says who set it, and the caller stands above the configuration", async () => {
    const folder = repository({ "pd.config.json": '{"vaults": ["docs"], "budget": 500, "counter": "bytes"}' });
    const plain = await served(folder);
    expect(plain.origin("budget")).toEqual({ name: "budget", value: 500, origin: "config" });
    expect(plain.origin("counter")).toEqual({ name: "counter", value: "bytes", origin: "config" });
    expect(plain.origin("watch")).toEqual({ name: "watch", value: false, origin: "default" });
    const { telemetry } = await plain.toolkit.call("query", { query: "first" });
    expect(telemetry).toMatchObject({ tokenBudget: 500, counter: "bytes" });
    const given = await served(folder, { budget: 700, counter: "words" });
    expect(given.origin("budget")).toEqual({ name: "budget", value: 700, origin: "given" });
    expect((await given.toolkit.call("query", { query: "first" })).telemetry).toMatchObject({
      tokenBudget: 700,
      counter: "words",
    });
  });

  test("o200k is loaded when it is named", async () => {
    const { toolkit } = await served(repository(), { folders: ["docs"], counter: "o200k" });
    expect((await toolkit.call("scan", {})).telemetry.counter).toBe("o200k");
  });
});

describe("skills and prompts, which core does not know", () => {
  const SETTINGS = '{"vaults": ["docs"], "skills": ["fähigkeiten"], "prompts": ["a", {"path": "b", "id": "zwei"}]}';

  test("the composition root is told where they are, and mounts them behind the vaults", async () => {
    const folder = repository({ "pd.config.json": SETTINGS });
    const told: AddMountsContext[] = [];
    const { mounts, notice, origin, close } = await served(folder, {
      addMounts(context) {
        told.push(context);
        context.onClose(() => void told.pop());
        return [{ content: createMemoryContent([], context.freeId("docs")) }];
      },
    });
    expect(told).toMatchObject([
      {
        folder,
        folders: [join(folder, "docs")],
        skills: [join(folder, "fähigkeiten")],
        prompts: [{ folder: join(folder, "a") }, { folder: join(folder, "b"), id: "zwei" }],
      },
    ]);
    expect(mounts.map(({ content }) => content?.id)).toEqual(["docs", "docs-2"]);
    expect(notice).toBeUndefined();
    expect(origin("prompts")).toEqual({
      name: "prompts",
      value: [join(folder, "a"), join(folder, "b")],
      origin: "config",
    });
    await close();
    expect(told).toEqual([]);
  });

  test("a program that cannot serve them says which can", async () => {
    const folder = repository({ "pd.config.json": SETTINGS });
    expect((await served(folder)).notice).toMatch(/pd\.config\.json names skills and prompts, .*@pd\/pd does\.$/u);
    expect((await served(repository({ "pd.config.json": '{"skills": []}' }))).notice).toBeUndefined();
  });

  test("one that cannot be mounted is said of the configuration", async () => {
    const folder = repository({ "pd.config.json": SETTINGS });
    const failing = served(folder, {
      addMounts: () => {
        throw new Error("no such thing");
      },
    });
    await expect(failing).rejects.toMatchObject({
      code: "configuration-invalid",
      message: expect.stringContaining("no such thing"),
      where: join(folder, "pd.config.json"),
    });
  });
});

/** The caller vouches for what is found. */
const TRUSTED: MountsOptions = { trustFound: true };

describe("mounts of a configuration that is code", () => {
  const tool = `{ name: "say_hello", description: "x", readOnly: true, input: schema, call: async () => ({ said: folder }) }`;
  const schema = `{ _zod: { def: { type: "object" }, run: (payload) => payload }, "~standard": {} }`;

  test("come after the vaults, are told where they are, and are closed with the rest", async () => {
    const folder = repository({
      "pd.config.mjs": `
        const schema = ${schema};
        export default {
          vaults: ["docs"],
          mounts: ({ folder, onClose }) => {
            onClose(() => { globalThis.closedMounts = folder; });
            return [{ tools: [${tool}] }];
          },
        };`,
    });
    const { mounts, toolkit, close, origin } = await served(folder, TRUSTED);
    expect(mounts.map(({ content, tools }) => content?.id ?? tools?.[0]?.name)).toEqual(["docs", "say_hello"]);
    expect(origin("mounts")).toEqual({ name: "mounts", value: ["tools say_hello"], origin: "config" });
    expect(await toolkit.call("say_hello", {})).toEqual({ said: folder });
    await close();
    expect(Reflect.get(globalThis, "closedMounts")).toBe(folder);
    Reflect.deleteProperty(globalThis, "closedMounts");
  });

  test("that bring content need no vault", async () => {
    const folder = repository({
      "pd.config.mjs": `export default { mounts: [{ content: { id: "own", open: async () => { throw new Error(); } } }] };`,
    });
    expect((await served(folder, TRUSTED)).mounts.map(({ content }) => content?.id)).toEqual(["own"]);
  });

  test("that cannot be made are an error of the configuration", async () => {
    const throwing = repository({ "pd.config.mjs": `export default { mounts: () => { throw new Error("no"); } };` });
    await expect(served(throwing, TRUSTED)).rejects.toMatchObject({
      code: "configuration-invalid",
      message: "The mounts of the configuration could not be made: no",
      fix: "Correct that, or use --no-config.",
    });
    const wrong = repository({ "pd.config.mjs": "export default { mounts: [7] };" });
    await expect(served(wrong, TRUSTED)).rejects.toMatchObject({ code: "configuration-invalid" });
  });
});

describe("R6.4a of a configuration that was found and that nobody has trusted", () => {
  const outside = (folder: string) => {
    mkdirSync(join(folder, "../private-私"), { recursive: true });
    writeFileSync(join(folder, "../private-私/secret.md"), "# Secret\n\nGeheim.\n");
    return "../private-私";
  };

  test("H7 vaults outside its folder are left out, and the rest is served", async () => {
    const folder = repository();
    writeFileSync(join(folder, "pd.config.json"), JSON.stringify({ vaults: [outside(folder), "docs"], budget: 500 }));
    const { vaults, notice, origin } = await served(folder);
    expect(vaults.map(({ root }) => root)).toEqual([join(folder, "docs")]);
    expect(notice).toContain("private-私");
    expect(origin("budget")).toMatchObject({ value: 500, origin: "config" });
    expect((await served(folder, TRUSTED)).vaults).toHaveLength(2);
    expect((await served(folder, { config: "pd.config.json" })).vaults).toHaveLength(2);
  });

  test("H7 where nothing is left of its vaults, its own folder is served", async () => {
    const folder = repository();
    writeFileSync(join(folder, "pd.config.json"), JSON.stringify({ vaults: [outside(folder)] }));
    const { vaults, toolkit } = await served(join(folder, "deep"));
    expect(vaults.map(({ root }) => root)).toEqual([folder]);
    expect((await toolkit.call("scan", {})).nodes.map(({ name }) => name).sort()).toEqual(["One", "Two"]);
  });

  test("H1 code is left out whole, as if it were not there, and one line says so", async () => {
    const folder = repository({ "pd.config.mjs": 'throw new Error("ran");' });
    const { vaults, mounts, notice, config, origin } = await served(join(folder, "docs"));
    expect(vaults.map(({ root }) => root)).toEqual([join(folder, "docs")]);
    expect(mounts).toHaveLength(1);
    expect(notice).toContain("it was not run");
    expect(config).toMatchObject({ reading: "left-out" });
    expect(origin("vaults")).toMatchObject({ origin: "default" });
  });

  test("nothing is said of vaults that nobody asked for", async () => {
    const folder = repository();
    writeFileSync(join(folder, "pd.config.json"), JSON.stringify({ vaults: [outside(folder)] }));
    expect((await served(folder, { folders: ["docs"] })).notice).toBeUndefined();
    writeFileSync(join(folder, "pd.config.mjs"), "export default {};");
    expect((await served(folder, { folders: ["docs"] })).notice).toContain("it was not run");
  });

  test("whoever only looks runs nothing, and what code would set is left open", async () => {
    const folder = repository({ "pd.config.mjs": 'throw new Error("ran");' });
    const { vaults, settings } = await served(folder, { ...TRUSTED, look: true, counter: "bytes", cache: undefined });
    expect(vaults).toEqual([]);
    expect(settings.filter(({ value }) => value !== null)).toEqual([
      { name: "counter", value: "bytes", origin: "given" },
    ]);
    expect(settings.filter(({ origin }) => origin === "config")).toHaveLength(settings.length - 1);
    const named = await served(folder, { ...TRUSTED, look: true, folders: ["docs"] });
    expect(named.vaults).toHaveLength(1);
  });
});

test("whether changes are picked up: the caller, else the configuration, else what the caller has as default", async () => {
  const folder = repository({ "pd.config.json": '{"vaults": ["docs"], "watch": false}' });
  const watches = async (options: MountsOptions) => {
    const { origin, close } = await served(folder, options);
    await close();
    return origin("watch")?.value;
  };
  expect(await watches({ watchByDefault: true })).toBe(false);
  expect(await watches({ watchByDefault: true, watch: true })).toBe(true);
  expect(await watches({ watchByDefault: true, config: false, folders: ["docs"] })).toBe(true);
  expect(await watches({ config: false, folders: ["docs"] })).toBe(false);
});
