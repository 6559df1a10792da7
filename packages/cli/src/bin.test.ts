import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { spawnIn, spawnPd } from "./testing/spawn-pd.js";
import { NOTES, type TemporaryPlace, temporaryPlace } from "./testing/temporary-place.js";

const VAULT = ["--vault", "docs"];

const hasScript = (() => {
  try {
    execFileSync("script", ["--version"], { stdio: "ignore" });
    return process.platform === "linux";
  } catch {
    return false;
  }
})();

describe("the bin in a process of its own", () => {
  test("writes data to stdout, talk to stderr, and exits with the code", async () => {
    const place = temporaryPlace(NOTES);
    const found = await spawnPd(place, ["search", "token", ...VAULT, "--json"]);
    expect([found.code, found.stderr, JSON.parse(found.stdout).operation]).toEqual([0, "", "search"]);
    expect((await spawnPd(place, ["search", "zzzzqqqq", ...VAULT])).code).toBe(1);
    const wrong = await spawnPd(place, ["serach"]);
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain("Did you mean pd search?");
  });

  test("an input that only a schema can judge is judged by it, and worded as ever", async () => {
    const place = temporaryPlace(NOTES);
    const wrong = await spawnPd(place, ["query", "token", "--limit", "0", ...VAULT]);
    expect([wrong.code, wrong.stderr.includes("--limit should be a number of at least 1")]).toEqual([2, true]);
    writeFileSync(join(place.folder, "pd.config.json"), '{ "vaults": ["docs"], "bugdet": 900 }');
    const misspelt = await spawnPd(place, ["query", "token"]);
    expect([misspelt.code, misspelt.stderr.includes('Did you mean "budget"?')]).toEqual([2, true]);
  });

  test("gives the same answer as the sources do, from files, from a snapshot and from the code cache", async () => {
    const place = temporaryPlace(NOTES);
    const args = ["query", "token budget", ...VAULT, "--json"];
    const { stdout } = await place.pd([...args, "--no-cache"]);
    expect(JSON.parse(stdout).telemetry.tokensUsed).toBeGreaterThan(100);
    for (let time = 0; time < 3; time += 1) expect((await spawnPd(place, args)).stdout).toBe(stdout);
  });

  test("no terminal, no escapes: neither colours nor progress", async () => {
    const { stdout, stderr } = await spawnPd(temporaryPlace(NOTES), ["query", "token", ...VAULT]);
    expect(`${stdout}${stderr}`).not.toContain("\u001b");
  });

  test("a reader that stops is no failure", async () => {
    const place = temporaryPlace(NOTES);
    for (let number = 0; number < 300; number += 1)
      place.write(`docs/many/${number}.md`, `# Note ${number}\n\n${"Some words. ".repeat(200)}\n`);
    const pd = `'${process.execPath}' '${inject("bin")}'`;
    const command = `${pd} scan --limit 300 ${VAULT.join(" ")} | head -n 1; echo "$\{PIPESTATUS[0]}"`;
    const { stdout, stderr } = await spawnIn(place, ["bash", "-c", command]);
    expect(stdout.split("\n").slice(1)).toEqual(["0", ""]);
    expect(stderr).not.toMatch(/EPIPE|Error| {4}at /u);
    const closed = await spawnIn(place, [
      "bash",
      "-c",
      `${pd} context words --budget 90000 ${VAULT.join(" ")} | true; echo "$\{PIPESTATUS[0]}"`,
    ]);
    expect([closed.stdout.trim(), closed.stderr]).toEqual(["0", ""]);
  });

  test.skipIf(!existsSync("/dev/full"))("output that cannot be written is a failure", async () => {
    const pd = `'${process.execPath}' '${inject("bin")}'`;
    const { stdout, stderr } = await spawnIn(temporaryPlace(NOTES), [
      "bash",
      "-c",
      `${pd} scan ${VAULT.join(" ")} >/dev/full; echo $?`,
    ]);
    expect(stdout).toBe("2\n");
    expect(stderr).toContain("error[file-unwritable]");
  });

  test("an interrupted one exits with 130 and says nothing more", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "pd.config.mjs":
        'export default { mounts: async () => { console.error("waiting"); await new Promise((resolve) => setTimeout(resolve, 60000)); return []; } };',
    });
    const { code, signal, stdout } = await spawnPd(place, ["scan"], {
      meanwhile: (child) => child.stderr?.once("data", () => child.kill("SIGINT")),
    });
    expect([code, signal, stdout]).toEqual([130, null, ""]);
  });

  test("a configuration that leaves something running does not keep it from ending", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "pd.config.mjs": 'setInterval(() => {}, 1000); export default { vaults: ["docs"] };',
    });
    expect((await spawnPd(place, ["scan", "--json"])).code).toBe(0);
  });

  test("a configuration in TypeScript is loaded, with the jiti that pd brings; the second time from the code cache", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "pd.config.ts": 'const budget: number = 321;\nexport default { vaults: ["docs"], budget };',
    });
    for (let time = 0; time < 2; time += 1) {
      const { stdout, stderr } = await spawnPd(place, ["query", "token", "--json"]);
      expect([JSON.parse(stdout).telemetry.tokenBudget, stderr]).toEqual([321, ""]);
    }
  });

  test("a counter that is another package is loaded, the second time from the code cache", async () => {
    const place = temporaryPlace(NOTES);
    for (let time = 0; time < 2; time += 1) {
      const { stdout, stderr } = await spawnPd(place, ["scan", "--counter", "o200k", "--json", ...VAULT]);
      expect([JSON.parse(stdout).telemetry.counter, stderr]).toEqual(["o200k", ""]);
    }
  });

  test("huge arguments are refused like small ones", async () => {
    const place = temporaryPlace(NOTES);
    const huge = "x".repeat(100_000);
    const found = await spawnPd(place, ["search", huge, ...VAULT]);
    expect([found.code, found.stderr.length < 1000]).toEqual([2, true]);
    expect((await spawnPd(place, [`--${huge}`, "scan"])).code).toBe(2);
    expect((await spawnPd(place, [huge])).stderr.length).toBeLessThan(1000);
  });

  test("calls at the same time share a session file", async () => {
    const place = temporaryPlace(NOTES);
    const session = ["--session", "s.json", ...VAULT, "--json"];
    await spawnPd(place, ["node", "Start", ...session]);
    const names = ["Budgets", "Levels", "Sessions"];
    const ran = await Promise.all(names.map((name) => spawnPd(place, ["node", name, "--level", "4", ...session])));
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0]);
    const { stdout } = await spawnPd(place, ["node", ...names, "--level", "1", ...session]);
    expect(JSON.parse(stdout).nodes.map(({ level }: { level: number }) => level)).toEqual([4, 4, 4]);
  });

  test.runIf(hasScript)(
    "on a terminal there are colours, the width is kept and control characters are shown",
    async () => {
      const place = temporaryPlace({ ...NOTES, "docs/evil.md": "# Evil\n\nBody \u001b]52;c;ZXZpbA==\u0007 of it.\n" });
      const onTerminal = async (columns: number, args: string) =>
        (
          await spawnIn(
            place,
            ["script", "-qec", `stty cols ${columns}; '${process.execPath}' '${inject("bin")}' ${args}`, "/dev/null"],
            { environment: { TERM: "xterm" } },
          )
        ).stdout;
      const scanned = await onTerminal(60, "scan --vault docs");
      expect(scanned).toContain("\u001b[36m[1]\u001b[39m");
      const opened = await onTerminal(100, "node Evil --level 4 --vault docs");
      expect(opened).toContain("\\u001b]52;c;");
      expect(opened).not.toContain("\u001b]52");
      expect(await onTerminal(100, "context evil --budget 500 --vault docs")).not.toContain("\u001b]52");
    },
  );
});

