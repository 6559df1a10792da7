import { type SessionLogEntry, sessionLogLine } from "@pd/core";
import type { News } from "../wire.js";

export interface CallHistoryLimits {
  /** How many calls of one source are remembered. */
  readonly calls: number;
  /** What they may take together, as text. */
  readonly bytes: number;
}

const LIMITS: CallHistoryLimits = { calls: 5000, bytes: 64 * 2 ** 20 };

/** What each source has told so far, so that a page that is opened later sees it too. */
export interface CallHistory {
  add(source: string, entry: SessionLogEntry): void;
  /** A source does not answer; `null` when it does again. */
  trouble(source: string, words: string | null): void;
  /** The version of a graph; told where it is another than before. */
  version(graph: string, version: string): void;
  /** All that is remembered, as one piece of news a source or graph. */
  soFar(): readonly News[];
  /** Gives back how to stop. */
  listen(listener: Listener): () => void;
  /** Sends every listener away, so that a server can close. */
  hangUp(): void;
}

export interface Listener {
  tell(news: News): void;
  end(): void;
}

interface Remembered {
  readonly kept: { readonly entry: SessionLogEntry; readonly size: number }[];
  size: number;
  trouble: string | null;
}

export function createCallHistory(limits: CallHistoryLimits = LIMITS): CallHistory {
  const sources = new Map<string, Remembered>();
  const versions = new Map<string, string>();
  const listeners = new Set<Listener>();
  const tell = (news: News) => {
    for (const listener of [...listeners]) listener.tell(news);
  };
  function remembered(source: string): Remembered {
    const known = sources.get(source) ?? { kept: [], size: 0, trouble: null };
    sources.set(source, known);
    return known;
  }
  return {
    add(source, entry) {
      const of = remembered(source);
      const { length } = sessionLogLine(entry);
      of.kept.push({ entry, size: length });
      of.size += length;
      while (of.kept.length > limits.calls || (of.size > limits.bytes && of.kept.length > 1)) {
        of.size -= of.kept.shift()?.size ?? 0;
      }
      tell({ source, entries: [entry] });
    },
    trouble(source, words) {
      const of = remembered(source);
      if (of.trouble === words) return;
      of.trouble = words;
      tell({ source, trouble: words });
    },
    version(graph, version) {
      if (versions.get(graph) === version) return;
      versions.set(graph, version);
      tell({ graph, version });
    },
    soFar: () => [
      ...[...sources].map(([source, { kept, trouble }]) => ({
        source,
        entries: kept.map(({ entry }) => entry),
        trouble,
      })),
      ...[...versions].map(([graph, version]) => ({ graph, version })),
    ],
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hangUp() {
      for (const listener of [...listeners]) listener.end();
    },
  };
}
