import type { OnEvent } from "../../model/event.js";
import type { Embedder } from "../../ports/embedder.js";
import type { VaultState } from "../vault-state.js";
import { createCheckedEmbedder, PROBE_DIGEST } from "./checked-embedder.js";
import { type Near, type NearInput, nearTo } from "./near-texts.js";
import { type NoteVectors, noteVectors } from "./note-vectors.js";
import { CLOCK, type Clock, PACE, type Pace } from "./pace.js";
import { createQuestionVectors } from "./question-vectors.js";
import { missingTexts, noteKey, type TextRows, textRows } from "./text-rows.js";
import { deleteVectors, readVectors, vectorFile, writeVectors } from "./vector-file.js";
import { type MissingText, makeVectors } from "./vector-maker.js";
import { createVectorRows, type VectorEntries } from "./vector-rows.js";

export interface MeaningOptions {
  readonly root: string;
  readonly graphId: string;
  readonly embedder: Embedder;
  /** The folder of the cache; none where nothing is kept. */
  readonly cache: string | undefined;
  /** `false`: vectors that are kept are counted, and the embedder is never asked. */
  readonly asks: boolean;
  readonly onEvent: OnEvent | undefined;
  readonly pace?: Partial<Pace> | undefined;
  readonly clock?: Clock | undefined;
}

/** Texts that have a vector, of all that should. */
export interface VectorCount {
  readonly made: number;
  readonly all: number;
}

/** What an embedder adds to a vault: vectors of its texts, made in the background and kept, and those of questions. */
export interface VaultMeaning {
  /** Makes what this version lacks. */
  follow(state: VaultState): void;
  /** Once nothing is under way: all is made, or the embedder failed. */
  settled(): Promise<void>;
  count(state: VaultState): VectorCount;
  /** How near the texts of a version are to each wording; `undefined` where the embedder did not say. */
  near(state: VaultState, wordings: readonly string[], signal: AbortSignal | undefined): Promise<Near | undefined>;
  close(): Promise<void>;
}

/** After this many new vectors what was made is written, so that a process that is killed loses little. */
const SAVED_AFTER = 2000;
/** Vectors of texts that are gone may be as many as those in use: a branch or an edit may bring them back. */
const MOST_UNUSED = 1;

