import { builtModule, type Place } from "./place.js";

/** The content in memory that core hands to every door, served as any content is: through the mounts of a configuration. */
export const letters: Place = {
  name: "letters",
  files: {
    "pd.config.mjs": [
      `import { createMemoryContent, ENFORCEMENT_NODES } from "${builtModule("@pd/core", "testing/index.js")}";`,
      'export default { mounts: () => [{ content: createMemoryContent(ENFORCEMENT_NODES, "memory") }] };',
    ].join("\n"),
  },
};
