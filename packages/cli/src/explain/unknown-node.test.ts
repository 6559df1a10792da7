import { expect, test } from "vitest";
import { NOTES, temporaryPlace } from "../testing/temporary-place.js";

test.each([
  [["node", "Budgetz"], "Did you mean pd node Budgets?"],
  [["node", "concept:bugdets"], "Did you mean pd node concept:budgets?"],
  [["traverse", "Levles"], "Did you mean pd traverse Levels?"],
  [["context", "--nodes", "Budgetz"], "Did you mean pd context --nodes Budgets?"],
  [["context", "--nodes", "zzzz"], "pd search zzzz looks in the text, and pd scan lists all."],
  [["node", "nothing like it"], "pd search 'nothing like it' looks in the text, and pd scan lists all."],
])("%j: %s", async (args, fix) => {
  const { code, stderr } = await temporaryPlace(NOTES).pd([...args, "--vault", "docs"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error\[node-unknown\] No node is called/u);
  expect(stderr).toContain(`  where: the command line\n  fix:   ${fix}\n`);
});

test("looking for the nearest name shows nothing to a session", async () => {
  const place = temporaryPlace(NOTES);
  const session = ["--session", "s.json", "--vault", "docs", "--json"];
  await place.pd(["node", "Budgetz", ...session]);
  const { stdout } = await place.pd(["scan", "--no-repeat", ...session]);
  expect(JSON.parse(stdout).nodes).toHaveLength(4);
});

test("an unknown graph is called as it is typed", async () => {
  const { stderr } = await temporaryPlace(NOTES).pd(["scan", "--graph", "nope", "--vault", "docs"]);
  expect(stderr).toContain("  where: --graph\n  fix:   Known graphs: docs.\n");
});
