import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit, qualityOf } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { qualityCounts } from "./quality-counts.js";

let folder: string;
let vault: Awaited<ReturnType<typeof openVault>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pd-studio-quality-"));
  await writeFile(join(folder, "A.md"), "# A\n\nSee [[Nowhere]].\n");
  vault = await openVault(folder, { cache: false });
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the counts behind a score", () => {
  const toolkit = () => createToolkit({ mounts: [{ content: vault, tools: [qualityCounts([vault])] }] });

  test("R3.7: they give the score that validate gives", async () => {
    const counts = (await toolkit().call("studio_quality", {})) as Parameters<typeof qualityOf>[0];
    expect(counts.brokenLinks).toBe(1);
    expect(qualityOf(counts)).toEqual((await toolkit().call("validate", {})).data?.quality);
  });

  test("a graph that is not there is an error that says so", async () => {
    await expect(toolkit().call("studio_quality", { graphId: "other" })).rejects.toMatchObject({
      code: "graph-unknown",
    });
  });
});
