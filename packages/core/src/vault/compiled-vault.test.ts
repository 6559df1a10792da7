import { mkdirSync, rmSync } from "node:fs";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { buildState } from "./build-state.js";
import { createIgnore } from "./ignore.js";
import { inSteps } from "./in-steps.js";
import { temporaryVault } from "./temporary-vault.js";
import { walk } from "./walk.js";

/** All that loading a vault gives, as values that compare quickly. */
async function loaded(root: string): Promise<unknown> {
  const { folders } = walk(root, createIgnore(""));
  const { state, texts } = await inSteps(buildState({ root, folders, version: "1", compileFrom: 0 }));
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
