export {
  ENFORCEMENT_CASES,
  type EnforcementCase,
  type EnforcementStep,
  type Expectation,
} from "./enforcement-cases.js";
export { ENFORCEMENT_NODES } from "./enforcement-nodes.js";
export {
  createMemoryContent,
  type MemoryContent,
  type MemoryLink,
  type MemoryNode,
  type MemorySection,
  type Reads,
} from "./memory-content.js";
export { type Door, type EnforcementOptions, type Outcome, runEnforcementCase } from "./run-enforcement-case.js";
