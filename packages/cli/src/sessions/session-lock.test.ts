import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { temporaryPlace } from "../testing/temporary-place.js";
import { isGone, ownerOf } from "./lock-owner.js";
import { lockFile } from "./session-lock.js";

const held = () => new Error("held");
const named = (owner: { pid: number; started: string; machine: string }, id = "0123456789abcdef") =>
  `pd-lock ${id} ${owner.pid} ${owner.started} ${owner.machine}\n`;

/** Time that goes on only while somebody sleeps. */
function fakeTime() {
  let now = 0;
  let slept = 0;
  const sleep = async (milliseconds: number) => {
    slept += 1;
    now += milliseconds;
  };
  return { clock: () => now, sleep, slept: () => slept };
}

/** A process that has been killed, and asked after. */
async function killed(): Promise<ReturnType<typeof ownerOf>> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(child, "spawn");
  const owner = ownerOf(child.pid ?? 0);
  expect(isGone(owner)).not.toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  return owner;
}

describe("a lock that was left", () => {
  test("by a process that was killed is taken over at once, whatever its time says", async () => {
    const owner = await killed();
    for (const seconds of [-60, 0, 86_400]) {
      const place = temporaryPlace({ "s.json.lock": named(owner) });
      const at = Date.now() / 1000 + seconds;
      utimesSync(place.path("s.json.lock"), at, at);
      const time = fakeTime();
      const release = await lockFile(place.path("s.json"), held, time);
      expect(time.slept()).toBe(0);
      await release();
      expect(readdirSync(place.folder)).toEqual([".git"]);
    }
  });

  test("by a process whose number another has by now is taken over at once", async () => {
    const own = ownerOf(process.pid);
    const place = temporaryPlace({ "s.json.lock": named({ ...own, started: "1" }) });
    const time = fakeTime();
    // Only Linux tells when a process began.
    if (own.started === "-") return;
    await (await lockFile(place.path("s.json"), held, time))();
    expect(time.slept()).toBe(0);
  });

  test.each([
    ["empty, as touch makes it", ""],
    ["that is none of pd's", "läuft"],
    ["of another machine", named({ pid: 1, started: "1", machine: "elsewhere/1" })],
    ["of a number that no process has", named({ ...ownerOf(process.pid), pid: 9_999_999_999 })],
    ["of a process that may be another by now", named({ ...ownerOf(process.pid), started: "-" })],
    ["that is much too long", named({ pid: 1, started: "1", machine: "x".repeat(5000) })],
  ])("%s: it is taken over after a while, also if its time is in the future", async (_, text) => {
    const place = temporaryPlace({ "s.json.lock": text });
    const ahead = Date.now() / 1000 + 1e6;
    utimesSync(place.path("s.json.lock"), ahead, ahead);
    const time = fakeTime();
    await (await lockFile(place.path("s.json"), held, time))();
    expect(time.clock()).toBeGreaterThan(10_000);
    expect(time.clock()).toBeLessThan(11_000);
    expect(readdirSync(place.folder)).toEqual([".git"]);
  });

  test.each(["folder", "link"])("as a %s: it does not keep anybody out for good", async (kind) => {
    const place = temporaryPlace();
    if (kind === "folder") mkdirSync(place.path("s.json.lock"));
    else symlinkSync("/dev/null", place.path("s.json.lock"));
    await (await lockFile(place.path("s.json"), held, fakeTime()))();
    await (await lockFile(place.path("s.json"), held, fakeTime()))();
  });
});

// Only Linux tells that it is the same process.
test.runIf(process.platform === "linux")(
  "a lock of a process that lives is waited for, however old it says it is, and then that is said",
  async () => {
    const place = temporaryPlace({ "s.json.lock": named(ownerOf(process.pid)) });
    utimesSync(place.path("s.json.lock"), 0, 0);
    const time = fakeTime();
    await expect(lockFile(place.path("s.json"), held, time)).rejects.toThrow("held");
    expect(time.clock()).toBeGreaterThan(30_000);
    expect(readdirSync(place.folder).sort()).toEqual([".git", "s.json.lock"]);
  },
);

test("what processes left that were killed while they took a lock over is swept", async () => {
  const place = temporaryPlace({ "s.json.lock": named(ownerOf(process.pid)), "s.json.lock.0123.tmp": "" });
  const old = Date.now() / 1000 - 3700;
  utimesSync(place.path("s.json.lock.0123.tmp"), old, old);
  writeFileSync(place.path("other.tmp"), "");
  await expect(lockFile(place.path("s.json"), held, fakeTime())).rejects.toThrow("held");
  expect(readdirSync(place.folder).sort()).toEqual([".git", "other.tmp", "s.json.lock"]);
});
