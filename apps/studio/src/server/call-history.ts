import { type SessionLogEntry, sessionLogLine } from "@pd/core";
import type { News, SourceNews } from "../wire.js";

export interface CallHistoryLimits {
  /** How many calls of one source are remembered. */
  readonly calls: number;
  /** What they may take together, as text. */
  readonly bytes: number;
}

const LIMITS: CallHistoryLimits = { calls: 5000, bytes: 64 * 2 ** 20 };

/** Calls of one piece of news stop here, so that a page which stops reading holds no more than that. */
const PIECE_BYTES = 256 * 1024;

/** What each source has told so far, so that a page that is opened later sees it too. */
export interface CallHistory {
  add(source: string, entry: SessionLogEntry): void;
  /** A source does not answer; `null` when it does again. */
  trouble(source: string, words: string | null): void;
  /** The version of a graph; told where it is another than before. */
  version(graph: string, version: string): void;
  /** From what is remembered on. Nothing is kept for a reader but its position. */
  follow(): Following;
  /** Sends every reader away, so that a server can close. */
  hangUp(): void;
}

/** One reader's way through the history. */
export interface Following {
  /** The next piece of news; `undefined` where there is none yet. */
  next(): News | undefined;
  /** Settles when there may be more, with `false` after so many milliseconds without. */
  more(milliseconds: number): Promise<boolean>;
  readonly isOver: boolean;
  stop(): void;
}

interface Remembered {
  readonly kept: { readonly entry: SessionLogEntry; readonly size: number }[];
  size: number;
  /** Older calls that are no longer kept. */
  forgotten: number;
  trouble: string | null;
}

interface Reader {
  wake(): void;
  end(): void;
}

export function createCallHistory(limits: CallHistoryLimits = LIMITS): CallHistory {
  const sources = new Map<string, Remembered>();
  const versions = new Map<string, string>();
  const readers = new Set<Reader>();
  function remembered(source: string): Remembered {
    const known = sources.get(source) ?? { kept: [], size: 0, forgotten: 0, trouble: null };
    sources.set(source, known);
    return known;
  }
  function wake(): void {
    for (const reader of readers) reader.wake();
  }
  return {
    add(source, entry) {
      const of = remembered(source);
      const { length } = sessionLogLine(entry);
      of.kept.push({ entry, size: length });
      of.size += length;
      while (of.kept.length > limits.calls || (of.size > limits.bytes && of.kept.length > 1)) {
        of.size -= of.kept.shift()?.size ?? 0;
        of.forgotten += 1;
      }
      wake();
    },
    trouble(source, words) {
      remembered(source).trouble = words;
      wake();
    },
    version(graph, version) {
      versions.set(graph, version);
      wake();
    },
    follow: () => following({ sources, versions, readers }),
    hangUp() {
      for (const reader of [...readers]) reader.end();
    },
  };
}

interface Followed {
  readonly sources: ReadonlyMap<string, Remembered>;
  readonly versions: ReadonlyMap<string, string>;
  readonly readers: Set<Reader>;
}

/** What a reader was told of a source. */
interface Told {
  /** The number of the next call, from the first that there ever was. */
  next: number;
  trouble: string | null;
}

function following({ sources, versions, readers }: Followed): Following {
  const told = new Map<string, Told>();
  const toldVersions = new Map<string, string>();
  let isOver = false;
  let resume: () => void = () => undefined;
  const reader: Reader = {
    wake: () => resume(),
    end() {
      isOver = true;
      readers.delete(reader);
      resume();
    },
  };
  readers.add(reader);

  function next(): News | undefined {
    for (const [source, of] of sources) {
      const own = told.get(source) ?? { next: of.forgotten, trouble: null };
      told.set(source, own);
      const news = newsOf(of, own);
      if (news !== undefined) return { source, ...news };
    }
    for (const [graph, version] of versions) {
      if (toldVersions.get(graph) === version) continue;
      toldVersions.set(graph, version);
      return { graph, version };
    }
    return undefined;
  }

  return {
    next,
    more: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), milliseconds);
        resume = () => {
          clearTimeout(timer);
          resolve(true);
        };
        if (isOver) resume();
      }),
    get isOver() {
      return isOver;
    },
    stop: () => reader.end(),
  };
}

/** Calls first, as many as one piece holds; then whether the source is in trouble. */
function newsOf({ kept, forgotten, trouble }: Remembered, own: Told): Omit<SourceNews, "source"> | undefined {
  const missed = Math.max(0, forgotten - own.next);
  const entries: SessionLogEntry[] = [];
  let size = 0;
  for (let at = own.next + missed - forgotten; at < kept.length && size < PIECE_BYTES; at += 1) {
    const { entry, size: more } = kept[at]!;
    entries.push(entry);
    size += more;
  }
  own.next += missed + entries.length;
  if (entries.length > 0) return { entries, ...(missed === 0 ? {} : { missed }) };
  if (own.trouble === trouble) return undefined;
  own.trouble = trouble;
  return { trouble };
}
