import { cancelled } from "../../model/errors.js";
import { isPassageId, type NodeId, noteOf } from "../../model/node.js";
import type { Reading, ReadOptions } from "../../ports/content.js";
import { contentVersion } from "../notes/note-digest.js";
import { createVaultGraph } from "../read/vault-graph.js";
import { storedPrice } from "../read/vault-prices.js";
import { changedSince, createVaultSource, type NoteFiles, type Outlines } from "../read/vault-source.js";
import type { VaultState } from "../vault-state.js";

/** The files at these paths as this version has them, in the order asked for; nothing where one is gone. */
export type ReadFiles = (
  paths: readonly string[],
  options?: ReadOptions,
) => Promise<readonly (Uint8Array | undefined)[]>;

export interface StoredReading {
  readonly id: string;
  readonly outlines: Outlines;
  readonly read: ReadFiles;
}

/** The graph and the source of a vault over files that are fetched: what a call will look at is asked for first, all at once. */
export function storedReading(state: VaultState, { id, outlines, read }: StoredReading): Reading {
  const fetched = new Map<string, Buffer>();
  const files: NoteFiles = ({ note }) => {
    const bytes = fetched.get(note.path);
    if (bytes === undefined) throw changedSince();
    return bytes;
  };

  /** Has the files of these nodes at hand. */
  async function fetchFor(ids: readonly NodeId[], options?: ReadOptions): Promise<void> {
    if (options?.signal?.aborted) throw cancelled(options.signal.reason);
    const numbers = new Set(ids.flatMap((one) => state.ids.find(noteOf(one)) ?? []));
    const paths = [...numbers].filter((number) => state.notes.has(number)).map((number) => state.notes.path(number));
    const missing = paths.filter((path) => !fetched.has(path));
    if (missing.length === 0) return;
    const found = await read(missing, options);
    for (const [at, path] of missing.entries()) {
      const bytes = found[at];
      if (bytes !== undefined) fetched.set(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    }
  }

  const completed = async () => state;
  const graph = createVaultGraph({
    id,
    root: undefined,
    files,
    state,
    partial: false,
    completed,
    otherFiles: () => () => false,
  });
  const source = createVaultSource(files, state, { outlines, completed });
  return {
    version: contentVersion(state),
    graph: {
      ...graph,
      async summaries(ids, options) {
        // Of a section, its lines are counted in its file.
        await fetchFor(ids.filter(isSection), options);
        return graph.summaries(ids, options);
      },
      async prices(asked, counter, options) {
        const counted = asked.filter((one) => storedPrice(one.id, { files, state, counter }) === undefined);
        await fetchFor(
          counted.map((one) => one.id),
          options,
        );
        return graph.prices(asked, counter, options);
      },
    },
    source: {
      async links(asked, options) {
        const read = asked.filter(({ bare }) => bare !== true);
        await fetchFor(
          read.map((one) => one.id),
          options,
        );
        return source.links(asked, options);
      },
      async sections(asked, options) {
        await fetchFor(
          asked.map((one) => one.id),
          options,
        );
        return source.sections(asked, options);
      },
      async content(asked, options) {
        await fetchFor(
          asked.map((one) => one.id),
          options,
        );
        return source.content(asked, options);
      },
    },
    release: () => fetched.clear(),
  };
}

function isSection(id: NodeId): boolean {
  return id.includes("#") && !isPassageId(id);
}
