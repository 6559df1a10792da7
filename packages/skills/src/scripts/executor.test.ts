import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "tsup";
import { describe, expect, test, vi } from "vitest";
import { type Files, scratchFolder, temporarySkill, writeFiles } from "../testing/temporary-skill.js";
import { bytesDigest } from "../trust/trust.js";
import { type RunScriptOptions, runScript, type ScriptRun } from "./executor.js";
import { createLocalExecutor } from "./executor-local.js";

/** No script here takes so long, on any machine. */
const executor = createLocalExecutor({ timeoutMilliseconds: 600_000 });
const run = (files: Files, path: string, options: Partial<RunScriptOptions> = {}) =>
  runScript({ qualifiedName: "pdf", baseDir: temporarySkill(files) }, path, { executor, ...options });

/** Gone, or only waiting to be buried. */
function isOver(pid: number): boolean {
  try {
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

/** Until it is; one that never ends is found by the limit of the test. */
async function over(pid: number): Promise<void> {
  while (!isOver(pid)) await wait(20);
}

describe("R5.13 a script runs only through an executor", () => {
  test("without one, nothing runs", async () => {
    const files = { "scripts/a.mjs": "import { writeFileSync } from 'node:fs'; writeFileSync('ran', '')" };
    const baseDir = temporarySkill(files);
    const attempt = runScript({ qualifiedName: "pdf", baseDir }, "scripts/a.mjs", { executor: undefined });
    await expect(attempt).rejects.toMatchObject({ code: "configuration-invalid" });
    expect(existsSync(join(baseDir, "ran"))).toBe(false);
  });

  test("the host's own executor gets what it needs, checked", async () => {
    const seen: ScriptRun[] = [];
    const result = { outcome: "exited", exitCode: 0, stdout: "", stderr: "" } as const;
    const own = {
      name: "own",
      run: async (script: ScriptRun) => {
        seen.push(script);
        return { ...result, signal: undefined, truncated: false, milliseconds: 1 };
      },
    };
    await run({ "scripts/a.py": "#!/usr/bin/env python3\n" }, "scripts/a.py", { executor: own, arguments: ["x"] });
    expect(seen[0]).toMatchObject({ skill: "pdf", firstLine: "#!/usr/bin/env python3", arguments: ["x"] });
    expect(seen[0]?.file).toBe(join(seen[0]!.baseDir, "scripts/a.py"));
  });

  test.each([
    "../evil.mjs",
    "/bin/sh",
    "scripts/../../x.mjs",
    "link.mjs",
    "way/evil.mjs",
    "scripts",
    "gone.mjs",
    "a\0.mjs",
    "",
  ])("FR-011 FR-012 R5.9 %j is not run", async (path) => {
    const baseDir = temporarySkill({ "scripts/a.mjs": "" });
    const outside = writeFiles(scratchFolder(), { "evil.mjs": "" });
    writeFileSync(join(baseDir, "../evil.mjs"), "");
    symlinkSync(join(outside, "evil.mjs"), join(baseDir, "link.mjs"));
    symlinkSync(outside, join(baseDir, "way"));
    const attempt = runScript({ qualifiedName: "pdf", baseDir }, path, { executor });
    await expect(attempt).rejects.toMatchObject({ name: "PathSecurityError", skill: "pdf", path });
  });

  test("a script that is not the one that was approved is not run", async () => {
    const digest = bytesDigest(new TextEncoder().encode("console.log(1)"));
    const options = { digest };
    expect((await run({ "a.mjs": "console.log(1)" }, "a.mjs", options)).stdout).toBe("1\n");
    await expect(run({ "a.mjs": "console.log(2)" }, "a.mjs", options)).rejects.toMatchObject({
      code: "content-changed",
    });
  });

  test("arguments that cannot be are refused", async () => {
    for (const wrong of [["a\0b"], new Array<string>(257).fill("x"), ["x".repeat(65_537)], [1 as unknown as string]])
      await expect(run({ "a.mjs": "" }, "a.mjs", { arguments: wrong })).rejects.toMatchObject({
        code: "input-invalid",
      });
  });
});

describe("the local executor", () => {
  test("hands arguments and input over as they are: no shell looks at them", async () => {
    const echo = "process.stdin.pipe(process.stderr); console.log(JSON.stringify(process.argv.slice(2)))";
    const given = ["$(touch evil)", "; rm -rf .", "a b", "", "*", "--version", "\u{1f389}"];
    const { stdout, stderr, exitCode } = await run({ "a.mjs": echo }, "a.mjs", { arguments: given, input: "in\n" });
    expect(JSON.parse(stdout)).toEqual(given);
    expect([stderr, exitCode]).toEqual(["in\n", 0]);
  });

  test("the skill's folder is the working directory, and the environment is bare", async () => {
    process.env["PD_SECRET"] = "secret";
    const tell = "console.log(JSON.stringify([process.cwd(), process.env]))";
    const baseDir = temporarySkill({ "scripts/a.mjs": tell });
    const own = createLocalExecutor({ environment: { LANG: "C" } });
    const { stdout } = await runScript({ qualifiedName: "pdf", baseDir }, "scripts/a.mjs", { executor: own });
    delete process.env["PD_SECRET"];
    const [folder, environment] = JSON.parse(stdout) as [string, Record<string, string>];
    expect(folder).toBe(baseDir);
    expect(Object.keys(environment).sort()).toEqual(["LANG", "PATH"]);
  });

  test("a script that fails has a result", async () => {
    const { outcome, exitCode, stderr } = await run({ "a.mjs": "console.error('no'); process.exit(3)" }, "a.mjs");
    expect([outcome, exitCode, stderr]).toEqual(["exited", 3, "no\n"]);
  });

  test.skipIf(process.platform === "win32")("the first line or the ending decides what runs it", async () => {
    expect((await run({ "a.sh": 'echo "$0" | sed "s,.*/,," ; echo $1' }, "a.sh", { arguments: ["x"] })).stdout).toBe(
      "a.sh\nx\n",
    );
    expect((await run({ tool: "#!/bin/sh\necho plain" }, "tool")).stdout).toBe("plain\n");
    await expect(run({ "a.txt": "echo" }, "a.txt")).rejects.toMatchObject({ code: "input-invalid" });
  });

  test("a file in the skill's folder never stands in for the interpreter", async () => {
    const files = { "a.sh": "echo right", bash: "#!/bin/sh\necho wrong" };
    const baseDir = temporarySkill(files);
    const relative = createLocalExecutor({ path: ["", ".", "scripts"].join(delimiter) });
    const attempt = runScript({ qualifiedName: "pdf", baseDir }, "a.sh", { executor: relative });
    await expect(attempt).rejects.toMatchObject({ code: "configuration-invalid" });
    const mixed = createLocalExecutor({ path: [".", "", "/usr/bin", "bin"].join(delimiter) });
    const tell = "console.log(process.env.PATH)";
    expect((await run({ "a.mjs": tell }, "a.mjs", { executor: mixed })).stdout).toBe("/usr/bin\n");
  });

  test("output is capped at a character, and the script is not held up", async () => {
    const own = createLocalExecutor({ maxOutputBytes: 1000 });
    const loud = "process.stdout.write('é'.repeat(3_000_000), () => console.error('done'))";
    const { stdout, stderr, truncated, exitCode } = await run({ "a.mjs": loud }, "a.mjs", { executor: own });
    expect([stdout, stderr, truncated, exitCode]).toEqual(["é".repeat(500), "done\n", true, 0]);
    const odd = createLocalExecutor({ maxOutputBytes: 999 });
    expect((await run({ "a.mjs": loud }, "a.mjs", { executor: odd })).stdout).toBe("é".repeat(499));
    expect((await run({ "a.mjs": "console.log('é')" }, "a.mjs", { executor: own })).truncated).toBe(false);
  });

  const FAMILY = `
    import { spawn } from "node:child_process";
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    console.log(child.pid);
  `;

  test.skipIf(process.platform !== "linux")("a script that takes too long is killed with all it started", async () => {
    const own = createLocalExecutor({ timeoutMilliseconds: 3000 });
    const endless = `${FAMILY} console.log(process.pid); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);
      import { writeFileSync } from "node:fs";
      writeFileSync("ready", "");`;
    const baseDir = temporarySkill({ "a.mjs": endless });
    // The time is over when the script has got as far as it should, however long that took.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const running = runScript({ qualifiedName: "pdf", baseDir }, "a.mjs", { executor: own });
    while (!existsSync(join(baseDir, "ready"))) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(3000);
    vi.useRealTimers();
    const { outcome, exitCode, stdout, milliseconds } = await running;
    expect([outcome, exitCode]).toEqual(["timed-out", undefined]);
    expect(milliseconds).toBeGreaterThanOrEqual(3000);
    const pids = stdout.trim().split("\n").map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) await over(pid);
  });

  test.skipIf(process.platform !== "linux")("what a script left behind when it ended is killed too", async () => {
    const { outcome, exitCode, stdout } = await run({ "a.mjs": `${FAMILY} child.unref();` }, "a.mjs");
    expect([outcome, exitCode]).toEqual(["exited", 0]);
    await over(Number(stdout));
  });

  test.skipIf(process.platform !== "linux")("one that leaves its group is not waited for", async () => {
    const leave = FAMILY.replace('stdio: "inherit"', 'stdio: "inherit", detached: true');
    const { stdout, outcome } = await run({ "a.mjs": `${leave} child.unref();` }, "a.mjs");
    expect(outcome).toBe("exited");
    process.kill(Number(stdout), "SIGKILL");
  });

  test.skipIf(process.platform === "win32")("killed by a signal is said so", async () => {
    const { outcome, signal } = await run(
      { "a.mjs": "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)" },
      "a.mjs",
    );
    expect([outcome, signal]).toEqual(["killed", "SIGTERM"]);
  });

  test("a call that is cancelled stops the script", async () => {
    const early = AbortSignal.abort();
    await expect(run({ "a.mjs": "" }, "a.mjs", { signal: early })).rejects.toMatchObject({ code: "cancelled" });
    const controller = new AbortController();
    const baseDir = temporarySkill({
      "a.mjs":
        "import { writeFileSync } from 'node:fs'; writeFileSync('pid', `${process.pid}`); setInterval(() => {}, 1000)",
    });
    const options = { executor, signal: controller.signal };
    const attempt = runScript({ qualifiedName: "pdf", baseDir }, "a.mjs", options);
    const settled = expect(attempt).rejects.toMatchObject({ code: "cancelled" });
    while (!existsSync(join(baseDir, "pid")) || readFileSync(join(baseDir, "pid"), "utf8") === "") await wait(10);
    controller.abort();
    await settled;
    if (process.platform === "linux") await over(Number(readFileSync(join(baseDir, "pid"), "utf8")));
  });

  test("input that a script does not read is no failure", async () => {
    const { exitCode } = await run({ "a.mjs": "process.exit(0)" }, "a.mjs", { input: "x".repeat(5_000_000) });
    expect(exitCode).toBe(0);
  });

  test("no listener is left behind", async () => {
    const before = ["exit", "SIGINT", "SIGTERM"].map((name) => process.listenerCount(name));
    await Promise.all([1, 2, 3].map(() => run({ "a.mjs": "" }, "a.mjs")));
    expect(["exit", "SIGINT", "SIGTERM"].map((name) => process.listenerCount(name))).toEqual(before);
  });

  test("limits that are none are refused", () => {
    for (const wrong of [{ timeoutMilliseconds: 0 }, { maxOutputBytes: -1 }, { timeoutMilliseconds: Number.NaN }])
      expect(() => createLocalExecutor(wrong)).toThrow(expect.objectContaining({ code: "configuration-invalid" }));
  });

  test.skipIf(process.platform !== "linux").each(["SIGTERM", "SIGINT", "exit"] as const)(
    "a host that is ended by %s takes its scripts with it",
    async (how) => {
      const folder = scratchFolder();
      mkdirSync(join(folder, "built"));
      const entry = join(import.meta.dirname, "executor-processes.ts");
      await build({
        entry: [entry],
        outDir: join(folder, "built"),
        format: "esm",
        silent: true,
        config: false,
        dts: false,
      });
      const module = ["executor-processes.js", "executor-processes.mjs"].find((name) =>
        existsSync(join(folder, "built", name)),
      );
      const program = `
        import { spawn } from "node:child_process";
        import { watchOver } from ${JSON.stringify(join(folder, "built", module ?? ""))};
        const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
        watchOver(child);
        console.log(child.pid);
        process.stdin.once("data", () => process.exit(0));
      `;
      writeFiles(folder, { "host.mjs": program });
      const host = spawn(process.execPath, [join(folder, "host.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
      const ended = new Promise((resolve) => host.once("exit", (code, signal) => resolve(signal ?? code)));
      const pid = Number(await new Promise((resolve) => host.stdout.once("data", (data) => resolve(String(data)))));
      expect(isOver(pid)).toBe(false);
      if (how === "exit") host.stdin.write("now");
      else host.kill(how);
      expect(await ended).toBe(how === "exit" ? 0 : how);
      await over(pid);
    },
  );
});
