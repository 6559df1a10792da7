export {
  createPassageBuilder,
  createPassageIndex,
  createPassageRanking,
  type PassageIndex,
  passageIndexToBytes,
  updatePassages,
} from "./passages/index.js";
export { createSegmentBuilder, type SegmentBuilder } from "./postings/index-builder.js";
export { INDEX_FORMAT, indexFromBytes, indexToBytes } from "./postings/index-bytes.js";
export { indexOf, updateIndex } from "./postings/index-update.js";
export type { FieldScoring, SearchIndex } from "./postings/search-index.js";
export { type Adjacency, buildAdjacency } from "./relevance/adjacency.js";
export { type QueryTerm, queryTerms } from "./relevance/query-terms.js";
export { type BestUnit, createRelevance, type Relevance } from "./relevance/relevance.js";
export { stem } from "./terms/stem.js";
export { nearestRows } from "./vectors/nearest-rows.js";
export { codeVector, similarity, sketchWords, type VectorTable } from "./vectors/vector-table.js";
