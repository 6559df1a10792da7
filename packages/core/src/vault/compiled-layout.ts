/** Places in the module's memory, as `compiled/parse/layout.ts`, `result.ts` and `lists.ts` have them: bytes. */
export const PATH = 0x11000;
export const PATH_BYTES = 0x3000;
export const FRONT_TEXTS = 0x14000;
export const SAID = 0x38000;
export const NOTE = 0x40000;
export const MOST_NOTE_BYTES = 0x40000;
export const LEAVES = 0x2c0000;
export const RECORD = 0x400000;
export const LINK_RECORDS = 0x600000;
export const PAGES = 128;

/** The same as numbers of four bytes. */
const RESULT = 0x10000 >> 2;
export const RECORD_LENGTH = RESULT;
export const LINKS_LENGTH = RESULT + 1;
export const FIELDS = RESULT + 4;
export const TAG_COUNT = RESULT + 12;
export const ALIAS_COUNT = RESULT + 13;
export const DECLARED_COUNT = RESULT + 14;
export const LEAF_COUNT = RESULT + 15;
export const LISTED = 0x3c1000 >> 2;
export const ALIASES = 0x3c5000 >> 2;
export const DECLARED = 0x3cd000 >> 2;
export const MOST_LISTED = 1000;

/** Headers of lists, likewise: address and length in bytes. */
const LISTS = 0x10100 >> 2;
export const STRING_BYTES = LISTS;
export const STRING_STARTS = LISTS + 4;
export const LINK_COUNTS = LISTS + 16;
export const ID_BYTES = LISTS + 24;
export const ID_ENDS = LISTS + 28;
export const TARGETS = LISTS + 40;
export const SAID_OF = LISTS + 56;
export const MAPS = LISTS + 60;
export const OUT_STARTS = LISTS + 64;
export const OUT_TARGETS = LISTS + 68;
export const OUT_KINDS = LISTS + 72;
export const IN_STARTS = LISTS + 76;
export const IN_TARGETS = LISTS + 80;
export const IN_KINDS = LISTS + 84;

/** The kinds of keys that notes are found by. */
export const STEM_KEY = 1;
export const NAME_KEY = 2;
