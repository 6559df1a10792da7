import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../vault/testing/temporary-vault.js";
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from "./load-config.js";
import { revokeTrust, trust, trustedFiles } from "./trust-store.js";

let state = "";
beforeEach(() => {
  state = join(temporaryFolder(), "état");
  vi.stubEnv("PD_STATE_DIR", state);
});

afterEach(() => vi.unstubAllEnvs());

/** A clone in a temporary folder, with a folder of somebody's own beside it. */
function clone(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), "clone");
  for (const name of [".git", "docs", "文書", "deep/er", "../private"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function load(workingFolder: string, options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  const loaded = await loadConfig({ workingFolder, ...options });
  expect(loaded).toBeDefined();
  return loaded as LoadedConfig;
}

const line = ({ notice }: LoadedConfig) => `${notice?.message}. ${notice?.fix}`;

/** As `pd trust` does it. */
async function trustIn(folder: string): Promise<void> {
  const { file, sha256 } = await load(folder, { look: true });
  trust(file, sha256 ?? "");
}

/** Code that leaves a file behind where it runs. */
const leaving = (mark: string) =>
  `process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(mark)}, "ran"); export default { budget: 7 };`;

describe.each(["mjs", "js", "ts"])("R6.4a H1 a configuration that was found, pd.config.%s", (ending) => {
  const hostile = () => {
    const folder = clone({ "package.json": '{"type": "module"}' });
    const mark = join(folder, "ran");
    writeFileSync(join(folder, `pd.config.${ending}`), leaving(mark));
    return { folder, ran: () => existsSync(mark) };
  };

  test("runs nothing before it is trusted, from wherever in the clone; one line says so", async () => {
    const { folder, ran } = hostile();
    for (const from of [folder, join(folder, "deep", "er")]) {
      const loaded = await load(from);
      expect(loaded).toMatchObject({ standing: "untrusted", reading: "left-out", config: {}, form: "code" });
      expect(line(loaded)).toMatch(
        /pd\.config\.\w+ was found here, and you have not trusted it: it was not run\. pd trust /u,
      );
      expect(line(loaded)).not.toContain("\n");
    }
    expect(ran()).toBe(false);
  });

  test("runs once it is trusted, and not while somebody only looks", async () => {
    const { folder, ran } = hostile();
    await trustIn(folder);
    expect(await load(folder, { look: true })).toMatchObject({ standing: "trusted", reading: "not-run", config: {} });
    expect(ran()).toBe(false);
    const loaded = await load(folder);
    expect(loaded).toMatchObject({ standing: "trusted", reading: "used", config: { budget: 7 }, notice: undefined });
    expect(ran()).toBe(true);
  });

  test("runs where it is named, or where the caller vouches for it; never while somebody only looks", async () => {
    for (const options of [{ file: `pd.config.${ending}` }, { trustFound: true }]) {
      const { folder, ran } = hostile();
      expect(await load(folder, { ...options, look: true })).toMatchObject({ standing: "named", reading: "not-run" });
      expect(ran()).toBe(false);
      expect(await load(folder, options)).toMatchObject({ standing: "named", config: { budget: 7 } });
      expect(ran()).toBe(true);
    }
  });

  test("is untrusted again once it has changed, and says so", async () => {
    const { folder, ran } = hostile();
    await trustIn(folder);
    writeFileSync(join(folder, `pd.config.${ending}`), `${leaving(join(folder, "ran"))}\n// 変更\n`);
    const loaded = await load(folder);
    expect(loaded).toMatchObject({ standing: "changed", reading: "left-out" });
    expect(line(loaded)).toContain("changed since you trusted it");
    expect(ran()).toBe(false);
  });

  test("is trusted in its place only: the same content elsewhere is not", async () => {
    const { folder } = hostile();
    await trustIn(folder);
    const elsewhere = join(temporaryFolder(), "moved");
    renameSync(folder, elsewhere);
    expect(await load(elsewhere)).toMatchObject({ standing: "untrusted" });
  });
});

describe("R6.4a H7 a pd.config.json that was found", () => {
  const OUTSIDE = ["../private", "/", "docs/../../private", "link", "link/inner"];

  test.each(OUTSIDE)("mounts nothing outside its folder: %s", async (path) => {
    const folder = clone({});
    mkdirSync(join(folder, "../private/inner"));
    symlinkSync(join(folder, "../private"), join(folder, "link"));
    writeFileSync(
      join(folder, "pd.config.json"),
      JSON.stringify({
        vaults: ["docs", path, { path, id: "機密" }, "文書"],
        skills: ["docs", path],
        prompts: [path, { path, id: "機密" }],
        budget: 900,
        counter: "bytes",
        cache: false,
        watch: true,
      }),
    );
    const loaded = await load(join(folder, "deep"));
    // The rest of it holds.
    expect(loaded.config).toEqual({
      vaults: ["docs", "文書"],
      skills: ["docs"],
      budget: 900,
      counter: "bytes",
      cache: false,
      watch: true,
    });
    expect(loaded).toMatchObject({ standing: "untrusted", reading: "used", outside: [path] });
    expect(line(loaded)).toContain(`left out what lies outside its folder: "${path}"`);
    await trustIn(folder);
    const trusted = await load(folder);
    expect(trusted).toMatchObject({ standing: "trusted", notice: undefined, outside: [path] });
    expect(trusted.config.vaults).toEqual(["docs", path, { path, id: "機密" }, "文書"]);
    writeFileSync(join(folder, "pd.config.json"), JSON.stringify({ vaults: [path] }));
    const changed = await load(folder);
    expect(changed).toMatchObject({ standing: "changed", config: {} });
    expect(line(changed)).toContain("changed since you trusted it");
  });

  test("needs no trust for its own folder, whatever it is called and however it is reached", async () => {
    const folder = clone({ "pd.config.json": '{"vaults": [".", "docs", "./文書", "docs/../docs", "link", "gone"]}' });
    symlinkSync("docs", join(folder, "link"));
    expect(await load(folder)).toMatchObject({ standing: "unneeded", notice: undefined, outside: [] });
    const through = join(temporaryFolder(), "link");
    symlinkSync(folder, through);
    expect(await load(through)).toMatchObject({ standing: "unneeded" });
  });

  test("names what it left out in one line without control characters", async () => {
    const paths = ["/\u001b[31mrot", "/b\nc", "/d", "/e", `/${"長".repeat(500)}`];
    const folder = clone({ "pd.config.json": JSON.stringify({ vaults: paths }) });
    const notice = line(await load(folder));
    expect(notice).toContain("and 2 more");
    expect(notice).not.toMatch(/\p{Cc}/u);
    expect(notice.length).toBeLessThan(500);
  });

  test("is used whole where it is named, or where the caller vouches for it", async () => {
    const folder = clone({ "pd.config.json": '{"vaults": ["../private"]}' });
    for (const options of [{ file: "pd.config.json" }, { trustFound: true }])
      expect(await load(folder, options)).toMatchObject({ standing: "named", config: { vaults: ["../private"] } });
  });
});

describe.skipIf(process.platform === "win32")("H1 H7 nothing counts of a file that others could have written", () => {
  const files = ["pd.config.mjs", "pd.config.json"];

  async function refuses(folder: string, why: RegExp): Promise<void> {
    for (const from of [folder, join(folder, "deep")]) {
      const loaded = await load(from);
      expect(loaded).toMatchObject({ standing: "refused", reading: "left-out", config: {} });
      expect(line(loaded)).toMatch(why);
    }
  }

  const made = (name: string) =>
    clone({ [name]: name.endsWith("json") ? '{"budget": 7, "vaults": ["docs"]}' : "export default { budget: 7 };" });

  test.each(files)("its mode lets them: %s", async (name) => {
    const folder = made(name);
    if (!name.endsWith("json")) await trustIn(folder);
    chmodSync(join(folder, name), 0o646);
    await refuses(folder, /can be written by other users, so it is not used\. Run chmod go-w/u);
    // Whoever names it has decided.
    expect((await load(folder, { file: name })).config.budget).toBe(7);
  });

  test.each(files)("it is a link to elsewhere: %s", async (name) => {
    const [folder, other] = [clone({}), made(name)];
    symlinkSync(join(other, name), join(folder, name));
    await refuses(folder, /is a link to outside its folder/u);
  });

  test.runIf(process.getuid?.() === 0).each(files)("it belongs to another user: %s", async (name) => {
    const folder = made(name);
    if (!name.endsWith("json")) await trustIn(folder);
    chownSync(join(folder, name), 4321, 4321);
    await refuses(folder, /belongs to another user, so it is not used\. Take it over/u);
  });
});

describe("what a user trusts", () => {
  test("is kept for this user alone, outside the folder, by real path and digest", async () => {
    const folder = clone({ "pd.config.mjs": "export default {};" });
    await trustIn(folder);
    expect(trustedFiles()).toEqual([
      {
        file: join(folder, "pd.config.mjs"),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
        since: expect.any(String),
      },
    ]);
    if (process.platform === "win32") return;
    expect([statSync(state).mode & 0o777, statSync(join(state, "trust.json")).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  test("is one entry a file, and is taken back", async () => {
    const [one, two] = [
      clone({ "pd.config.mjs": "export default {};" }),
      clone({ "pd.config.js": "export default {};" }),
    ];
    for (const folder of [one, two, one]) await trustIn(folder);
    expect(trustedFiles().map(({ file }) => dirname(file))).toEqual([two, one]);
    expect(revokeTrust(join(one, "pd.config.mjs"))).toBe(true);
    expect(revokeTrust(join(one, "pd.config.mjs"))).toBe(false);
    expect(await load(one)).toMatchObject({ standing: "untrusted" });
    expect(await load(two)).toMatchObject({ standing: "trusted" });
  });

  test("a list of a newer version trusts nothing, says so, and is not written over", async () => {
    const folder = clone({ "pd.config.mjs": "export default {};" });
    await trustIn(folder);
    const newer = '{"version": 2, "trusted": [], "größe": 1}';
    writeFileSync(join(state, "trust.json"), newer);
    const loaded = await load(folder);
    expect(loaded).toMatchObject({ standing: "untrusted" });
    expect(line(loaded)).toContain("has version 2, and this pd reads version 1");
    await expect(trustIn(folder)).rejects.toMatchObject({
      code: "configuration-invalid",
      fix: expect.stringContaining("Update pd"),
    });
    expect(readFileSync(join(state, "trust.json"), "utf8")).toBe(newer);
  });

  test.each([["not JSON"], ['{"version": 1, "trusted": [{"file": 7}]}'], ["null"]])(
    "a list that cannot be understood trusts nothing, says so, and is not written over: %s",
    async (text) => {
      const folder = clone({ "pd.config.mjs": "export default {};" });
      await trustIn(folder);
      writeFileSync(join(state, "trust.json"), text);
      const loaded = await load(folder);
      expect(loaded).toMatchObject({ standing: "untrusted" });
      expect(line(loaded)).toContain("cannot be understood");
      await expect(trustIn(folder)).rejects.toMatchObject({
        code: "configuration-invalid",
        fix: expect.stringContaining("Delete"),
      });
    },
  );

  test.skipIf(process.platform === "win32")("a list that others could have written trusts nothing", async () => {
    const folder = clone({ "pd.config.mjs": "export default {};" });
    await trustIn(folder);
    chmodSync(join(state, "trust.json"), 0o666);
    expect(line(await load(folder))).toContain("can be written by other users");
    chmodSync(join(state, "trust.json"), 0o600);
    expect(await load(folder)).toMatchObject({ standing: "trusted" });
    if (process.getuid?.() !== 0) return;
    chownSync(join(state, "trust.json"), 4321, 4321);
    expect(await load(folder)).toMatchObject({ standing: "untrusted" });
  });

  test("a relative PD_STATE_DIR is passed over: it would lie in the stranger's folder", async () => {
    vi.stubEnv("PD_STATE_DIR", ".");
    vi.stubEnv("XDG_STATE_HOME", "xdg");
    vi.stubEnv("HOME", temporaryFolder());
    const folder = clone({ "pd.config.mjs": "export default {};" });
    await trustIn(folder);
    expect(existsSync(join(process.cwd(), "trust.json"))).toBe(false);
    expect(await load(folder)).toMatchObject({ standing: "trusted" });
  });

  test.skipIf(process.platform !== "linux").each([
    ["an empty HOME", () => ({ HOME: "" })],
    ["a relative HOME", () => ({ HOME: "." })],
    ["a home that is the clone", (folder: string) => ({ HOME: folder })],
    ["a state folder in the clone", (folder: string) => ({ XDG_STATE_HOME: join(folder, ".local", "state") })],
    ["a state folder that is a link into it", (folder: string) => ({ PD_STATE_DIR: join(folder, "..", "lié") })],
  ])("a list that the clone brought with it trusts nothing: %s", async (_, environment) => {
    const folder = clone({ "pd.config.mjs": "" });
    const mark = join(folder, "ran");
    const [file, brought] = [join(folder, "deep", "pd.config.mjs"), join(folder, ".local", "state", "pd")];
    writeFileSync(file, leaving(mark));
    mkdirSync(brought, { recursive: true });
    symlinkSync(brought, join(folder, "..", "lié"));
    const sha256 = createHash("sha256").update(leaving(mark)).digest("hex");
    const trusted = [{ file, sha256, since: "2026-01-01T00:00:00Z" }];
    writeFileSync(join(brought, "trust.json"), JSON.stringify({ version: 1, trusted }));
    const before = process.cwd();
    try {
      process.chdir(folder);
      vi.stubEnv("PD_STATE_DIR", "");
      for (const [name, value] of Object.entries(environment(folder))) vi.stubEnv(name, value);
      expect(await load(dirname(file))).toMatchObject({ standing: "untrusted" });
    } finally {
      process.chdir(before);
    }
    expect(existsSync(mark)).toBe(false);
  });

  test("is not written into the folder that it is about", async () => {
    const folder = clone({ "pd.config.mjs": "export default {};" });
    vi.stubEnv("PD_STATE_DIR", join(folder, "état"));
    await expect(trustIn(folder)).rejects.toMatchObject({
      code: "configuration-invalid",
      fix: expect.stringContaining("PD_STATE_DIR"),
    });
    expect(existsSync(join(folder, "état"))).toBe(false);
  });
});

describe("R6.4a H1 a configuration that was found and names a database", () => {
  const CONFIG = JSON.stringify({
    budget: 7,
    databases: [
      { graph: "handbuch", urlFrom: "HOME" },
      { graph: "文書", url: "postgres://evil.example/x" },
    ],
  });

  test("opens no connection and names no environment variable until its person trusts it; the rest of it counts", async () => {
    const folder = clone({ "pd.config.json": CONFIG });
    const found = await load(folder);
    expect(found.config).toEqual({ budget: 7 });
    expect(line(found)).toContain('"the database of handbuch", "the database of 文書"');
    await trustIn(folder);
    expect((await load(folder)).config.databases).toHaveLength(2);
    writeFileSync(join(folder, "pd.config.json"), CONFIG.replace("evil", "worse"));
    expect((await load(folder)).config.databases).toBeUndefined();
  });
});
