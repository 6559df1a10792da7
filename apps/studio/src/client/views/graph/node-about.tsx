import { CopyButton } from "../../components/copy-button.js";
import { client } from "../../connection.js";
import { graphChoices, graphId } from "../../state/graph.js";
import { answerIn, useAsked } from "../saw/use-asked.js";

interface Scanned {
  readonly nodes: readonly { readonly description?: string; readonly path?: string }[];
}

/** What a node says of itself, and where its file is: asked outside sessions, so that looking does not count as having seen. */
export function NodeAbout({ id }: { readonly id: string }) {
  const asked = useAsked(JSON.stringify([id, graphId.value]), async (signal) => {
    const input = { nodes: id, level: 1, graphId: graphId.value };
    return (await client.value.tool("studio_node", input, { signal })) as Scanned;
  });
  const [node] = answerIn(asked)?.nodes ?? [];
  const folder = graphChoices.value.find((choice) => choice.id === graphId.value)?.folder;
  if (node === undefined) return null;
  const file = folder === undefined || node.path === undefined ? undefined : `${folder}/${node.path}`;
  return (
    <>
      {node.description === undefined || node.description === "" ? null : <p>{node.description}</p>}
      {node.path === undefined ? null : <p class="mono soft node-id">{node.path}</p>}
      {file === undefined ? null : (
        <p class="row">
          <a class="button button-small" href={`vscode://file/${encodeURI(file)}`} target="_self">
            Open in VS Code
          </a>
          <a class="button button-small" href={`obsidian://open?path=${encodeURIComponent(file)}`} target="_self">
            in Obsidian
          </a>
          <CopyButton text={file} label="Copy the path" />
        </p>
      )}
    </>
  );
}
