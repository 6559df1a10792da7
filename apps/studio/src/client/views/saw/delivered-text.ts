import { LEVEL_NAMES } from "@pd/core";

/** A node as a text answer mentions it, in the order of the text. */
export interface MentionedNode {
  readonly id: string;
  readonly level: number;
}

/** The part of a delivered text that shows one node. */
export interface TextPart extends MentionedNode {
  readonly text: string;
  /** The text holds that heading more often than the answer does: some body imitates it, and the seam may be elsewhere. */
  readonly isCertain: boolean;
}

export interface PartedText {
  readonly parts: readonly TextPart[];
  /** What comes after the last node: the session, what was left out, notices. */
  readonly footer: string;
  /** All of it, where not every node could be found in it. */
  readonly isWhole: boolean;
}

/**
 * A text answer, node by node. The answer says which nodes are in it and in which order; each begins with its level in brackets at the head of a
 * line, or, if it is a passage, with its first line after an `@`, the first of a note below the note's head. Together the parts are the text, byte for byte.
 */
export function parted(text: string, mentions: readonly MentionedNode[]): PartedText {
  const heads = headsIn(text);
  const starts: number[] = [];
  let next = 0;
  for (const { id, level } of mentions) {
    const line = firstLineOf(id);
    const found = heads.findIndex((head, at) => at >= next && head.level === level && head.line === line);
    if (found < 0) return { parts: [], footer: text, isWhole: false };
    starts.push(heads[found]!.start);
    next = found + 1;
  }
  const end = footerStart(text, starts.at(-1) ?? 0, mentions.length > 0);
  const isCertain = heads.length === mentions.length;
  const parts = mentions.map((mention, index) => ({
    ...mention,
    text: text.slice(index === 0 ? 0 : starts[index], starts[index + 1] ?? end),
    isCertain,
  }));
  return { parts, footer: text.slice(end), isWhole: true };
}

interface Head {
  readonly start: number;
  readonly level: number;
  /** Of a passage, the line of the file it begins with. */
  readonly line: number | undefined;
}

const PASSAGE_LEVEL = LEVEL_NAMES.indexOf("full");

/** Lines that begin a node: pd puts a backslash before a line of content that reads like one. */
function headsIn(text: string): readonly Head[] {
  const names = LEVEL_NAMES.join("|");
  const pattern = new RegExp(`^(?:(?:- |## )\\[(${names})\\] |(?:## .*\n)?@(\\d+)(?= |$))`, "gmu");
  return [...text.matchAll(pattern)].map(({ index, 1: name, 2: line }) => ({
    start: index,
    level: line === undefined ? levelNamed(name) : PASSAGE_LEVEL,
    line: line === undefined ? undefined : Number(line),
  }));
}

const LEVELS_BY_NAME = new Map<string | undefined, number>(LEVEL_NAMES.map((name, level) => [name, level]));

function levelNamed(name: string | undefined): number {
  return LEVELS_BY_NAME.get(name) ?? PASSAGE_LEVEL;
}

/** The line a passage begins with, by its id: no other id ends in two numbers after an `@`. */
function firstLineOf(id: string): number | undefined {
  const first = /@(\d+)-\d+$/u.exec(id)?.[1];
  return first === undefined ? undefined : Number(first);
}

/** The last lines that are in brackets: a gate's own words come last. */
function footerStart(text: string, lastNode: number, hasNodes: boolean): number {
  const lines = text.split("\n");
  let start = text.length;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]!;
    const from = start === text.length ? start - line.length : start - line.length - 1;
    if (!/^\[.*\]$/u.test(line) || (hasNodes && from <= lastNode)) break;
    start = from;
  }
  return hasNodes || start < text.length ? start : 0;
}
