import { type Content, defineTool, operationInput, PdError, type QualityCounts, type Tool } from "@pd/core";

/** For the studio's page: the figures that a graph's score is made of, which `validate` only sums up. */
export function qualityCounts(contents: readonly Content[]): Tool {
  return defineTool({
    name: "studio_quality",
    description: "The counts behind a graph's quality score.",
    input: operationInput({}),
    readOnly: true,
    async call({ graphId }, { signal }): Promise<QualityCounts> {
      const content = contents.find(({ id }) => graphId === undefined || id === graphId);
      if (content === undefined)
        throw new PdError("graph-unknown", "There is no graph with that id", { where: "graphId" });
      const reading = await content.open({ signal });
      try {
        return (await reading.graph.stats({ signal })).quality;
      } finally {
        reading.release();
      }
    },
  });
}
