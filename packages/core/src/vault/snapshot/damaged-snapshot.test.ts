import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { checksum } from "../../files/checksum.js";
import { isPdError } from "../../model/errors.js";
import { type OpenedVault, type TemporaryVault, temporaryVault } from "../testing/temporary-vault.js";
import { HEAD_BYTES } from "./snapshot-format.js";

const FILES = {
  "Início.md":
    "---\ntype: moc\ndescription: Onde começar, aqui\n---\n# Início\n\nVeja [[budgets|dinheiro]] e [[台帳]].\n",
  "budgets.md": "---\naliases: [ceiling]\ntags: [x]\n---\nA hard ceiling.\n\n## How\n\nIt counts tokens.\n",
  "a/台帳.md": "台帳。 See [the ceiling](../budgets.md#how).\n\n## 第二\n\n続き。\n",
};

const ASKED: readonly (readonly [string, object])[] = [
  ["scan", { limit: 1000 }],
  ["search", { query: "tokens 台帳 começar" }],
  ["query", { query: "dinheiro", tokenBudget: 2000 }],
  ...[1, 2, 3, 4].map((level) => ["node", { nodes: ["Início", "budgets", "台帳", "budgets#how"], level }] as const),
  ["context", { query: "ceiling", tokenBudget: 500 }],
  ["traverse", { start: "Início", query: "tokens" }],
  ["stats", {}],
  ["validate", {}],
];

/** What every operation answers, and the code of each that fails. */
async function answers({ call }: OpenedVault): Promise<readonly string[]> {
  const said: string[] = [];
  for (const [operation, input] of ASKED) {
    said.push(
      await call(operation, input).then(
        (answer) => JSON.stringify(answer),
        (error: unknown) => (isPdError(error) ? error.code : String(error)),
      ),
    );
  }
  return said;
}

interface Saved {
  readonly temporary: TemporaryVault;
  readonly file: string;
  readonly whole: Uint8Array;
  readonly right: readonly string[];
}

async function saved(): Promise<Saved> {
  const temporary = temporaryVault(FILES);
  const opened = await temporary.open();
  const right = await answers(opened);
  await opened.vault.close();
  const folder = join(temporary.cache, "vaults");
  const file = join(folder, readdirSync(folder)[0] ?? "");
  return { temporary, file, whole: readFileSync(file), right };
}

/** Bytes of a snapshot with some of them changed, and a checksum that says they are right. */
function damaged(whole: Uint8Array, changes: readonly (readonly [number, number])[]): Uint8Array {
  const bytes = Uint8Array.from(whole);
  const body = bytes.subarray(HEAD_BYTES);
  for (const [at, value] of changes) body[Math.floor(at * body.length)] = value;
  const [magic = "", sum = ""] = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).split("\n");
  bytes.set(new TextEncoder().encode(checksum(body).padEnd(sum.length)), magic.length + 1);
  return bytes;
}

const share = fc.integer({ min: 0, max: 2 ** 20 - 1 }).map((at) => at / 2 ** 20);
const change = fc.tuple(share, fc.integer({ min: 0, max: 255 }));

/** The end of the packed notes, which nothing looks at before a note is shown, becomes noise. */
function noise(whole: Uint8Array): Uint8Array {
  const head = new TextDecoder().decode(whole.subarray(0, HEAD_BYTES)).split("\n");
  const tableLength = Number(head[2]);
  const table = new TextDecoder().decode(whole.subarray(HEAD_BYTES, HEAD_BYTES + tableLength));
  const { lengths } = JSON.parse(table) as { readonly lengths: readonly number[] };
  const end = ((tableLength + 7) & ~7) + (lengths[0] ?? 0);
  const body = whole.length - HEAD_BYTES;
  const places = Array.from({ length: 40 }, (_, at) => [(end - 40 + at + 0.5) / body, 0xff] as const);
  return damaged(whole, places);
}

