// Where everything stands in the memory. What is never written takes no room, so each part has as much as it can ever need.

/** What a call gives back, as numbers of 32 bits. */
export const RESULT: usize = 0x0;
/** By byte: what it is to a word, and whether it is a mark that stands alone before a space. */
export const BYTE_KINDS: usize = 0x400;
export const ALONE: usize = 0x500;
/** The terms of a spelling, as the host gives them. */
export const DEFINED: usize = 0x600;
/** By block of 256 characters: whether their classes are known. */
export const KNOWN_BLOCKS: usize = 0x700;
/** Powers of the estimator's factor. */
export const POWERS: usize = 0x800;
/** A word to be stemmed; before it are noughts. */
export const STEM_WORD: usize = 0x910;
/** Words that were cut and are not yet looked up. */
export const CUT: usize = 0x1000;
/** The stemmer's suffixes and exceptions. */
export const STEM_LISTS: usize = 0x4000;

// The estimator's tables, as `EstimateTables` has them.
export const KNOWN: usize = 0x10000;
export const KINDS: usize = 0x90000;
export const COSTS: usize = 0xa0000;
export const INNER: usize = 0xb0000;
export const SYMBOL_NUMBERS: usize = 0xc0000;
export const PAIRS: usize = 0xd0000;
/** What characters are to the tokenizer. */
export const CLASSES: usize = 0xe0000;

/** Start and end of each document; once it is read, where its terms end and how many it has. */
export const DOCUMENTS: usize = 0xf0000;
/** The bytes of texts; before the first is a line end. */
export const INPUT: usize = 0x130000;
/** The same as UTF-16. */
export const TEXT: usize = 0x340000;
/** The terms of a document in the order of first sight, each with its count. */
export const ORDER: usize = 0x750000;
/** The terms of documents as they are kept. */
export const OUTPUT: usize = 0x1760000;
/** Lists of terms of spellings that have several. */
export const LISTS: usize = 0x2370000;
export const LISTS_END: usize = 0x2570000;
export const SLOTS: usize = 0x2570000;
export const ENTRIES: usize = 0x2670000;
/** By term: the last document that had it and where it stands in `ORDER`. Grows with the memory. */
export const TERMS: usize = 0x2900000;
