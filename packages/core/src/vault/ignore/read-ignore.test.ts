import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { combine } from "../../content/combine.js";
import type { StatsData } from "../../operations/stats.js";
import type { ValidateData } from "../../operations/validate.js";
import { createMemoryContent } from "../../testing/memory-content.js";
import { type OpenedVault, type TemporaryVault, temporaryFolder, temporaryVault } from "../testing/temporary-vault.js";
import { readIgnore } from "./read-ignore.js";

const SECRET = "geheim/Größe.md";
const files = { [SECRET]: "# Größe\n\nSECRET.", "offen.md": "Für alle." };

function utf16(text: string, order: "le" | "be"): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}

const NOT_UNDERSTOOD: readonly (readonly [string, string, (vault: TemporaryVault) => void])[] = [
  ["a folder", "not a regular file", ({ path }) => void mkdirSync(path(".pdignore"))],
  ["a pipe", "not a regular file", ({ path }) => void execFileSync("mkfifo", [path(".pdignore")])],
  ["a link to a device", "not a regular file", ({ path }) => symlinkSync("/dev/zero", path(".pdignore"))],
  ["a link to itself", "ELOOP", ({ path }) => symlinkSync(".pdignore", path(".pdignore"))],
  ["a link to nowhere", "ENOENT", ({ path }) => symlinkSync("nowhere", path(".pdignore"))],
  [
    "a link to outside",
    "outside",
    ({ path }) => {
      const other = temporaryVault({ rules: "geheim/\n" });
      symlinkSync(other.path("rules"), path(".pdignore"));
    },
  ],
  ["too large", "allowed", ({ write }) => write(".pdignore", `${"# Kommentar\n".repeat(100_000)}geheim/\n`)],
  ["of too many rules", "1001 rules", ({ write }) => write(".pdignore", "geheim/\n".repeat(1001))],
  ["of too long rules", "characters", ({ write }) => write(".pdignore", `${"ä".repeat(70_000)}\ngeheim/\n`)],
  ["Latin-1", "UTF-8", ({ write }) => write(".pdignore", Buffer.from("Größe.md\n", "latin1"))],
  ["UTF-16 without its mark", "UTF-8", ({ write }) => write(".pdignore", Buffer.from("geheim/\n", "utf16le"))],
  ["UTF-32", "UTF-8", ({ write }) => write(".pdignore", Buffer.from([0xff, 0xfe, 0, 0, 0x67, 0, 0, 0]))],
  ["half a UTF-16 unit", "UTF-8", ({ write }) => write(".pdignore", utf16("geheim/\n", "le").subarray(0, 9))],
  ...["\f", "\v", "\u0085", "\u2028", "\u2029", "\u001e"].map(
    (end) =>
      [
        `of lines that end in ${JSON.stringify(end)}`,
        "control",
        ({ write }: TemporaryVault) => write(".pdignore", `entwürfe/${end}geheim/`),
      ] as const,
  ),
  ["half a surrogate pair", "UTF-8", ({ write }) => write(".pdignore", utf16("\uD83D\n", "be"))],
];

describe.each(NOT_UNDERSTOOD)("R3.1 a .pdignore that is %s", (_, why, make) => {
  test("serves nothing, and every operation says why", async () => {
    const temporary = temporaryVault(files);
    make(temporary);
    await expectClosed(await temporary.open(), why);
    expect(temporary.events).toContainEqual(
      expect.objectContaining({
        kind: "vault-failed",
        message: expect.stringMatching(/^".pdignore" .*nothing is served until it is corrected$/u),
      }),
    );
  });
});