describe("the code cache", () => {
  const caches = (place: TemporaryPlace) => {
    const folder = join(place.environment["PD_CACHE_DIR"] ?? "", "code");
    return readdirSync(folder).map((name) => join(folder, name));
  };

  /** The size of the cache of the bundle that has the operations: its name begins with the hash that the bundle begins with. */
  const sizeOfReading = (place: TemporaryPlace) => {
    const hash = readFileSync(join(dirname(inject("bin")), "reading.cjs"), "latin1").slice("// ".length, 32);
    return Math.max(0, ...caches(place).flatMap((file) => (file.includes(hash) ? statSync(file).size : [])));
  };

  async function helped(place: TemporaryPlace): Promise<void> {
    const { code, stdout, stderr } = await spawnPd(place, ["--help"]);
    expect([code, stdout.startsWith("pd: "), stderr]).toEqual([0, true, ""]);
  }

  test("is written by the first call, for this user alone, and not again", async () => {
    const place = temporaryPlace(NOTES);
    await helped(place);
    const [file = ""] = caches(place);
    expect(caches(place)).toHaveLength(1);
    expect(statSync(file).mode & 0o077).toBe(0);
    const before = statSync(file).ino;
    await helped(place);
    expect(statSync(file).ino).toBe(before);
  });

  test("is written again by the first call that finds a snapshot, and holds more then", async () => {
    const place = temporaryPlace(NOTES);
    const sizes: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      expect((await spawnPd(place, ["query", "token", ...VAULT])).code).toBe(0);
      sizes.push(sizeOfReading(place));
    }
    const [first = 0, second = 0, ...later] = sizes;
    expect(second).toBeGreaterThan(first);
    expect(later).toEqual([second, second]);
  });

  test("grows by what a call does that none before it did, once: with a configuration, in another form", async () => {
    const place = temporaryPlace({ ...NOTES, "pd.config.json": '{ "vaults": ["docs"], "budget": 900 }' });
    const sizeAfter = async (...more: readonly string[]) => {
      expect((await spawnPd(place, ["query", "token", ...more])).code).toBe(0);
      return sizeOfReading(place);
    };
    const warm = async (...more: readonly string[]) => [await sizeAfter(...more), await sizeAfter(...more)] as const;
    await sizeAfter(...VAULT, "--no-config");
    const [plain, plainAgain] = await warm(...VAULT, "--no-config");
    const [configured, configuredAgain] = await warm();
    expect([plainAgain, configuredAgain]).toEqual([plain, configured]);
    expect(configured).toBeGreaterThan(plain);
    expect(await sizeAfter(...VAULT, "--no-config")).toBe(configured);
  });

  test("is not made by a call that failed, nor by the help of a command for the command", async () => {
    const place = temporaryPlace(NOTES);
    await spawnPd(place, ["query", "x", "--vault", "nowhere"]);
    await spawnPd(place, ["query", "--help"]);
    expect(caches(place).filter((file) => file.endsWith("-query"))).toEqual([]);
  });

  test("damaged, cut short, of another version, empty or not a file: the command runs all the same", async () => {
    const place = temporaryPlace(NOTES);
    await helped(place);
    const [file = ""] = caches(place);
    const whole = readFileSync(file);
    const flipped = Buffer.from(whole);
    for (let at = 100; at < flipped.length; at += 997) flipped[at] = (flipped[at] ?? 0) ^ 0xff;
    const withOneBit = (at: number) => {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const otherVersion = Buffer.from(whole);
    otherVersion.writeUInt32LE(7, 0);
    for (const bytes of [
      flipped,
      ...[70, whole.length >> 2, (whole.length >> 1) + 70, whole.length - 1].map(withOneBit),
      whole.subarray(0, whole.length >> 1),
      Buffer.alloc(0),
      Buffer.alloc(5000, 1),
      otherVersion,
    ]) {
      writeFileSync(file, bytes);
      await helped(place);
      expect(readFileSync(file).equals(bytes)).toBe(false);
    }
  });

  test("what others could have written, or a link, is not run", async () => {
    const place = temporaryPlace(NOTES);
    await helped(place);
    const [file = ""] = caches(place);
    chmodSync(file, 0o666);
    const before = statSync(file).ino;
    await helped(place);
    expect(statSync(file).ino).not.toBe(before);
    expect(statSync(file).mode & 0o022).toBe(0);
  });

  test("where it cannot be written, it is done without", async () => {
    const place = temporaryPlace(NOTES);
    mkdirSync(join(place.folder, "taken"));
    symlinkSync("/proc/nowhere", join(place.folder, "taken", "code"));
    expect(
      (await spawnPd(place, ["--version"], { environment: { PD_CACHE_DIR: join(place.folder, "taken") } })).code,
    ).toBe(0);
    expect((await spawnPd(place, ["--version"], { environment: { PD_CACHE_DIR: "/dev/null/x" } })).code).toBe(0);
    expect((await spawnPd(place, ["--version"], { environment: { PD_NO_CODE_CACHE: "1" } })).code).toBe(0);
  });
});
