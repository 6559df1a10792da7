import { describe, expect, test } from "vitest";
import { cancellable } from "../../content/cancellable.js";
import type { Content } from "../../ports/content.js";
import { contentCases } from "../../testing/content-cases/content-cases.js";
import type { ContentFixture } from "../../testing/content-cases/fixture.js";
import { contentSamples, type SampleNode, sampleFile } from "../../testing/content-cases/sample-nodes.js";
import { readContent, resolveOne } from "../../testing/read-one.js";
import { createToolkit } from "../../toolkit/toolkit.js";
import { openVault } from "../open-vault.js";
import { temporaryVault } from "../testing/temporary-vault.js";
import { folderNotes } from "./folder-notes.js";
import { emptyStoredVersion, type FileChanges, type StoredVersion, storedVersionFromBytes } from "./stored-version.js";

const PLAIN = { id: "stored", conventions: { namedByFile: false, logseq: false } };
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Files in memory, each version of them by itself; it counts how often they are asked for. */
async function storing(id = "stored") {
  let files: ReadonlyMap<string, Uint8Array> = new Map();
  let version: StoredVersion = await emptyStoredVersion({ ...PLAIN, id });
  const asked: string[][] = [];
  const content: Content = {
    id,
    open: (options) =>
      cancellable(options, async () => {
        const now = files;
        return version.reading(async (paths) => {
          asked.push([...paths]);
          return paths.map((path) => now.get(path));
        });
      }),
  };
  return {
    content,
    asked,
    current: () => version,
    async change(changes: FileChanges, save = false) {
      const after = new Map(files);
      for (const [path, bytes] of changes) {
        if (bytes === undefined) after.delete(path);
        else after.set(path, bytes);
      }
      files = after;
      version = await version.with(changes);
      if (save) version = storedVersionFromBytes(version.toBytes(), { ...PLAIN, id });
    },
  };
}

function filesOf(nodes: readonly SampleNode[]): FileChanges {
  return new Map(nodes.map((node) => [sampleFile(node).path, bytesOf(sampleFile(node).text)]));
}

async function storedFixture(nodes: readonly SampleNode[], save: boolean): Promise<ContentFixture> {
  const { content, change } = await storing();
  await change(filesOf(nodes), save);
  const changed = nodes.at(-1)!;
  return {
    content,
    nodes,
    change: {
      name: changed.name,
      async apply() {
        const { path, text } = sampleFile({ ...changed, description: "Another one.", body: "Ein anderer Text." });
        const added = "---\ntype: note\n---\n# Hinzugekommen\n";
        await change(
          new Map([
            [path, bytesOf(text)],
            ["neu/hinzugekommen.md", bytesOf(added)],
          ]),
          save,
        );
      },
    },
  };
}

describe.each([false, true])("stored notes, kept as bytes in between: %s", (save) => {
  describe.each(contentSamples())("made from $title:", ({ nodes }) => {
    for (const { rule, name, run } of contentCases(() => storedFixture(nodes, save))) test(`${rule}: ${name}`, run);
  });
});

const FOLDER: Readonly<Record<string, string>> = {
  "moc.md": "---\ntype: moc\n---\n# Karte\n\n[[Hafen]] and [[Brücke]] and [港口](orte/port.md).\n",
  "orte/hafen.md":
    "---\naliases: [Port]\nextends: [Brücke]\n---\n# Hafen\n\nShips wait here for the tide.\n\n## Kran\n\nA crane lifts 箱子. See [[Brücke#Bögen]].\n",
  "orte/brücke.md": "# Brücke\n\nA bridge over the river.\n\n## Bögen\n\nSeven arches.\n\n- one\n- two\n",
  "orte/port.md": "# 港口\n\n船在这里等待潮汐。\n\n## 起重机\n\n起重机搬运箱子。\n",
  "secret.md": "---\npublish: false\n---\n# Secret\n\nzqhidden\n",
  "broken.md": "# Broken\n\nTo [[nowhere at all]].\n",
};

