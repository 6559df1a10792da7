import { mkdirSync, rmSync } from "node:fs";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test, vi } from "vitest";
import { withoutGrowth } from "../compiled/without-growth.js";
import type { OnAbandoned } from "../graph/index-builder.js";
import { buildState } from "./build-state.js";
import { createCompiledParser } from "./compiled-parser.js";
import { createIgnore } from "./ignore.js";
import { inSteps } from "./in-steps.js";
import { createNotePacker } from "./note-packer.js";
import { temporaryVault } from "./temporary-vault.js";
import { walk } from "./walk.js";

/** All that loading a vault gives, as values that compare quickly. */
async function loaded(root: string, onAbandoned?: OnAbandoned): Promise<unknown> {
  const { folders } = walk(root, createIgnore(""));
  const { state, texts } = await inSteps(buildState({ root, folders, version: "1", compileFrom: 0, onAbandoned }));
  const { bytes, linkBytes, strings, starts, linkStarts, stamps } = state.notes.base;
  const { out, in: into } = state.adjacency;
  return {
    notes: [bytes, starts, linkBytes, linkStarts, strings.bytes, strings.starts, stamps].map(text),
    ids: Array.from({ length: state.count }, (_, number) => state.ids.of(number)),
    idStarts: text(state.ids.packed.starts),
    links: [state.links.starts, state.links.targets].map(text),
    adjacency: [out.starts, out.targets, out.kinds, into.starts, into.targets, into.kinds].map(text),
    maps: text(state.maps),
    texts,
    problems: state.problems,
  };
}

