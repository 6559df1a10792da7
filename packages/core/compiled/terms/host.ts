// What the host does: whatever is rare, and is done once for each spelling or block of characters.

/** Writes the terms of a word to `DEFINED`; gives how many, and above the lowest byte how it is written. */
export declare function define(start: usize, end: usize): u32;

/** The number of a term, by both halves of its hash. */
export declare function numberOf(low: u32, high: u32): u32;

/** Writes the classes of 256 characters to `CLASSES`. */
export declare function classify(block: u32): void;

/** The class of a character beyond the first 65,536. */
export declare function classOf(code: u32): u32;

/** Calls `add` with the terms of a run of characters of dense scripts; gives its end. */
export declare function dense(start: usize, end: usize): usize;
