import type { Content, NodeId, ReadOptions } from "@pd/core";

/** No client shows more of a completion. */
const MOST = 1000;
const SEARCHED = 20;

/** The ids of nodes whose id or name begins like this; where none does, of those that match its words. Level 0: it reads no node. */
export async function nodesBeginning(
  content: Content,
  value: string,
  options: ReadOptions,
): Promise<readonly NodeId[]> {
  const { graph, release } = await content.open(options);
  try {
    const found = await graph.beginning(value, MOST, options);
    if (found.length > 0 || value.trim() === "") return found;
    return (await graph.search({ text: value.slice(0, 200) }, SEARCHED, options)).map(({ id }) => id);
  } finally {
    release();
  }
}
