import { expect, test } from "vitest";
import { memoryIo } from "../testing/temporary-place.js";
import { barOf, createProgress } from "./progress.js";
import { createScreen } from "./screen.js";

function progressOn(terminal: number | undefined, environment: Record<string, string> = {}) {
  const { io, stderr } = memoryIo("/", terminal === undefined ? {} : { terminal });
  let time = 0;
  const progress = createProgress(createScreen(io.stderr, environment), { environment, now: () => time });
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  return { progress, stderr, wait };
}

test("short work says nothing", () => {
  const { progress, stderr, wait } = progressOn(80);
  progress.update("Reading", 1, 10);
  wait(499);
  progress.update("Reading", 9, 10);
  progress.end();
  expect(stderr()).toBe("");
});

test("long work shows a bar with count and time left, and takes it away", () => {
  const { progress, stderr, wait } = progressOn(80);
  wait(1000);
  progress.update("Reading", 250, 1000);
  expect(stderr()).toBe(`\r\u001b[KReading [${"#".repeat(8)}${".".repeat(22)}] 250/1,000 3 s left`);
  wait(10);
  progress.update("Reading", 260, 1000);
  expect(stderr()).not.toContain("260");
  progress.end();
  expect(stderr().endsWith("\r\u001b[K")).toBe(true);
});

test("the time left is that of the part that is under way", () => {
  const { progress, stderr, wait } = progressOn(80);
  wait(10_000);
  progress.update("Reading", 1000, 1000);
  progress.update("Indexing", 0, 1000);
  wait(1000);
  progress.update("Indexing", 500, 1000);
  expect(stderr().endsWith("500/1,000 1 s left")).toBe(true);
});

test("parts that are under way at the same time have each their own", () => {
  const { progress, stderr, wait } = progressOn(80);
  progress.update("Reading", 0, 100);
  progress.update("Indexing", 0, 1000);
  wait(4000);
  progress.update("Reading", 50, 100);
  wait(4000);
  progress.update("Indexing", 500, 1000);
  expect(stderr()).toContain("50/100 4 s left");
  expect(stderr()).toContain("500/1,000 8 s left");
});

test("work whose end cannot be told is named", () => {
  const { progress, stderr, wait } = progressOn(80);
  progress.say("Indexing");
  expect(stderr()).toBe("");
  wait(501);
  progress.say("Indexing");
  expect(stderr()).toBe("\r\u001b[KIndexing");
});

test("off a terminal, on a dumb one and in a build there is none", () => {
  for (const [terminal, environment] of [
    [undefined, {}],
    [80, { TERM: "dumb" }],
    [80, { CI: "true" }],
  ] as const) {
    const { progress, stderr, wait } = progressOn(terminal, environment);
    wait(5000);
    progress.update("Reading", 1, 10);
    progress.end();
    expect(stderr()).toBe("");
  }
});

test("in a narrow terminal the bar gives way to the figures", () => {
  expect(barOf({ what: "Reading", done: 5, all: 10, milliseconds: 70_000 }, 24)).toBe("Reading 5/10 1 min 10 s ");
  expect(barOf({ what: "Reading", done: 0, all: 0, milliseconds: 1 }, 60)).toMatch(/^Reading \[#+\] 0\/0$/u);
});
