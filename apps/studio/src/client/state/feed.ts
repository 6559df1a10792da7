import { parseSessionLog } from "@pd/core";
import { effect } from "@preact/signals";
import type { News, Overview, SourceNews } from "../../wire.js";
import { ask, askJson, hasToken } from "../connection.js";
import { eventsIn } from "./event-lines.js";
import { graphChoices, latestVersions } from "./graph.js";
import { type Source, sources, sourcesLoaded } from "./recordings.js";

const RETRY_MILLISECONDS = 2000;

/** Follows what the server hears, for as long as the page is open. */
export function startFeed(): void {
  effect(() => {
    if (!hasToken.value) return;
    const leaving = new AbortController();
    void follow(leaving.signal);
    return () => leaving.abort();
  });
}

async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await begin(signal);
      const response = await ask("/studio/events", { signal });
      for await (const data of eventsIn(response, signal)) tell(JSON.parse(data) as News);
    } catch {
      // The server is away; what it told stays on the page.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
  }
}

/** Sources as the server knows them. What the stream repeats from the start replaces what was there. */
async function begin(signal: AbortSignal): Promise<void> {
  const overview = await askJson<Overview>("/studio/overview", { signal });
  const dropped = sources.value.filter(({ id }) => id.startsWith(DROPPED));
  const served = overview.sources.map((source): Source => {
    return { ...source, entries: [] };
  });
  graphChoices.value = overview.graphs;
  sources.value = [...dropped, ...served];
  sourcesLoaded.value = true;
}

function tell(news: News): void {
  if ("graph" in news) latestVersions.value = new Map([...latestVersions.value, [news.graph, news.version]]);
  else tellSource(news);
}

function tellSource({ source, entries = [], missed = 0, trouble }: SourceNews): void {
  sources.value = sources.value.map((known) =>
    known.id === source
      ? {
          ...known,
          entries: entries.length === 0 ? known.entries : [...known.entries, ...entries],
          ...(trouble === undefined ? {} : { trouble: trouble ?? undefined }),
          ...(missed === 0 ? {} : { trouble: `${missed} calls are missing here: this page did not read them in time` }),
        }
      : known,
  );
}

const DROPPED = "dropped:";

/** A saved session from the reader's disk. */
export async function addFile(file: File): Promise<Source> {
  const entries = parseSessionLog(await file.text());
  const source: Source = { id: `${DROPPED}${file.name}`, label: file.name, kind: "file", entries };
  sources.value = [source, ...sources.value.filter(({ id }) => id !== source.id)];
  return source;
}
