import { type NodeId, noteOf } from "@pd/core";
import { fold } from "./fold.js";
import type { Question } from "./question-file.js";

/** A question whose notes are found: what has to be seen for an answer. */
export interface Asked extends Pick<Question, "question" | "also"> {
  readonly evidence: readonly string[];
  readonly notes: readonly NodeId[];
}

/** What was shown in one call. */
export interface Shown {
  readonly text: string;
  readonly tokens: number;
  /** Notes of which the text itself was shown, whole or in part. */
  readonly notes: readonly NodeId[];
}

export function piecesOf({ evidence, notes }: Asked): number {
  return evidence.length + notes.length;
}

/** How many pieces of the evidence were seen in all of this. */
export function piecesSeen(asked: Asked, shown: readonly Shown[]): number {
  const text = shown.map((one) => fold(one.text)).join("\n");
  const notes = new Set(shown.flatMap((one) => one.notes));
  const isSeen = (piece: string) => text.includes(piece);
  return asked.evidence.filter(isSeen).length + asked.notes.filter((id) => notes.has(id)).length;
}

/** How many questions ask for a sentence that is in none of these texts: of another vault, or of a note that has changed since. */
export function unfounded(questions: readonly Asked[], texts: readonly string[]): number {
  const folded = texts.map(fold);
  const isMissing = (piece: string) => !folded.some((text) => text.includes(piece));
  return questions.filter(({ evidence }) => evidence.some(isMissing)).length;
}

/** The notes whose text an answer holds; a name or a line about a note does not answer. */
export function openedNotes(nodes: readonly { readonly id: NodeId; readonly level: number }[]): readonly NodeId[] {
  return nodes.filter(({ level }) => level === 4).map(({ id }) => noteOf(id));
}
