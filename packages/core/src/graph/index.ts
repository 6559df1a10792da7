export {
  type Adjacency,
  adjacencyFromBytes,
  adjacencyToBytes,
  buildAdjacency,
  degree,
  type EdgeList,
  type Links,
} from "./adjacency.js";
export { FIELDS, type Field } from "./field.js";
export { createSegmentBuilder, type NoteFields, type SegmentBuilder } from "./index-builder.js";
export { indexFromBytes, indexToBytes } from "./index-bytes.js";
export {
  compactIndex,
  compacting,
  type IndexChanges,
  indexOf,
  isCrowded,
  type NoteChange,
  updateIndex,
} from "./index-update.js";
export { isMapOfContent, MAP_DEGREE, type MapCandidate } from "./moc.js";
export { personalisedPageRank } from "./page-rank.js";
export {
  createRelevance,
  type RankedNode,
  type RankOptions,
  type ReadNode,
  type ReadOptions,
  type Reason,
  type Relevance,
} from "./relevance.js";
export type { SearchIndex } from "./search-index.js";
export { stem } from "./stem.js";
