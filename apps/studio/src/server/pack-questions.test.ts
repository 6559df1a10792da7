import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit, o200k, type SessionLogEntry } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BuiltPack } from "../wire.js";
import { exampleSession } from "./example-session.js";
import { packQuestions } from "./pack-questions.js";

let folder: string;
let vault: Awaited<ReturnType<typeof openVault>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pd-studio-pack-"));
  const filler = "Ein Absatz über Gärten, Erde und Wasser, der eine Weile dauert. ".repeat(12);
  await writeFile(join(folder, "Rosen.md"), `# Rosen\n\nRosen brauchen lockere Erde.\n\n## Wasser\n\n${filler}\n`);
  await writeFile(join(folder, "Erde.md"), `# Erde\n\nGute Erde ist locker; siehe [[Rosen]].\n\n${filler}\n`);
  await writeFile(join(folder, "玫瑰.md"), "# 玫瑰\n\n玫瑰需要疏松的土壤。见 [[Rosen]]。\n");
  vault = await openVault(folder, { id: "garten", cache: false });
  await vault.ready();
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true, force: true });
});

function toolkitWithQuestions() {
  const questions = packQuestions({ toolkit: () => toolkit, counter: o200k, folderOf: () => folder });
  const toolkit = createToolkit({ mounts: [{ content: vault, tools: questions }] });
  return toolkit;
}

test("a pack is told part by part, each with its price and reason, and is the pack that context gives", async () => {
  const toolkit = toolkitWithQuestions();
  const input = { query: "lockere Erde Rosen", tokenBudget: 250 };
  const built = (await toolkit.call("studio_pack", input)) as BuiltPack;
  const given = await toolkit.call("context", { ...input, format: "text" });
  expect(built.text).toBe(given.text);
  expect(built.telemetry).toEqual(given.telemetry);
  expect(built.parts.map(({ id, level }) => ({ id, level }))).toEqual(given.nodes);
  for (const part of built.parts) {
    expect(part.cost).toBeGreaterThan(0);
    expect(part.why?.length).toBeGreaterThan(0);
  }
  const sum = built.parts.reduce((tokens, { cost = 0 }) => tokens + cost, 0);
  expect(sum).toBeLessThanOrEqual(built.telemetry.tokensUsed);
  expect(built.ranked[0]).toMatchObject({ name: expect.any(String), price: expect.any(Number) });
});

test("what grep costs comes as figures, and no text of a file comes with it", async () => {
  const evidence = ["Rosen brauchen lockere Erde."];
  const costs = await toolkitWithQuestions().call("studio_grep", { query: "lockere Erde", evidence });
  expect(costs).toEqual([
    { policy: "grep, then whole files", tokens: expect.any(Number), calls: expect.any(Number), isFound: true },
    { policy: "grep, matching lines", tokens: expect.any(Number), calls: expect.any(Number), isFound: true },
  ]);
  expect(JSON.stringify(costs)).not.toContain("Rosen");
});

test("a graph without a folder has no grep", async () => {
  const questions = packQuestions({ toolkit: () => toolkit, counter: o200k, folderOf: () => undefined });
  const toolkit = createToolkit({ mounts: [{ content: vault, tools: questions }] });
  expect(await toolkit.call("studio_grep", { query: "x", evidence: ["y"] })).toEqual([]);
});

test("an example is a session over the notes themselves, one after the other, each answer as a model gets it", async () => {
  const entries: SessionLogEntry[] = [];
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  await exampleSession(toolkit, { graphId: "garten", onEntry: (entry) => entries.push(entry) });
  expect(entries.map(({ operation }) => operation)).toEqual([
    "scan",
    "search",
    "node",
    "node",
    "traverse",
    "context",
    "node",
  ]);
  expect(new Set(entries.map(({ session }) => session)).size).toBe(1);
  expect(entries.every(({ error, answer }) => error === undefined && "text" in (answer as object))).toBe(true);
  expect(new Set(entries.flatMap(({ disclosed }) => disclosed.map(({ level }) => level)))).toContain(4);
});

test("a folder without notes has no example", async () => {
  const empty = await mkdtemp(join(tmpdir(), "pd-studio-empty-"));
  const none = await openVault(empty, { id: "leer", cache: false });
  const entries: SessionLogEntry[] = [];
  const toolkit = createToolkit({ mounts: [{ content: none }] });
  await exampleSession(toolkit, { graphId: "leer", onEntry: (entry) => entries.push(entry) });
  expect(entries).toEqual([]);
  await none.close();
  await rm(empty, { recursive: true, force: true });
});