const CALLS = [
  ["scan", { limit: 20 }],
  ["search", { query: "tide ships" }],
  ["search", { query: "潮汐", path: "orte" }],
  ["query", { query: "bridge", top: 2 }],
  ["node", { nodes: ["Hafen", "[[Brücke#Bögen]]", "orte/port.md@3-3"], level: 4 }],
  ["node", { nodes: ["Port", "Karte"], level: 2 }],
  ["node", { nodes: ["Hafen", "Brücke"], level: 3 }],
  ["traverse", { start: "Karte" }],
  ["context", { query: "what lifts boxes at the harbour?" }],
  ["context", { query: "起重机", format: "text" }],
  ["stats", {}],
  ["validate", {}],
] as const;

test("R6.1 stored notes give the answers of the folder they came from, byte for byte", async () => {
  const folder = temporaryVault(FOLDER);
  const vault = await openVault(folder.root, { id: "notes", cache: false });
  const { content, change, asked } = await storing("notes");
  const found = new Map<string, Uint8Array>();
  for await (const { path, bytes } of folderNotes(folder.root).notes()) found.set(path, bytes!);
  expect([...found.keys()].sort()).toEqual(
    Object.keys(FOLDER)
      .filter((path) => path !== "secret.md")
      .sort(),
  );
  await change(found, true);
  const [here, there] = [vault, content].map((one) => createToolkit({ mounts: [{ content: one }] }));
  for (const [name, input] of CALLS) {
    asked.length = 0;
    const stored = await there!.call(name, input);
    expect(JSON.stringify(stored), name).toBe(JSON.stringify(await here!.call(name, input)));
    // Levels and passages: once for prices of parts, once for rows, once for texts.
    expect(asked.length, `${name} ${JSON.stringify(input)}`).toBeLessThanOrEqual(3);
  }
  await vault.close();
});

test("R3.3 a link leads on when its target is renamed, and nowhere when that is gone", async () => {
  const { content, change } = await storing();
  await change(
    new Map([
      ["a.md", bytesOf("# A\n\nTo [[Zwei]].\n")],
      ["b.md", bytesOf("# Zwei\n\nText.\n")],
    ]),
  );
  const links = async () =>
    (await content.open()).graph.neighbours([(await resolveOne((await content.open()).graph, "A"))!]);
  expect(await links()).toHaveLength(1);
  await change(
    new Map([
      ["b.md", undefined],
      ["c.md", bytesOf("---\naliases: [Zwei]\n---\n# Drei\n")],
    ]),
  );
  expect(await links()).toMatchObject([{ to: "note:c" }]);
  await change(new Map([["c.md", undefined]]));
  expect(await links()).toEqual([]);
});

test("R3.1 a note that comes to hide itself is gone, whoever stores it", async () => {
  const { content, change, current } = await storing();
  await change(new Map([["a.md", bytesOf("# A\n\nzqopen\n")]]));
  await change(new Map([["a.md", bytesOf("---\npublish: false\n---\n# A\n\nzqopen\n")]]));
  expect(current().count).toBe(0);
  expect(await resolveOne((await content.open()).graph, "A")).toBeUndefined();
});

test("R3.9 a text that the store lost is one node that cannot be read, not a failure", async () => {
  const { change, current } = await storing();
  await change(new Map([["a.md", bytesOf("# A\n\nText.\n")]]));
  const { graph, source } = current().reading(async (paths) => paths.map(() => undefined));
  const id = (await resolveOne(graph, "A"))!;
  await expect(readContent(source, id)).rejects.toMatchObject({ code: "content-changed" });
});

test("a folder of which it is not known what to hide is not copied", () => {
  const folder = temporaryVault({ "a.md": "# A\n", ".pdignore": new Uint8Array([0, 1, 2]) });
  expect(() => folderNotes(folder.root)).toThrow(/pdignore/);
});

test("bytes of another version of pd, or damaged ones, are refused", async () => {
  const { current } = await storing();
  const bytes = current().toBytes();
  expect(() => storedVersionFromBytes(bytes.subarray(0, bytes.length - 3), PLAIN)).toThrow(RangeError);
  expect(() => storedVersionFromBytes(bytes, { ...PLAIN, conventions: { namedByFile: true, logseq: false } })).toThrow(
    RangeError,
  );
});
