import { join } from "node:path";
import { textHash } from "@pd/core";
import { cacheFolder, deleteCacheFile, readSealed, writeSealed } from "@pd/core/files";
import { INDEX_FORMAT, indexFromBytes, indexToBytes, type SearchIndex } from "@pd/core/search";
import { TEXT_BYTES } from "./skill-scoring.js";
import { UNIT_BYTES } from "./text-units.js";

/** What a text was when it was indexed, and the node that it belongs to. */
export interface IndexedText {
  readonly number: number;
  readonly digest: string;
  /** Size and times of its file. None where they could not tell a later change: then it is read again. */
  readonly stamp: string | undefined;
}

/** An index, and of which texts: a text that is the same in the next version is not parted into words again. */
export interface SkillIndex {
  readonly index: SearchIndex;
  /** By file. */
  readonly texts: ReadonlyMap<string, IndexedText>;
  /** Of the nodes that it was made for. */
  readonly version: string;
}

/** The index of some folders in the user's cache: whatever is wrong with it, it is deleted and made anew. */
export interface KeptIndex {
  /** In steps: of thousands of skills it is some twenty megabytes. */
  reading(): Generator<void, SkillIndex | undefined>;
  /** A cache that cannot be written is slower, and nothing else. */
  write(index: SkillIndex): void;
}

const KIND = "skill index";
/** Raised whenever the bytes mean something else, or are made otherwise, than before. */
const FORMAT = [1, INDEX_FORMAT, TEXT_BYTES, UNIT_BYTES].join(" ");
/** The index of fewer skills is made faster than it could be missed. */
const LEAST_SKILLS = 64;

interface Table {
  readonly format: string;
  readonly key: string;
  readonly version: string;
  readonly texts: readonly (readonly [file: string, number: number, digest: string, stamp: string | null])[];
}

/** Beside the snapshots of vaults. `folder` is the cache folder, or `false` where nothing is kept. */
export function keepIndex(folders: readonly string[], folder: string | false = cacheFolder()): KeptIndex {
  if (folder === false) return { reading: nothing, write: () => undefined };
  const key = JSON.stringify(folders);
  const path = join(folder, "vaults", `skills-${textHash(key)}.snapshot`);
  return {
    *reading() {
      try {
        const file = readSealed(path, KIND);
        if (file === undefined) return undefined;
        yield;
        const { format, key: saved, version, texts } = JSON.parse(file.table) as Table;
        if (format !== FORMAT || saved !== key) throw new RangeError("it is of another version");
        const index = indexFromBytes(file.bytes);
        yield;
        const known = texts.map(([name, number, digest, stamp]) => {
          if (!(number < index.size)) throw new RangeError("its texts do not agree");
          return [name, { number, digest, stamp: stamp ?? undefined }] as const;
        });
        return { index, version, texts: new Map(known) };
      } catch {
        deleteCacheFile(path);
        return undefined;
      }
    },
    write({ index, version, texts }) {
      if (texts.size < LEAST_SKILLS) return;
      const rows = Array.from(
        texts,
        ([file, { number, digest, stamp }]) => [file, number, digest, stamp ?? null] as const,
      );
      const table: Table = { format: FORMAT, key, version, texts: rows };
      try {
        writeSealed(path, KIND, { table: JSON.stringify(table), bytes: indexToBytes(index) });
      } catch {
        // The folder is read-only or full: it is made anew next time.
      }
    },
  };
}

function* nothing(): Generator<void, undefined> {}
