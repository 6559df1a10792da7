// What the TypeScript is asked: it has Unicode's tables, and what seldom comes is there already. A text that it makes stands at `SAID` afterwards,
// and the number is that of its bytes.

/** Reads the frontmatter; gives where the body starts, -1 where the note is not for us. */
export declare function readFrontThere(length: i32): i32;

/** A heading as it reads. */
export declare function sayHeading(start: i32, end: i32): i32;

/** What a link shows, as it reads. */
export declare function sayShown(start: i32, end: i32): i32;

/** How a note without a description begins. */
export declare function saySentence(): i32;

/** Adds what the note is found by, where more than ASCII is in what it is called; and its id alone. */
export declare function addCalledThere(note: i32): void;
export declare function addIdThere(note: i32): void;

/** Where a link leads: a path, a name that several notes share, or one with more than ASCII in it. */
export declare function targetThere(kind: i32, target: i32, note: i32): i32;
