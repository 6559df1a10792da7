import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { propertyRuns } from "pd-tooling/property";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createIgnore } from "../ignore/ignore.js";
import { readBodies } from "../load/body-pass.js";
import { buildState } from "../load/build-state.js";
import { inSteps } from "../load/in-steps.js";
import { indexFields } from "../load/index-fields.js";
import { MAX_NOTE_BYTES } from "../load/read-notes.js";
import { walk } from "../load/walk.js";
import { type OpenedVault, type TemporaryVault, temporaryVault } from "../testing/temporary-vault.js";
import { snapshotFile } from "./snapshot-file.js";
import { snapshotFromBytes, snapshotToBytes } from "./snapshot-format.js";

/** Which files were read for the index, in order. */
const reads = vi.hoisted((): string[] => []);
vi.mock(import("../load/read-notes.js"), async (importOriginal) => {
  const real = await importOriginal();
  return {
    ...real,
    openFolderReader(...asked) {
      const reader = real.openFolderReader(...asked);
      return {
        ...reader,
        read(names, from) {
          const read = reader.read(names, from);
          reads.push(...read.found.map(({ path }) => path));
          return read;
        },
      };
    },
    *readFolder(...asked) {
      for (const file of real.readFolder(...asked)) {
        reads.push(file.path);
        yield file;
      }
    },
  };
});
beforeEach(() => void reads.splice(0));

const FILES = {
  "Home.md":
    "---\ntype: moc\ndescription: Where to start: here\n---\n# Home\n\nSee [[budgets|money]] and [[a/ledger]]. [[nobody]]\n",
  "budgets.md": "---\naliases: [ceiling]\ntags: [x]\n---\nA hard ceiling.\n\n## How\n\nIt counts tokens.\n",
  "a/ledger.md": "台帳。 See [the ceiling](../budgets.md#how).\n",
};

async function saved(files: Readonly<Record<string, string>> = FILES): Promise<TemporaryVault> {
  const temporary = temporaryVault(files);
  const { vault } = await temporary.open();
  await vault.ready();
  await vault.close();
  return temporary;
}

function fileOf({ cache }: TemporaryVault): string {
  const [name = ""] = readdirSync(join(cache, "vaults"));
  return join(cache, "vaults", name);
}

/** What every operation answers, as the bytes that go over the wire. */
async function answers({ call, vault }: OpenedVault): Promise<string> {
  await vault.ready();
  const asked: readonly (readonly [string, object])[] = [
    ["scan", { limit: 1000, tokenBudget: Number.POSITIVE_INFINITY }],
    ["scan", { query: "ceiling", format: "text" }],
    ["search", { query: "tokens" }],
    ["search", { query: "台帳" }],
    ["query", { query: "money", tokenBudget: 2000 }],
    ...[0, 1, 2, 3, 4].map(
      (level) => ["node", { nodes: ["Home", "budgets", "ledger", "budgets#how"], level }] as const,
    ),
    ["traverse", { start: "Home", query: "tokens" }],
    ["stats", {}],
    ["validate", {}],
  ];
  const said: string[] = [];
  for (const [operation, input] of asked) {
    try {
      said.push(JSON.stringify(await call(operation, input)));
    } catch (error) {
      said.push(String(error));
    }
  }
  return said.join("\n");
}

const loaded = ({ events }: TemporaryVault) =>
  events.flatMap((event) => (event.kind === "vault-loaded" ? [event.from] : []));
const rejected = ({ events }: TemporaryVault) => events.filter(({ kind }) => kind === "snapshot-rejected").length;

