import { sentenceEnds } from "../../text/sentence-ends.js";
import { lineFrame } from "./line-frame.js";
import type { QuestionMatcher } from "./matcher.js";

export interface CutInput {
  readonly text: string;
  readonly matcher: QuestionMatcher;
  readonly count: (text: string) => number;
  /** Tokens that the cut text may cost. */
  readonly room: number;
}

export interface CutText {
  readonly text: string;
  /** Where it stands in the whole. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

/** Says in the text that something is left out. */
const OMITTED = "…";

/**
 * Neighbouring sentences of a passage that hold most of the question and fit, then as many around them as fit; of a table rows below its head,
 * of code whole lines between its fences. Nothing where not even the best piece does. What is cut off is marked in the text.
 */
export function cutPassage(input: CutInput): CutText | undefined {
  const frame = lineFrame(input.text);
  const lines = frame === undefined ? undefined : cutToPieces(input, frame);
  // A row or a line that is longer than the room is cut as any text is.
  return lines ?? cutToPieces(input, { ends: sentenceEnds(input.text), start: 0, head: "", tail: "" });
}

/** Where the pieces of a text end, and what stands before and behind them in any case. */
export interface PieceFrame {
  readonly ends: readonly number[];
  /** Where the first piece begins. */
  readonly start: number;
  readonly head: string;
  readonly tail: string;
}

function cutToPieces({ text, matcher, count, room: all }: CutInput, frame: PieceFrame): CutText | undefined {
  const { ends, head, tail } = frame;
  const room = all - count(head) - count(tail);
  const pieces = ends.map((end, at) => {
    const start = at === 0 ? frame.start : ends[at - 1]!;
    const piece = text.slice(start, end);
    return { start, end, tokens: count(piece), terms: new Set(matcher.termsIn(piece)) };
  });
  const core = bestWindow(pieces, matcher.weights, room - 2);
  if (core === undefined) return undefined;
  let [from, to] = core;
  let sum = 0;
  for (let at = from; at < to; at++) sum += pieces[at]!.tokens;
  // What follows explains more often than what stands before.
  for (let grown = true; grown; ) {
    grown = false;
    const [after, before] = [pieces[to], pieces[from - 1]];
    if (after !== undefined && sum + after.tokens <= room - 2) [sum, to, grown] = [sum + after.tokens, to + 1, true];
    if (before !== undefined && sum + before.tokens <= room - 2)
      [sum, from, grown] = [sum + before.tokens, from - 1, true];
  }
  for (; from < to; to--) {
    const made = marked(text, { start: pieces[from]!.start, end: pieces[to - 1]!.end, frame });
    const tokens = count(made.text);
    if (tokens <= all) return { ...made, tokens };
  }
  return undefined;
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly frame: PieceFrame;
}

function marked(text: string, { start, end, frame: { head, tail, start: first, ends } }: Part) {
  const isFirst = start <= first;
  const isLast = end >= (ends.at(-1) ?? 0) || text.slice(end).trim() === "";
  if (head === "" && tail === "") {
    const body = text.slice(start, end).trim();
    return { text: `${isFirst ? "" : OMITTED}${body}${isLast ? "" : ` ${OMITTED}`}`, start, end };
  }
  const body = text.slice(start, end).replace(/\n$/u, "");
  const lines = [head, isFirst ? "" : OMITTED, body, isLast ? "" : OMITTED, tail];
  return { text: lines.filter((line) => line !== "").join("\n"), start, end };
}

interface Piece {
  readonly tokens: number;
  readonly terms: ReadonlySet<number>;
}

/** The neighbouring pieces that fit and hold the most weight, each term once; the cheapest of equals. */
function bestWindow(pieces: readonly Piece[], weights: readonly number[], room: number): [number, number] | undefined {
  const held = new Uint32Array(weights.length);
  let best: [number, number] | undefined;
  let [most, cheapest] = [-1, 0];
  let [to, tokens, weight] = [0, 0, 0];
  const change = (at: number, by: 1 | -1) => {
    tokens += by * pieces[at]!.tokens;
    for (const term of pieces[at]!.terms) {
      if (by === -1) held[term]! -= 1;
      if (held[term] === 0) weight += by * weights[term]!;
      if (by === 1) held[term]! += 1;
    }
  };
  for (let from = 0; from < pieces.length; from++) {
    for (; to < pieces.length && tokens + pieces[to]!.tokens <= room; to++) {
      change(to, 1);
      if (weight > most + 1e-9 || (weight > most - 1e-9 && tokens < cheapest))
        [best, most, cheapest] = [[from, to + 1], weight, tokens];
    }
    if (to > from) {
      change(from, -1);
      if (to > from + 1 && (weight > most + 1e-9 || (weight > most - 1e-9 && tokens < cheapest)))
        [best, most, cheapest] = [[from + 1, to], weight, tokens];
    } else to = from + 1;
  }
  return best;
}
