import type { ContentFixture } from "../../testing/content-cases/fixture.js";
import { type SampleNode, sampleFile } from "../../testing/content-cases/sample-nodes.js";
import { temporaryVault } from "./temporary-vault.js";

/** A vault of sample nodes, for the cases of every content. */
export async function vaultFixture(nodes: readonly SampleNode[]): Promise<ContentFixture> {
  const folder = temporaryVault();
  for (const node of nodes) {
    const { path, text } = sampleFile(node);
    folder.write(path, text);
  }
  const { vault } = await folder.open();
  await vault.ready();
  const changed = nodes.at(-1)!;
  return {
    content: vault,
    nodes: nodes.map((node) => ({ ...node, references: [...node.references, ...inOtherWords(node)] })),
    change: {
      name: changed.name,
      async apply() {
        const { path, text } = sampleFile({ ...changed, description: "Another one.", body: "Ein anderer Text." });
        folder.write(path, text);
        folder.write("neu/hinzugekommen.md", "---\ntype: note\n---\n# Hinzugekommen\n");
        await vault.refresh();
        await vault.ready();
      },
    },
    close: () => vault.close(),
  };
}

/** As Obsidian's links have it: any case, the path without its extension, an embed. */
function inOtherWords({ name, key, path }: SampleNode): readonly string[] {
  return [name.toLowerCase(), `![[${key}]]`, `[[${path.replace(/\.md$/u, "")}|shown]]`];
}
