import { describe, test } from "vitest";
import { contentCases } from "./content-cases/content-cases.js";
import { sampleInMemory } from "./content-cases/sample-memory.js";
import { contentSamples } from "./content-cases/sample-nodes.js";
import { createMemoryContent } from "./memory-content.js";

describe.each(contentSamples())("content in memory, made from $title:", ({ nodes }) => {
  const cases = contentCases(async () => ({ content: createMemoryContent(sampleInMemory(nodes)), nodes }));
  for (const { rule, name, run } of cases) test(`${rule}: ${name}`, run);
});
