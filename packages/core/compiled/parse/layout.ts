/**
 * What stands where in memory. All of it has its most, so that nothing needs to be made longer while a note is read: a note with more of anything
 * is left to the TypeScript. Pages that are never written take no memory.
 */

/** Numbers that go between here and the TypeScript, which knows these places too. */
export const RESULT: usize = 0x10000;
/** Headers of the lists that grow. */
export const LISTS: usize = 0x10100;
/** The note's path, as UTF-8. */
export const PATH: usize = 0x11000;
/** Strings of a frontmatter that the TypeScript read; then a string that it made, one at a time. */
export const FRONT_TEXTS: usize = 0x14000;
export const SAID: usize = 0x38000;
/** The file's bytes, with zeros after them: no look behind the end finds what a longer file left there. */
export const NOTE: usize = 0x40000;
export const MOST_BYTES: i32 = 0x40000;
/** Where its lines end, and then its length. */
export const FEEDS: usize = 0x90000;
/** Where characters stand with which an inline can begin or end, and then a number beyond all. */
export const SPECIALS: usize = 0x1a0000;

/** Leaf blocks, in the columns of the block table in TypeScript. */
export const LEAVES: usize = 0x2c0000;
export const LEAF_BYTES: usize = 24;
export const MOST_LEAVES: i32 = 16384;
/** Links, in the columns of the link table. */
export const LINKS: usize = 0x340000;
export const LINK_BYTES: usize = 36;
export const MOST_LINKS: i32 = 10000;
/** Start and end of tags and of block ids. */
export const TAGS: usize = 0x3a0000;
export const BLOCK_IDS: usize = 0x3a4000;
export const MOST_SPANS: i32 = 1000;
/** Square brackets that are open. */
export const BRACKETS: usize = 0x3a8000;
export const MOST_BRACKETS: i32 = 4096;
/** Line start, content start and line end of a paragraph that may begin with definitions. */
export const LINES: usize = 0x3b0000;
export const LINE_BYTES: usize = 12;
export const MOST_LINES: i32 = 4096;
/** Widths of open containers, and the nearest quote at or above each. */
export const CONTAINERS: usize = 0x3c0000;
export const QUOTES: usize = 0x3c0100;
/** Start and end of each top-level key of the frontmatter. */
export const KEYS: usize = 0x3c0200;
export const MOST_KEYS: i32 = 64;
/** Address and end of each tag, those of the body after those of the frontmatter; of each alias; of each that stays when they are told apart. */
export const LISTED: usize = 0x3c1000;
export const ALIASES: usize = 0x3c5000;
export const KEPT: usize = 0x3c9000;
/** Start and end of each value of a field. */
export const VALUES: usize = 0x3c7000;
export const MOST_LISTED: i32 = 1000;
/** Links that the frontmatter declares: kind, address and end of target and of anchor, line. */
export const DECLARED: usize = 0x3cd000;
export const DECLARED_BYTES: usize = 24;
export const MOST_DECLARED: i32 = 1000;

/** Where what a note is called is put in small letters, or made its id. */
export const CALLED: usize = 0x3d4000;

/** Packed bytes of notes, and of their links, until the TypeScript takes them. */
export const RECORD: usize = 0x400000;
export const LINK_RECORDS: usize = 0x600000;
/** From here on memory is given out. */
export const HEAP: usize = 0x680000;

export function byteAt(at: i32): i32 {
  return load<u8>(<usize>at, NOTE);
}
