import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NOTICES } from "pd-tooling/notices";
import { describe, expect, inject, test } from "vitest";
import { spawnIn, spawnPd } from "./testing/spawn-pd.js";
import { NOTES, temporaryPlace } from "./testing/temporary-place.js";

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

  test("gives the same answer as the sources do, from files and from a snapshot", async () => {
    const place = temporaryPlace(NOTES);
    const args = ["query", "token budget", ...VAULT, "--json"];
    const { stdout } = await place.pd([...args, "--no-cache"]);
    expect(JSON.parse(stdout).telemetry.tokensUsed).toBeGreaterThan(100);
    for (let time = 0; time < 3; time += 1) expect((await spawnPd(place, args)).stdout).toBe(stdout);
  });

  test("sentences end where they end in the sources, in every script", async () => {
    const place = temporaryPlace({
      "docs/cidade.md": "# Cidade\n\nA cidade de São Paulo é a maior do Brasil. Tem um rio.\n",
      "docs/カタカナ.md": "# データベース\n\nサーバーのデータベースを読む。次の文。\n",
    });
    const args = ["scan", ...VAULT, "--json"];
    const { stdout } = await place.pd([...args, "--no-cache"]);
    expect(stdout).toContain('"A cidade de São Paulo é a maior do Brasil."');
    expect(stdout).toContain('"サーバーのデータベースを読む。"');
    expect((await spawnPd(place, args)).stdout).toBe(stdout);
    const found = await spawnPd(place, ["search", "データベース", ...VAULT, "--json"]);
    expect(JSON.parse(found.stdout).nodes.map(({ name }: { name: string }) => name)).toEqual(["データベース"]);
  });

  test.runIf(existsSync("/proc/self"))("a home in which nothing can be made is no reason to wait", async () => {
    const place = temporaryPlace(NOTES);
    const nowhere = { PD_CACHE_DIR: "", HOME: "/proc", XDG_CACHE_HOME: "" };
    for (const environment of [nowhere, { ...nowhere, XDG_CACHE_HOME: "/proc/x" }, { PD_CACHE_DIR: "/dev/null/x" }]) {
      const { code, stdout } = await spawnPd(place, ["scan", ...VAULT, "--json"], { environment });
      expect([code, JSON.parse(stdout).operation]).toEqual([0, "scan"]);
      expect((await spawnPd(place, ["--version"], { environment })).code).toBe(0);
    }
  });

  test("the licence of every package that is bundled lies beside the bundle", () => {
    const notices = readFileSync(join(dirname(inject("bin")), NOTICES), "utf8");
    const named = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+ \(\S+\)$/gmu)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(["lru-cache", "micromark", "yaml", "zod"]));
    expect(notices.match(/Permission (?:to use|is hereby granted)|Blue Oak/gu)?.length).toBeGreaterThanOrEqual(
      named.length,
    );
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
    const { code, signal, stdout } = await spawnPd(place, ["scan", "--config", "pd.config.mjs"], {
      meanwhile: (child) => child.stderr?.once("data", () => child.kill("SIGINT")),
    });
    expect([code, signal, stdout]).toEqual([130, null, ""]);
  });

  test("a configuration that leaves something running does not keep it from ending", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "pd.config.mjs": 'setInterval(() => {}, 1000); export default { vaults: ["docs"] };',
    });
    expect((await spawnPd(place, ["scan", "--json", "--config", "pd.config.mjs"])).code).toBe(0);
  });

  test("a configuration in TypeScript is loaded, with the jiti that pd brings", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "pd.config.ts": 'const budget: number = 321;\nexport default { vaults: ["docs"], budget };',
    });
    for (let time = 0; time < 2; time += 1) {
      const { stdout, stderr } = await spawnPd(place, ["query", "token", "--json", "--config", "pd.config.ts"]);
      expect([JSON.parse(stdout).telemetry.tokenBudget, stderr]).toEqual([321, ""]);
    }
  });

  test("the exact counter is loaded with the file beside the bin", async () => {
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
      const place = temporaryPlace({
        ...NOTES,
        "docs/evil.md": "# Evil\n\nBody \u001b]52;c;ZXZpbA==\u0007 of\u202e it.\n",
      });
      const onTerminal = async (columns: number, args: string) =>
        (
          await spawnIn(
            place,
            ["script", "-qec", `stty cols ${columns}; '${process.execPath}' '${inject("bin")}' ${args}`, "/dev/null"],
            { environment: { TERM: "xterm" } },
          )
        ).stdout;
      const scanned = await onTerminal(60, "scan --vault docs");
      expect(scanned).toContain("\u001b[36mscan\u001b[39m");
      const opened = await onTerminal(100, "node Evil --level 4 --vault docs");
      // Replaced for a model already; what turns the direction of writing is written out.
      expect(opened).toContain("\ufffd]52;c;");
      expect(opened).toContain("of\\u202e it.");
      expect(opened).not.toContain("\u001b]52");
      expect(await onTerminal(100, "context evil --budget 500 --vault docs")).not.toContain("\u001b]52");
    },
  );
});
