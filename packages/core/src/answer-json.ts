import type { Answer } from "./answer.js";
import type { Piece } from "./piece.js";

interface Written {
  readonly nodes: Answer["nodes"];
  readonly pieces: readonly Piece[];
}

const written = new WeakMap<object, Written>();

/** Keeps how the nodes of an answer were written when they were counted. */
export function rememberWritten(answer: Answer, pieces: readonly Piece[]): void {
  written.set(answer, { nodes: answer.nodes, pieces });
}

/**
 * What `JSON.stringify` gives for an answer, for less: the gate has written its nodes already, to count them. Whatever else it is given, it
 * writes as it is. An answer that was changed since it came is no answer any more.
 */
export function answerJson(answer: unknown): string | undefined {
  const known = typeof answer === "object" && answer !== null ? written.get(answer) : undefined;
  if (known === undefined || (answer as Answer).nodes !== known.nodes) return JSON.stringify(answer);
  const around = JSON.stringify({ ...(answer as Answer), nodes: 0 });
  // A quote inside a value is escaped, so that the first is the key.
  const at = around.indexOf(HOLE) + HOLE.length - 1;
  return `${around.slice(0, at)}[${known.pieces.map(({ text }) => text).join(",")}]${around.slice(at + 1)}`;
}

const HOLE = '"nodes":0';