export function createVaultMeaning(options: MeaningOptions): VaultMeaning {
  const { root, graphId, onEvent, clock = CLOCK } = options;
  const pace = { ...PACE, ...options.pace };
  const stamp = () => ({ at: Date.now(), graphId });
  const file = options.cache === undefined ? undefined : vectorFile(options.cache, root, options.embedder.name);
  const rows = createVectorRows(kept());
  const stopped = new AbortController();
  const embedder = createCheckedEmbedder(options.embedder, {
    rows,
    onOtherModel() {
      questions.clear();
      joined = undefined;
      onEvent?.({ kind: "vectors-rejected", ...stamp(), reason: "the embedder answers as another model than before" });
      if (followed !== undefined) follow(followed);
    },
  });
  const questions = createQuestionVectors({
    embedder,
    clock,
    milliseconds: pace.questionMilliseconds,
    onFailure: (error) => tellFailure("The embedder did not give the vector of a question", error),
  });
  let followed: VaultState | undefined;
  let work: Promise<void> = Promise.resolve();
  let unsaved = 0;
  let saved = rows.edition;
  let joined: { readonly places: TextRows; readonly notes: NoteVectors } | undefined;
  let placed: { readonly state: VaultState; readonly edition: number; readonly rows: TextRows } | undefined;

  function kept(): VectorEntries | undefined {
    if (file === undefined) return undefined;
    try {
      return readVectors(file);
    } catch (error) {
      deleteVectors(file);
      const reason = error instanceof Error ? error.message : "it cannot be read";
      onEvent?.({ kind: "vectors-rejected", ...stamp(), reason });
      return undefined;
    }
  }

  function tellFailure(message: string, cause: unknown): void {
    const { made, all } = followed === undefined ? { made: 0, all: 0 } : placesIn(followed);
    onEvent?.({ kind: "vectors-failed", ...stamp(), message, made, all, cause });
  }

  function placesIn(state: VaultState): TextRows {
    if (placed?.state !== state || placed.edition !== rows.edition)
      placed = { state, edition: rows.edition, rows: textRows(state, rows) };
    return placed.rows;
  }

  function vectorsIn(state: VaultState): NearInput {
    const places = placesIn(state);
    const table = rows.table();
    if (joined?.places !== places)
      joined = { places, notes: noteVectors(state, { table, places, before: joined?.notes }) };
    return { table, places, notes: joined.notes };
  }

  function follow(state: VaultState): void {
    followed = state;
    if (!options.asks) return;
    // Of several versions that come while one is worked on, only the last is left to do.
    work = work.then(() => (followed === state && !stopped.signal.aborted ? make(state) : undefined));
  }

  async function make(state: VaultState): Promise<void> {
    const { made: before, all } = placesIn(state);
    if (before === all) return;
    const started = clock.now();
    let made = before;
    const onMade = (texts: number) => {
      made = Math.min(all, made + texts);
      unsaved += texts;
      if (unsaved >= SAVED_AFTER) save();
      onEvent?.({ kind: "vectors-progress", ...stamp(), made, all });
    };
    const { signal } = stopped;
    try {
      await makeVectors(inSlices(missingTexts(root, state, rows)), { embedder, rows, pace, clock, signal, onMade });
      if (!signal.aborted)
        onEvent?.({
          kind: "vectors-made",
          ...stamp(),
          made: placesIn(state).made,
          all,
          milliseconds: clock.now() - started,
        });
    } catch (cause) {
      tellFailure(cause instanceof Error ? cause.message : "Vectors could not be made", cause);
    }
    save();
  }

  /** A cache that cannot be written costs the vectors the next time, and nothing else. */
  function save(): void {
    if (file === undefined || saved === rows.edition) return;
    unsaved = 0;
    dropUnused();
    saved = rows.edition;
    try {
      writeVectors(file, rows.entries());
    } catch (cause) {
      tellFailure("The vectors could not be written", cause);
    }
  }

  function dropUnused(): void {
    if (followed === undefined) return;
    const { made } = placesIn(followed);
    if (rows.size <= made * (1 + MOST_UNUSED) + 1) return;
    const { digests, notes } = usedBy(followed);
    rows.keep(digests, notes);
  }

  function usedBy(state: VaultState) {
    const { heads, passages } = placesIn(state);
    const used = new Set([...heads, ...passages]);
    const { digests } = rows.entries();
    const notes = new Set<string>();
    for (let number = 0; number < state.notes.size; number += 1)
      if (state.notes.has(number)) notes.add(noteKey(state, number));
    return { digests: new Set([...digests].filter((digest, row) => used.has(row) || digest === PROBE_DIGEST)), notes };
  }

  return {
    follow,
    async settled() {
      for (let seen: Promise<void> | undefined; seen !== work; ) {
        seen = work;
        await work;
      }
    },
    count: (state) => placesIn(state),
    async near(state, wordings, signal) {
      if (!options.asks) return undefined;
      const asked = wordings.filter((wording) => wording.trim() !== "");
      const vectors = await questions.of(asked, signal);
      return vectors === undefined ? undefined : nearTo(state, vectors, vectorsIn(state));
    },
    async close() {
      stopped.abort();
      await work;
      save();
    },
  };
}

/** Others get their turn while texts are read and digested. */
async function* inSlices(texts: Iterable<MissingText | undefined>): AsyncGenerator<MissingText | undefined> {
  let until = performance.now() + SLICE_MILLISECONDS;
  for (const text of texts) {
    yield text;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + SLICE_MILLISECONDS;
  }
}

const SLICE_MILLISECONDS = 12;
