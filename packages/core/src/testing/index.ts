export { contentCases } from "./content-cases/content-cases.js";
export type {
  ContentCase,
  ContentChange,
  ContentFixture,
  DescribedLink,
  DescribedNode,
  DescribedSection,
} from "./content-cases/fixture.js";
export { contentSamples, SAMPLE_NODES, type SampleNode, sampleFile } from "./content-cases/sample-nodes.js";
export { createEndlessContent } from "./endless-content.js";
export { ENFORCEMENT_CASES, type EnforcementCase } from "./enforcement-cases.js";
export { ENFORCEMENT_NODES } from "./enforcement-nodes.js";
export { type FixtureLink, type FolderFixture, fixtureFiles } from "./folder-fixture.js";
export { FOLDER_FIXTURES } from "./folder-fixtures.js";
export { madeUpOperation } from "./made-up-operation.js";
export {
  createMemoryContent,
  type MemoryContent,
  type MemoryLink,
  type MemoryNode,
  type MemorySection,
} from "./memory-content.js";
export { readContent, readLinks, readSections, resolveOne } from "./read-one.js";
export { type Door, type Outcome, runEnforcementCase } from "./run-enforcement-case.js";
export { createSpanRecorder } from "./span-recorder.js";
