import type { NodeId } from "@pd/core";
import type { Asked, Shown } from "./evidence.js";

/** A note as it stands on the disk. */
export interface NoteFile {
  readonly id: NodeId;
  readonly path: string;
  readonly text: string;
}

/** Words that no grep would begin with. English: words of other languages that stand everywhere are tried last, as they match most lines. */
const COMMON = new Set(
  `a an the of in on to is was were are did do does what which who whom whose when where how why many much for by with from and or at as it its
  that this be been has have had not first`.split(/\s+/u),
);
/** What a grep shows at the most. */
const MOST_A_CALL = 2000;
const MOST_NAMES = 20;

export type Policy = (asked: Asked) => AsyncIterable<Shown> | Iterable<Shown>;

export function wordsIn(question: string): readonly string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !COMMON.has(word));
}

/** Lists the files that have most of the words, and reads one after the other. */
export function grepThenRead(files: readonly NoteFile[], count: (text: string) => number): Policy {
  const known = files.map((file) => ({ ...file, lower: file.text.toLowerCase(), tokens: count(file.text) }));
  return function* ({ question }) {
    const words = wordsIn(question);
    const ranked = known
      .map((file) => ({ file, hits: words.filter((word) => file.lower.includes(word)).length }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits || a.file.tokens - b.file.tokens);
    const names = ranked.slice(0, MOST_NAMES).reduce((sum, { file }) => sum + count(file.path) + 4, 0);
    yield { text: "", tokens: names, notes: [] };
    for (const { file } of ranked) yield { text: file.text, tokens: file.tokens, notes: [file.id] };
  };
}

/** What a good agent does: looks for the rarest word first, and reads the lines that have it. */
export function grepLines(files: readonly NoteFile[], count: (text: string) => number): Policy {
  const lines = files.flatMap(({ id, path, text }) =>
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => ({ id, text: line, lower: line.toLowerCase(), tokens: count(path) + count(line) + 4 })),
  );
  return function* ({ question }) {
    const matching = wordsIn(question)
      .map((word) => lines.filter(({ lower }) => lower.includes(word)))
      .filter(({ length }) => length > 0)
      .sort((a, b) => a.length - b.length);
    const shown = new Set<unknown>();
    for (const found of matching) {
      const fresh = upTo(
        MOST_A_CALL,
        found.filter((line) => !shown.has(line)),
      );
      for (const line of fresh) shown.add(line);
      const tokens = fresh.reduce((sum, line) => sum + line.tokens, 0);
      yield { text: fresh.map(({ text }) => text).join("\n"), tokens, notes: fresh.map(({ id }) => id) };
    }
  };
}

/** The first of these that are not too much together, one at least. */
function upTo<Line extends { readonly tokens: number }>(most: number, lines: readonly Line[]): readonly Line[] {
  let tokens = 0;
  const end = lines.findIndex((line) => {
    tokens += line.tokens;
    return tokens > most;
  });
  return end < 0 ? lines : lines.slice(0, Math.max(1, end));
}