function text({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString("hex");
}

async function withoutWebAssembly<Result>(work: () => Promise<Result>): Promise<Result> {
  const holder = globalThis as { WebAssembly?: unknown };
  const { WebAssembly: engine } = holder;
  try {
    holder.WebAssembly = undefined;
    return await work();
  } finally {
    holder.WebAssembly = engine;
  }
}

const CALLS = [
  ...[
    "Gate",
    "gate",
    "Skills index",
    "Map of gates",
    "überblick",
    "Änderung",
    "README",
    "index",
    "C#",
    "a b",
    "a_b",
    "What's new?",
    "x".repeat(90),
  ],
  ...["Home", "hub", "_index", "K\u212aill", "漢字", " padded ", "a.md", "v1.2+3", "`tick`", "--", "Overview"],
];
const call = fc.constantFrom(...CALLS);
const folder = fc.constantFrom("", "", "a/", "b/", "a/c/", "ä/");
const file = fc.tuple(folder, call).map(([place, name]) => `${place}${name.replace(/[/ ]+$/u, "")}.md`);
const link = fc.oneof(
  call.map((name) => `[[${name}]]`),
  fc.tuple(call, call).map(([name, text]) => `[[${name}|${text}]]`),
  fc.tuple(folder, call).map(([place, name]) => `[[${place}${name}#part]]`),
  fc.tuple(folder, call).map(([place, name]) => `[shown \`text\`](<${place}${name}.md>)`),
  call.map((name) => `[t](../${encodeURIComponent(name)}.md)`),
  fc.constantFrom("[[#part]]", "![[Gate]]", "[[nowhere]]", "[[Gate.md]]", "[[gate.markdown]]", "[[ Gate ]]"),
);
const front = fc.oneof(
  fc.constant(""),
  fc
    .record(
      { name: fc.option(call), alias: fc.option(call), type: fc.constantFrom(undefined, "moc", "Note Type", "typ/ä") },
      {},
    )
    .map(({ name, alias, type }) => {
      const fields = [
        name === null ? "" : `name: "${name}"\n`,
        alias === null ? "" : `aliases: ["${alias}"]\n`,
        type === undefined ? "" : `type: ${type}\n`,
      ];
      return `---\n${fields.join("")}extra: x\n---\n`;
    }),
);
const aside = fc.constantFrom("", "", "", "", "\r\n", "\n[label]: gate.md\n");
const note = fc
  .tuple(front, fc.array(link, { maxLength: 12 }), aside)
  .map(([head, links, end]) => `${head}${links.join(" and ")}\n${end}`);

test("R3.2, R3.3, R3.4 a vault is loaded to the same bytes with and without WebAssembly: links, ids, maps, what links say", async () => {
  const vault = temporaryVault();
  await fc.assert(
    fc.asyncProperty(fc.dictionary(file, note, { maxKeys: 14 }), async (files) => {
      rmSync(vault.root, { recursive: true });
      mkdirSync(vault.root);
      for (const [name, content] of Object.entries(files)) vault.write(name, content);
      expect(await loaded(vault.root)).toEqual(await withoutWebAssembly(() => loaded(vault.root)));
    }),
    { numRuns: propertyRuns(0.1) },
  );
}, 300_000);

test("so is one with more notes than there is room for at first", async () => {
  const vault = temporaryVault();
  for (let number = 0; number < 100; number += 1) {
    const links = Array.from(
      { length: 60 },
      (_, index) => `[[Name ${number * 60 + index} ${"x".repeat(40)}|${number} ${index}]]`,
    );
    vault.write(
      `${number % 7}/Name ${number}.md`,
      `# ${number}\n\n${links.join(" ")}\n${number % 50 === 0 ? "\r\n" : ""}`,
    );
  }
  expect(await loaded(vault.root)).toEqual(await withoutWebAssembly(() => loaded(vault.root)));
});

test("R3.4 so is one whose notes link to as many others as make a map, and to one fewer", async () => {
  const vault = temporaryVault();
  const others = Array.from({ length: 10 }, (_, at) => `Other ${at}`);
  for (const name of others) vault.write(`${name}.md`, "");
  vault.write(
    "Nine.md",
    others
      .slice(1)
      .map((name) => `[[${name}]] [[${name}]]`)
      .join(" "),
  );
  vault.write("Ten.md", others.map((name) => `[[${name}]]`).join(" "));
  expect(await loaded(vault.root)).toEqual(await withoutWebAssembly(() => loaded(vault.root)));
});

test("so is one that the module has no memory for: all of it is read the other way", async () => {
  const vault = temporaryVault();
  for (let number = 0; number < 40; number += 1) {
    const links = Array.from({ length: 800 }, (_, at) => `[[${number} ${at} ${"x".repeat(40)}]]`);
    vault.write(`${number}.md`, links.join("\n"));
  }
  const expected = await loaded(vault.root);
  const onAbandoned = vi.fn();
  expect(await withoutGrowth(() => loaded(vault.root, onAbandoned))).toEqual(expected);
  expect(onAbandoned.mock.calls).toEqual([["parser", expect.any(Error)]]);
});

test("R7.3 one that has more words than the module has memory for is indexed the other way, and it is told", async () => {
  const vault = temporaryVault();
  const words = Array.from({ length: 9000 }, (_, at) => `w${at.toString(36)}q`);
  vault.write("words.md", `# ${words.join("\n# ")}\n\nA needle.\n`);
  vault.write("other.md", "# Other\n\nAnother needle.\n");
  const { call } = await withoutGrowth(async () => {
    const opened = await vault.open({ cache: false });
    await opened.vault.ready();
    return opened;
  }, 7);
  expect(vault.events.filter(({ kind }) => kind === "module-abandoned")).toContainEqual({
    kind: "module-abandoned",
    at: expect.any(Number),
    graphId: "notes",
    module: "terms",
    reason: expect.stringMatching(/memory/iu),
  });
  expect(vault.events.map(({ kind }) => kind)).not.toContain("vault-failed");
  const { nodes } = await call("search", { query: "needle" });
  expect(nodes.map(({ name }) => name).sort()).toEqual(["Other", words[0]]);
});

test("two that are loaded at the same time do not get in each other's way", async () => {
  const vaults = [temporaryVault(), temporaryVault()];
  for (const [index, vault] of vaults.entries())
    for (let number = 0; number < 200; number += 1)
      vault.write(`${number}.md`, `# ${index}\n\n[[${number + 1}|next ${index}]] ${"word ".repeat(500)}\n`.repeat(4));
  const together = await Promise.all(vaults.map(({ root }) => loaded(root)));
  for (const [index, { root }] of vaults.entries()) expect(together[index]).toEqual(await loaded(root));
});

test("R7.3 names that were made to meet in one slot take no longer than others", () => {
  const bits = 14;
  const names = Array.from({ length: 1 << bits }, (_, number) => {
    const name = Buffer.alloc(8 * bits, "a");
    // A changed highest bit goes through a multiplication as it is: the next four bytes could take it back.
    for (let bit = 0; bit < bits; bit += 1)
      if ((number >> bit) & 1) name.set([0xe1, 0x61, 0x61, 0x60, 0xe1], 8 * bit + 3);
    return Buffer.concat([Buffer.from("[["), name, Buffer.from("]]\n")]);
  });
  const stamp = { size: 1, modified: 2, changed: 3, inode: 4 };
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > 500; run += 1) {
    const parser = createCompiledParser()!;
    const packer = createNotePacker(parser.strings);
    const before = process.cpuUsage();
    for (let at = 0; at < names.length; at += 2048)
      parser.parse(packer, { bytes: Buffer.concat(names.slice(at, at + 2048)), path: "a.md", stamp });
    const { user, system } = process.cpuUsage(before);
    expect(packer.count).toBe(8);
    least = Math.min(least, (user + system) / 1000);
  }
  expect(least).toBeLessThan(500);
});
