import { type ContentFixture, contentCases, contentSamples, type SampleNode, sampleFile } from "@pd/core/testing";
import { describe, test } from "vitest";
import { openStore } from "../store/store.js";
import { syncFolder } from "../sync/sync-folder.js";
import { describeOnPostgres, type OnPostgres, temporaryFolder } from "../testing/on-postgres.js";
import { compact } from "./compact.js";
import { openPostgres } from "./open-postgres.js";

/** The sample in a folder, synced to a graph of its own. */
async function fixture(
  url: string,
  nodes: readonly SampleNode[],
  { graph, compacted }: { graph: string; compacted: boolean },
): Promise<ContentFixture> {
  const folder = temporaryFolder();
  for (const node of nodes) {
    const { path, text } = sampleFile(node);
    folder.write(path, text);
  }
  const store = openStore({ url });
  const sync = async () => {
    await syncFolder(store, { folder: folder.root, graph });
    if (compacted) await compact(store, graph);
  };
  await sync();
  const content = openPostgres({ url, graph });
  const changed = nodes.at(-1)!;
  return {
    content,
    nodes,
    change: {
      name: changed.name,
      async apply() {
        const { path, text } = sampleFile({ ...changed, description: "Another one.", body: "Ein anderer Text." });
        folder.write(path, text);
        folder.write("neu/hinzugekommen.md", "---\ntype: note\n---\n# Hinzugekommen\n");
        await sync();
      },
    },
    async close() {
      await content.close();
      await store.close();
      folder.removeAll();
    },
  };
}

describeOnPostgres("a graph in PostgreSQL", ({ migrated }: OnPostgres) => {
  let url: Promise<string> | undefined;
  let graphs = 0;
  const [sample] = contentSamples();
  describe.each([false, true])("with a snapshot after each sync: %s", (compacted) => {
    const cases = contentCases(async () => {
      url ??= migrated();
      graphs += 1;
      return fixture(await url, sample!.nodes, { graph: `sample-${graphs}`, compacted });
    });
    for (const { rule, name, run } of cases) test(`${rule}: ${name}`, run);
  });
});
