import type { CoreErrorCode } from "./error-table.js";
import { FRONTMATTER_FINDINGS, type FrontmatterFindingCode } from "./frontmatter-findings.js";

export type Severity = "error" | "warning" | "info";

/** What a code of a finding means. `pd explain` takes its words from here. */
export interface FindingKind {
  readonly severity: Severity;
  /** What it means, as a sentence. */
  readonly what: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
}

/** Something that could be better, with a code from the table of the package that found it. */
export interface Finding<Code extends string = string> {
  readonly code: Code;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly fix?: string;
}

export type FindingTable<Code extends string = string> = Readonly<Record<Code, FindingKind>>;

const vault = {
  "broken-link": {
    severity: "error",
    what: "A link leads to no note. Each costs 10 points.",
    fix: "Correct the target, write the note, or take the link away.",
  },
  "missing-heading": {
    severity: "warning",
    what: "A link names a heading that its note does not have.",
    fix: "Write the heading, or fix what stands after the #.",
  },
  "missing-block": {
    severity: "warning",
    what: "A link names a block that its note does not have.",
    fix: "Write the block's id at the end of its paragraph, or fix the link.",
  },
  "ambiguous-link": {
    severity: "info",
    what: "A link names several notes, and one of them was taken. It costs nothing.",
    fix: "Write the path of the note, so that a new one cannot change where it leads.",
  },
  "invisible-characters": {
    severity: "warning",
    what: "A line has characters that nobody sees and a model reads: tag letters, blanks of no width, controls of direction. They can hide an instruction.",
    fix: "Delete them, or write out what they stand for.",
  },
  "wrong-encoding": {
    severity: "warning",
    what: "The text of a note is not UTF-8, and what could not be decoded is replaced. Of a note in UTF-16 little is left.",
    fix: "Save the file in UTF-8.",
  },
  "no-description": {
    severity: "warning",
    what: "A note has no description; its first sentence is used instead. 5 points.",
    fix: "Write description: in its frontmatter.",
  },
  orphan: {
    severity: "info",
    what: "No note links to it, and it links to none, so nobody finds it by following links. 3 points.",
    fix: "Link it from a map of content.",
  },
  "no-type": {
    severity: "info",
    what: "It has no type, so it counts as a note. 2 points.",
    fix: "Write type: note, moc or another word of your own.",
  },
  "no-domain": {
    severity: "info",
    what: "It has no domain, and is not in a folder that could give one. 1 point.",
    fix: "Write domain:, or move it into a folder.",
  },
  "circular-pair": {
    severity: "info",
    what: "Two notes link to each other and to nothing else. 2 points.",
    fix: "Link one of them from elsewhere.",
  },
  "folder-unreadable": {
    severity: "error",
    what: "A folder could not be listed, so its notes are missing.",
    fix: "Give yourself the right to read it, or name it in .pdignore.",
  },
  "ignore-unreadable": {
    severity: "error",
    what: "The .pdignore cannot be read or understood, so nothing is served: nobody knows what it was to leave out.",
    fix: "Make it a text file that you may read, in UTF-8, or UTF-16 with a byte order mark, of at most 1,000 rules.",
  },
  "link-nowhere": {
    severity: "info",
    what: "A symbolic link has a note's name and leads nowhere.",
    fix: "Remove it, or make it lead to the note again.",
  },
  "not-a-file": {
    severity: "info",
    what: "Something with a note's name is a pipe, a socket or a device, so it is not read.",
    fix: "Call it otherwise, or name it in .pdignore.",
  },
  "link-outside": {
    severity: "info",
    what: "A symbolic link leads out of the vault, so it is not followed.",
    fix: "Copy the note into the vault, or open that folder as a vault of its own.",
  },
  "no-notes": {
    severity: "info",
    what: "A folder holds no .md or .mdx file that is served; what it holds instead is said.",
    fix: "Give the folder that holds the notes, or look at what pd doctor says is left out.",
  },
  "too-deep": {
    severity: "info",
    what: "There are more folders below each other than are followed.",
    fix: "Move the notes up, or open the folder as a vault of its own.",
  },
} as const satisfies FindingTable;

/** Every finding about a vault. Other packages have tables of their own. */
export const FINDINGS: FindingTable<CoreFindingCode> = { ...vault, ...FRONTMATTER_FINDINGS };

export type CoreFindingCode = keyof typeof vault | FrontmatterFindingCode;

/** A finding of core's own. A file that cannot be read at all is one with the code of the error. */
export type VaultFinding = Finding<CoreFindingCode | CoreErrorCode>;

/** What a finding says, without where it is. */
export interface FindingWords {
  readonly code: CoreFindingCode;
  readonly message: string;
  readonly fix?: string;
}

/** A finding at its place, as grave as the table says. */
export function findingAt(file: string, line: number, words: FindingWords): VaultFinding {
  const { code, message, fix } = words;
  return { code, severity: FINDINGS[code].severity, file, line, message, ...(fix === undefined ? {} : { fix }) };
}
