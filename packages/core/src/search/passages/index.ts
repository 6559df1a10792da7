// Ranking of passages: numbers in, numbers out.
//
// createPassageBuilder     add a note's passages (from `passagesOf`), finish (or finishing, in slices) to a segment
// createPassageIndex       a segment, or a base with what changed since, as one numbering of passages
// updatePassages           an index after some notes changed: costs those notes; compactPassages makes it one segment again
// passageIndexToBytes      typed arrays for the snapshot, and back
// createPassageRanking     rank(question, { limit, mask, also, linked }) → passages with score, why and via; covered, weak, unknown
// cutPassage           a passage cut to the sentences that hold most of the question
// spellingsIn              for a weak answer: nearest spellings of names

export { createPassageBuilder, type NotePassages } from "./builder.js";
export { passageIndexFromBytes, passageIndexToBytes } from "./bytes.js";
export { cutPassage } from "./cut.js";
export { createPassageIndex, type PassageIndex } from "./passage-index.js";
export { createPassageRanking } from "./ranking.js";
export { compactingPassages, compactPassages, isPassagesCrowded, updatePassages } from "./update.js";
export { spellingsIn } from "./words-to-try.js";