async function expectClosed({ call, vault }: OpenedVault, why: string): Promise<void> {
  const refused = {
    code: "vault-unreadable",
    where: ".pdignore",
    message: expect.stringContaining(why),
    fix: expect.stringContaining(".pdignore"),
  };
  const calls: readonly (readonly [string, object])[] = [
    ["scan", {}],
    ["search", { query: "Größe" }],
    ["query", { query: "Größe" }],
    ["node", { nodes: SECRET, level: 4 }],
    ["traverse", { start: "Größe" }],
    ["traverse", { query: "Größe" }],
    ["context", { query: "Größe", format: "text" }],
  ];
  for (const [operation, input] of calls) await expect(call(operation, input)).rejects.toMatchObject(refused);
  const stats = await call<StatsData>("stats");
  expect(stats.data?.nodes).toBe(0);
  expect(stats.notices).toMatchObject([{ code: "vault-closed", message: expect.stringContaining(why) }]);
  const { data, notices } = await call<ValidateData>("validate");
  expect(data?.passed).toBe(false);
  expect(data?.findings).toMatchObject([{ code: "ignore-unreadable", severity: "error", file: ".pdignore" }]);
  expect(notices).toMatchObject([{ code: "vault-closed" }]);
  const { graph } = await combine("both", [
    vault,
    createMemoryContent([{ id: "note:x", name: "X", body: "" }], "b"),
  ]).open();
  await expect(graph.page({ limit: 5 })).rejects.toMatchObject(refused);
  expect(graph.closed).toContain(why);
}

test("R3.1 an error of the system serves nothing", () => {
  const temporary = temporaryVault({ ".pdignore": "geheim/\n" });
  const ignored = readIgnore(temporary.root, {}, () => {
    throw Object.assign(new Error("permission denied"), { code: "EACCES" });
  });
  expect(ignored.problem).toContain("EACCES");
  expect(ignored("offen.md", false)).toBe(true);
  const shrunk = readIgnore(temporary.root, {}, (root, path) => ({
    bytes: Buffer.from("geh"),
    stamp: { size: 8, modified: 0, changed: 0, inode: root.length + path.length },
  }));
  expect(shrunk.problem).toContain("changed");
});

test("R3.1 none at all leaves out nothing", () => {
  expect(readIgnore(temporaryFolder()).problem).toBeUndefined();
});

describe("R3.1 a .pdignore is understood", () => {
  const rules = "# für mich\ngeheim/\nGröße*.md\n";
  test.each([
    ["in UTF-8", Buffer.from(rules)],
    ["in UTF-8 with a mark", Buffer.from(`\uFEFF${rules}`)],
    ["in UTF-16, little end first", utf16(rules, "le")],
    ["in UTF-16, big end first", utf16(rules, "be")],
    ["with CR", Buffer.from(rules.replaceAll("\n", "\r"))],
    ["with CRLF, in UTF-16", utf16(rules.replaceAll("\n", "\r\n"), "le")],
    ["decomposed", Buffer.from(rules.normalize("NFD"))],
    ["behind many comments", Buffer.from(`${"# noch ein Kommentar\n\n".repeat(10_000)}${rules}`)],
  ])("%s", async (_, bytes) => {
    const names = ["Größe.md", "Größe 2.md".normalize("NFD")];
    const hidden = Object.fromEntries(names.map((name) => [name, "SECRET"]));
    const temporary = temporaryVault({ ...files, ...hidden, ".pdignore": bytes });
    const { call } = await temporary.open();
    expect((await call("scan")).nodes.map(({ id }) => id)).toEqual(["note:offen"]);
    expect((await call<ValidateData>("validate")).data?.findings.map(({ code }) => code)).not.toContain(
      "ignore-unreadable",
    );
  });
});

test("R3.1 one that becomes unreadable closes an open vault, and mended opens it again, over a restart too", async () => {
  const temporary = temporaryVault({ ...files, ".pdignore": "geheim/\n" });
  const opened = await temporary.open();
  expect((await opened.call("scan")).nodes).toHaveLength(1);
  rmSync(temporary.path(".pdignore"));
  mkdirSync(temporary.path(".pdignore"));
  await opened.vault.refresh();
  await expectClosed(opened, "not a regular file");
  await opened.vault.close();
  await expectClosed(await temporary.open(), "not a regular file");
  rmSync(temporary.path(".pdignore"), { recursive: true });
  temporary.write(".pdignore", "geheim/\n");
  const again = await temporary.open();
  expect((await again.call("scan")).nodes.map(({ id }) => id)).toEqual(["note:offen"]);
});