describe("a second start", () => {
  test("comes from the snapshot, reads no file, and answers byte for byte as the first", async () => {
    const temporary = temporaryVault(FILES);
    const cold = await temporary.open();
    const said = await answers(cold);
    expect(reads).toHaveLength(3);
    await cold.vault.close();
    reads.splice(0);
    const warm = await temporary.open();
    expect(loaded(temporary)).toEqual(["files", "snapshot"]);
    expect(await answers(warm)).toBe(said);
    expect(reads).toEqual([]);
    expect(said).not.toContain("Error");
    // Nothing changed, so nothing is written.
    const { mtimeMs, ino } = statSync(fileOf(temporary));
    await warm.vault.close();
    expect(statSync(fileOf(temporary))).toMatchObject({ mtimeMs, ino });
  });

  test("is passed over where so much has changed that reading everything is faster, and says how far that is", async () => {
    const notes = Array.from({ length: 400 }, (_, number) => [`many/${number}.md`, `Note ${number}.`] as const);
    const temporary = await saved(Object.fromEntries(notes));
    const change = (count: number, text: string) => {
      for (const [path] of notes.slice(0, count)) temporary.write(path, text);
    };
    const from = () => temporary.events.findLast(({ kind }) => kind === "vault-loaded");
    change(100, "Another text.");
    await (await temporary.open()).vault.close();
    expect(from()).toMatchObject({ from: "snapshot", reread: 100 });
    change(101, "A third marmot.");
    const told: (readonly [number, number])[] = [];
    const { vault, call } = await temporary.open({ onIndexing: (...figures) => told.push(figures) });
    await vault.ready();
    expect(from()).toMatchObject({ from: "files", nodes: 400 });
    expect(told).toEqual([64, 128, 192, 256, 320, 384].map((read) => [read, 400]));
    expect(
      (await call("search", { query: "marmot", limit: 200, tokenBudget: Number.POSITIVE_INFINITY })).nodes,
    ).toHaveLength(101);
  });

  test("is not passed over for files that could not be read then either", async () => {
    const large = Array.from({ length: 101 }, (_, number) => `large/${number}.md`);
    const temporary = temporaryVault({ "a.md": "A.", ...Object.fromEntries(large.map((path) => [path, ""])) });
    for (const path of large) truncateSync(temporary.path(path), MAX_NOTE_BYTES + 1);
    for (const from of ["files", "snapshot"]) {
      const { vault } = await temporary.open();
      await vault.ready();
      await vault.close();
      expect(temporary.events.findLast(({ kind }) => kind === "vault-loaded")).toMatchObject({ from, nodes: 1 });
    }
  });

  test("reads what was changed, added, renamed or replaced, and nothing else", async () => {
    const temporary = await saved({ ...FILES, "b/gone.md": "Gone.", "b/moves.md": "Moves.", "b/same.md": "Same." });
    temporary.write("budgets.md", "Another ceiling entirely.");
    temporary.write("new/note.md", "Fresh marmot.");
    rmSync(temporary.path("b/gone.md"));
    renameSync(temporary.path("b/moves.md"), temporary.path("a/moved.md"));
    reads.splice(0);
    const opened = await temporary.open();
    expect(reads.toSorted()).toEqual(["a/moved.md", "budgets.md", "new/note.md"]);
    expect(temporary.events.findLast(({ kind }) => kind === "vault-loaded")).toMatchObject({
      from: "snapshot",
      reread: 3,
    });
    const { nodes } = await opened.call("scan", { limit: 100, tokenBudget: Number.POSITIVE_INFINITY });
    expect(nodes.map((node) => node.id).toSorted()).toEqual([
      "moc:home",
      "note:budgets",
      "note:ledger",
      "note:moved",
      "note:note",
      "note:same",
    ]);
    expect((await opened.call("search", { query: "marmot" })).nodes[0]?.id).toBe("note:note");
    expect((await opened.call("search", { query: "tokens" })).nodes.map((node) => node.id)).not.toContain(
      "note:budgets",
    );
    await opened.vault.close();
    reads.splice(0);
    await temporary.open();
    expect(reads).toEqual([]);
  });

  test("a file with the old time and size that is another file, or was written to, is read", async () => {
    const temporary = await saved();
    const path = temporary.path("budgets.md");
    const { atimeMs, mtimeMs, size } = statSync(path);
    writeFileSync(path, "y".repeat(size));
    utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
    reads.splice(0);
    await temporary.open();
    expect(reads).toEqual(["budgets.md"]);
  });

  test("a vault that moved, or another one, has a snapshot of its own", async () => {
    const temporary = await saved();
    expect(snapshotFile("c", "/a", "1").path).not.toBe(snapshotFile("c", "/b", "1").path);
    renameSync(fileOf(temporary), snapshotFile(temporary.cache, "/elsewhere", "1").path);
    const other = await temporary.open();
    expect(loaded(temporary)).toEqual(["files", "files"]);
    await other.vault.close();
    // The bytes of one under the name of another.
    const mine = snapshotFile(temporary.cache, temporary.root, "1").path;
    writeFileSync(mine, readFileSync(snapshotFile(temporary.cache, "/elsewhere", "1").path));
    expect(loaded(temporary)).toEqual(["files", "files"]);
  });

  test("it is for this user alone", async () => {
    const temporary = await saved();
    expect(statSync(fileOf(temporary)).mode & 0o077).toBe(0);
    expect(statSync(temporary.cache).mode & 0o077).toBe(0);
  });
});

