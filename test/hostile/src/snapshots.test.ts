import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_MEMORY, makeHostilePlace } from "./place.js";
import { expectHarmless, withinCeiling } from "./promises.js";

const place = makeHostilePlace(IN_MEMORY);
let file = "";
let whole: Buffer;
let right = "";

/** What the vault says of itself with the snapshot as it stands. */
async function told(): Promise<string> {
  const vault = await openVault(place.vault, { cache: place.cache });
  await vault.ready();
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const answers = [
    await toolkit.call("scan", {}),
    await toolkit.call("node", { nodes: ["Alpha", "Gamma"], level: 3 }),
    await toolkit.call("search", { query: "details" }),
  ];
  await vault.close();
  return JSON.stringify(answers);
}

beforeAll(async () => {
  right = await told();
  const folder = join(place.cache, "vaults");
  file = join(folder, readdirSync(folder)[0] ?? "");
  whole = readFileSync(file);
});
afterAll(() => place.remove());

async function expectRight(bytes: Uint8Array): Promise<void> {
  writeFileSync(file, bytes);
  const answers = await withinCeiling(told);
  expect(answers).toBe(right);
  expectHarmless(answers);
}

/** So many tests share the bytes out, that one which fails says where. */
const PARTS = 16;

test.each(Array.from({ length: PARTS }, (_, part) => part))(`every byte flipped, part %i of ${PARTS}`, async (part) => {
  for (let at = part; at < whole.length; at += PARTS) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
    await expectRight(bytes);
  }
});

test.each(Array.from({ length: PARTS }, (_, part) => part))(`cut off, part %i of ${PARTS}`, async (part) => {
  for (let length = part; length < whole.length; length += PARTS * 8) await expectRight(whole.subarray(0, length));
});

const OTHERS: readonly (readonly [string, (bytes: Buffer) => Uint8Array])[] = [
  ["nothing", () => Buffer.alloc(0)],
  ["one byte", () => Buffer.from([0])],
  ["zeros", (bytes) => Buffer.alloc(bytes.length)],
  ["twice", (bytes) => Buffer.concat([bytes, bytes])],
  ["one byte more", (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
  ["backwards", (bytes) => Buffer.from(bytes).reverse()],
  ["another version", (bytes) => Buffer.from(bytes.toString("latin1").replace(/[0-9]/u, "9"), "latin1")],
  ["text", () => Buffer.from('{"version":1}')],
  ["a megabyte of noise", () => Buffer.alloc(2 ** 20, 0x5a)],
];

test.each(OTHERS)("%s in place of it", async (_, made) => {
  await expectRight(made(whole));
});

test("with a gigabyte of nothing after it", async () => {
  writeFileSync(file, whole);
  truncateSync(file, 2 ** 30);
  expect(await withinCeiling(told)).toBe(right);
});

test("as it was, it is taken as it is", async () => {
  await expectRight(whole);
});
