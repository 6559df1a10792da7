import { madeUpOperation } from "@pd/core/testing";
import { expect, test, vi } from "vitest";
import { candidates } from "./commands/complete.js";
import { ALONE } from "./program.js";
import { temporaryPlace } from "./testing/temporary-place.js";

// An operation is known by its line in core's list, and by nothing in this package: one more line is one more command.
vi.mock("@pd/core", async (original) => {
  const core = await original<typeof import("@pd/core")>();
  return { ...core, OPERATIONS: [...core.OPERATIONS, madeUpOperation] };
});

vi.mock("@pd/core/vault", async (original) => {
  const vault = await original<typeof import("@pd/core/vault")>();
  const mountsFrom: typeof vault.mountsFrom = async (options) => {
    const { toolkit, ...served } = await vault.mountsFrom(options);
    return { ...served, toolkit: { ...toolkit, operations: [...(toolkit.operations ?? []), madeUpOperation] } };
  };
  return { ...vault, mountsFrom };
});

const pd = (...args: readonly string[]) => temporaryPlace({ "été.md": "# Été\n" }).pd(args);

test("it is in the list of commands", async () => {
  expect((await pd("--help")).stdout).toMatch(/^ {2}imagined +List the notes that changed last$/mu);
});

test("it has a help of its own, from its schema", async () => {
  const { stdout } = await pd("imagined", "--help");
  expect(stdout).toContain("pd imagined <date> [folder] [options]");
  expect(stdout).toMatch(/--max-days <\w+> +How far back; default 7/u);
  expect(stdout).toContain("pd imagined 2026-01-01");
});

test("it is completed, and so are its options", async () => {
  expect(await candidates(["imag"], ALONE)).toEqual(["imagined"]);
  expect(await candidates(["imagined", "--max"], ALONE)).toEqual(["--max-days", "--max-files"]);
});

test("it runs, and what it says is printed", async () => {
  const { code, stdout } = await pd("imagined", "2026-01-01", "--max-days", "3");
  expect([code, JSON.parse(stdout)]).toEqual([0, { since: "2026-01-01", maxDays: 3 }]);
  expect((await pd("imagined")).stderr).toContain("pd imagined needs <date>");
  expect((await pd("imagind", "x")).stderr).toContain("Did you mean pd imagined?");
});