describe("whatever is wrong with a snapshot, the answers are right", () => {
  async function bytesOf(temporary: TemporaryVault): Promise<Uint8Array> {
    const { state, texts } = await inSteps(
      buildState({ root: temporary.root, folders: walk(temporary.root, createIgnore("")).folders, version: "1" }),
    );
    const builder = await inSteps(indexFields(state, texts));
    const whole = await inSteps(readBodies(temporary.root, state, builder));
    return Buffer.concat(snapshotToBytes(whole, "key"));
  }
  const again = (bytes: Uint8Array) => Buffer.concat(snapshotToBytes(snapshotFromBytes(bytes, "key", "1"), "key"));
  const aligned = (bytes: Uint8Array) => Uint8Array.from(bytes);

  test("bytes go round", async () => {
    const bytes = aligned(await bytesOf(temporaryVault(FILES)));
    expect(again(bytes).equals(bytes)).toBe(true);
  });

  test("every flipped byte and every cut is refused, or meant nothing", { timeout: 600_000 }, async () => {
    const bytes = aligned(await bytesOf(temporaryVault(FILES)));
    const step = Math.max(1, Math.round((bytes.length * 8) / propertyRuns(8)));
    let refused = 0;
    for (let bit = 0; bit < bytes.length * 8; bit += step) {
      const flipped = aligned(bytes);
      flipped[bit >>> 3]! ^= 1 << (bit & 7);
      try {
        expect(again(flipped).equals(bytes)).toBe(true);
      } catch (error) {
        if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(0);
    for (let length = 0; length < bytes.length; length += Math.max(1, step >>> 3)) {
      expect(() => again(aligned(bytes.subarray(0, length)))).toThrow();
    }
  });

  test("another format, another key, parts that do not fit", async () => {
    const temporary = temporaryVault(FILES);
    const bytes = aligned(await bytesOf(temporary));
    expect(() => snapshotFromBytes(bytes, "another key", "1")).toThrow("another folder");
    expect(() => snapshotFromBytes(new Uint8Array(0), "key", "1")).toThrow("not a snapshot");
    expect(() => snapshotFromBytes(new Uint8Array(1000), "key", "1")).toThrow("not a snapshot");
  });

  test.each<[string, (bytes: Buffer) => Uint8Array]>([
    ["empty", () => new Uint8Array(0)],
    ["garbage", () => Buffer.from("garbage ".repeat(500))],
    ["zeros", (bytes) => new Uint8Array(bytes.length)],
    ["cut", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["cut in its head", (bytes) => bytes.subarray(0, 30)],
    ["longer", (bytes) => Buffer.concat([bytes, Buffer.from("x")])],
    ["flipped in its table", (bytes) => flip(bytes, 90)],
    ["flipped in its notes", (bytes) => flip(bytes, 400)],
    ["flipped at its end", (bytes) => flip(bytes, bytes.length - 1)],
    ["twice", (bytes) => Buffer.concat([bytes, bytes])],
  ])("%s", async (_, damage) => {
    const temporary = await saved();
    const right = await answers(await temporary.open({ cache: false }));
    const path = fileOf(temporary);
    writeFileSync(path, damage(readFileSync(path)));
    const opened = await temporary.open();
    expect(await answers(opened)).toBe(right);
    expect([loaded(temporary).at(-1), rejected(temporary)]).toEqual(["files", 1]);
    // And the next start is a fast one again.
    await opened.vault.close();
    await temporary.open();
    expect(loaded(temporary).at(-1)).toBe("snapshot");
  });

  test("a folder where it should be, and a cache that cannot be written", async () => {
    const temporary = await saved();
    const right = await answers(await temporary.open({ cache: false }));
    const path = fileOf(temporary);
    rmSync(path);
    mkdirSync(join(path, "x"), { recursive: true });
    const opened = await temporary.open();
    expect(await answers(opened)).toBe(right);
    await opened.vault.close();
    expect(temporary.events.at(-1)).toMatchObject({
      kind: "vault-failed",
      message: "The snapshot could not be written",
    });
    for (const cache of ["/dev/null", "/proc/nowhere", join(temporary.root, "Home.md")]) {
      const other = await temporary.open({ cache });
      expect(await answers(other)).toBe(right);
      await other.vault.close();
    }
  });

  test.skipIf(process.getuid?.() === 0)("a cache folder without permission", async () => {
    const temporary = temporaryVault(FILES);
    mkdirSync(temporary.cache, { mode: 0o500 });
    const { vault, call } = await temporary.open();
    expect((await call("scan")).nodes).toHaveLength(3);
    await vault.close();
    chmodSync(temporary.cache, 0o700);
  });

  test("what killed processes left is swept", async () => {
    const temporary = await saved();
    const orphan = `${fileOf(temporary)}.1-x.tmp`;
    writeFileSync(orphan, "");
    utimesSync(orphan, 1, 1);
    temporary.write("new.md", "");
    const { vault } = await temporary.open();
    await vault.close();
    expect(readdirSync(join(temporary.cache, "vaults"))).toHaveLength(1);
  });
});

function flip(bytes: Buffer, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at]! ^= 0x20;
  return copy;
}

test("R3.8 neither the snapshot nor the packed notes hold text of a body", async () => {
  const temporary = temporaryVault({
    "a.md":
      "---\ndescription: Described\n---\n# Heading\n\nmarmalade zebra sentence one. [[b|shown]] `marmalade`\n\n> marmalade\n\n```\nmarmalade\n```\n",
    "b.md":
      '---\ndescription: Described\nnote: marmalade\n---\n- marmalade\n- [x](a.md "marmalade")\n\n| marmalade |\n| - |\n| marmalade |\n',
    "bad.md": "---\ndescription: Unclosed\n\nmarmalade\n",
  });
  const { vault, call } = await temporary.open();
  expect((await call("search", { query: "marmalade" })).nodes.length).toBeGreaterThan(1);
  temporary.write("a.md", "---\ndescription: Described\n---\n# Heading two\n\nmore marmalade here.\n");
  await vault.refresh();
  expect((await call("search", { query: "marmalade" })).nodes.length).toBeGreaterThan(1);
  await vault.close();
  const bytes = readFileSync(fileOf(temporary));
  expect(bytes.includes("Heading two")).toBe(true);
  for (const encoding of ["utf8", "utf16le"] as const)
    expect(bytes.includes(Buffer.from("marmalad", encoding))).toBe(false);
});