const whyRejected = ({ events }: TemporaryVault) =>
  events.flatMap((event) => (event.kind === "snapshot-rejected" ? [event.reason] : []));

describe("a snapshot with damage and a right checksum", () => {
  test("H14 is thrown away where it fails while it is used, and the same call is answered from the files", async () => {
    const { temporary, file, whole, right } = await saved();
    writeFileSync(file, noise(whole));
    const opened = await temporary.open();
    const [operation, input] = ASKED[0] ?? ["scan", {}];
    expect(plain(JSON.stringify(await opened.call(operation, input)))).toBe(plain(right[0] ?? ""));
    expect(whyRejected(temporary)).toEqual(["it failed while it was used"]);
    expect(existsSync(file)).toBe(false);
    expect((await answers(opened)).map(plain)).toEqual(right.map(plain));
    await opened.vault.close();
    const again = await temporary.open();
    expect(await answers(again)).toEqual(right);
    expect(temporary.events.at(-1)).toMatchObject({ kind: "vault-loaded", from: "snapshot" });
  });

  test("H14 calls at the same time are all answered, and the files are read once", async () => {
    const { temporary, file, whole } = await saved();
    writeFileSync(file, noise(whole));
    const { call } = await temporary.open();
    const all = await Promise.all(Array.from({ length: 8 }, () => call("scan", {})));
    expect(all.map(({ nodes }) => nodes.length)).toEqual(Array.from({ length: 8 }, () => 3));
    expect(whyRejected(temporary)).toHaveLength(1);
  });

  test("H14 is thrown away where it fails while a change is taken in", async () => {
    const { temporary, file, whole } = await saved();
    writeFileSync(file, noise(whole));
    const { vault, call } = await temporary.open();
    temporary.write("novo.md", "# Novo\n\nUma nota. [[budgets]]\n");
    expect(await vault.refresh()).toBe(true);
    expect(temporary.events.filter(({ kind }) => kind === "vault-failed")).toEqual([]);
    expect((await call("scan", {})).nodes).toHaveLength(4);
  });

  test("H14 whatever is damaged fails no call, and what was noticed is no longer kept", async () => {
    const { temporary, file, whole, right } = await saved();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const bytes = damaged(whole, changes);
        writeFileSync(file, bytes);
        const before = whyRejected(temporary).length;
        const opened = await temporary.open();
        expect(await answers(opened)).not.toContain("tool-failed");
        const wasNoticed = whyRejected(temporary).length > before;
        // Once the files have been read, answers are what they would be without a snapshot.
        if (wasNoticed) expect((await answers(opened)).map(plain)).toEqual(right.map(plain));
        await opened.vault.close();
        if (wasNoticed) expect(readFileSync(file).equals(bytes)).toBe(false);
      }),
      { numRuns: propertyRuns(0.1) },
    );
  });
});

/** A version's number is how often it was read. */
const plain = (text: string) => text.replace(/"version":"[^"]*"/gu, "");

describe.skipIf(process.platform === "win32")("a snapshot that others could have written", () => {
  async function rejects({ temporary, file, right }: Saved): Promise<void> {
    const opened = await temporary.open();
    expect(temporary.events).toContainEqual(
      expect.objectContaining({ kind: "snapshot-rejected", reason: "other users could have written it" }),
    );
    expect(existsSync(file)).toBe(false);
    expect(await answers(opened)).toEqual(right);
    await opened.vault.close();
    expect(statSync(file).mode & 0o077).toBe(0);
  }

  test("H14 is not believed where its mode lets them, and made anew for this user alone", async () => {
    const made = await saved();
    chmodSync(made.file, 0o666);
    await rejects(made);
  });

  test.runIf(process.getuid?.() === 0)("H14 is not believed where it belongs to another user", async () => {
    const made = await saved();
    chownSync(made.file, 4321, 4321);
    await rejects(made);
  });
});
