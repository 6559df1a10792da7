import { createHash } from "node:crypto";
import type { FileStamp } from "../../files/contained-file.js";
import type { Finding, Reading } from "../../ports/content.js";
import { createNoteRules } from "../ignore/note-rules.js";
import { createPathFinder } from "../links/path-finder.js";
import { awaited, inSteps, type Steps } from "../load/in-steps.js";
import type { Reread } from "../load/reread-note.js";
import { contentVersion } from "../notes/note-digest.js";
import { createOutlines, type Outlines } from "../read/vault-source.js";
import { snapshotFromBytes, snapshotToBytes } from "../snapshot/snapshot-format.js";
import type { VaultState } from "../vault-state.js";
import { applyChanges } from "../watch/apply-changes.js";
import { type ReadFiles, storedReading } from "./stored-reading.js";

/** How the notes of a folder are read, where its tool has ways of its own. */
export interface NoteConventions {
  /** Obsidian's way: a note is called as its file is. */
  readonly namedByFile: boolean;
  /** Logseq's way: the first lines of a page are its properties. */
  readonly logseq: boolean;
}

export interface StoredVaultOptions {
  /** The `graphId` of requests. */
  readonly id: string;
  readonly conventions: NoteConventions;
}

/** Files by path that are new or changed; without bytes, those that are gone. */
export type FileChanges = ReadonlyMap<string, Uint8Array | undefined>;

/** Notes whose files are kept elsewhere than in a folder, at one moment: their index and links, and no text of a body. Immutable. */
export interface StoredVersion {
  readonly count: number;
  /** The same notes have the same, in any process. */
  readonly version: string;
  /** The version after a change. */
  with(changes: FileChanges): Promise<StoredVersion>;
  /** For `storedVersionFromBytes`: without text, and good for this version of pd alone. */
  toBytes(): Uint8Array;
  /** One request's view. Texts are asked for when they are needed, of many notes at once. */
  reading(read: ReadFiles): Reading;
}

export async function emptyStoredVersion(options: StoredVaultOptions): Promise<StoredVersion> {
  const { buildState } = await import("../load/cold-load.js");
  const { state } = await inSteps(buildState({ root: "", folders: [], version: "stored" }));
  return storedVersion({ ...state, complete: true }, { ...options, outlines: createOutlines() });
}

/** Throws a `RangeError` where the bytes are damaged or of another version of pd: then the version is made of its files. */
export function storedVersionFromBytes(bytes: Uint8Array, options: StoredVaultOptions): StoredVersion {
  const state = snapshotFromBytes(bytes, keyOf(options), "stored");
  return storedVersion(state, { ...options, outlines: createOutlines() });
}

interface Storing extends StoredVaultOptions {
  /** Keyed by what notes consist of, and so good for every version. */
  readonly outlines: Outlines;
}

function storedVersion(state: VaultState, storing: Storing): StoredVersion {
  return {
    count: state.count,
    version: contentVersion(state),
    async with(changes) {
      const changed = await inSteps(changing(state, changes, storing));
      return changed === state ? storedVersion(state, storing) : storedVersion(changed, storing);
    },
    toBytes: () => Buffer.concat(snapshotToBytes(state, keyOf(storing))),
    reading: (read) => storedReading(state, { id: storing.id, outlines: storing.outlines, read }),
  };
}

function* changing(state: VaultState, changes: FileChanges, { conventions }: Storing): Steps<VaultState> {
  const { parseNote, rereadNote } = yield* awaited(import("../load/cold-load.js"));
  const rules = createNoteRules([], conventions);
  const finder = createPathFinder(state.notes);
  const rereads = new Map<number, Reread>();
  const removed: number[] = [];
  const problems: Finding[] = state.problems.filter(({ file }) => !changes.has(file));
  let next = state.notes.size;
  for (const [path, bytes] of changes) {
    const known = finder.find(path);
    const file = bytes === undefined ? undefined : { path, bytes: bufferOf(bytes), stamp: stampOf(bytes) };
    const parsed = file === undefined ? undefined : yield* parseNote(file, rules);
    if (file === undefined || parsed === undefined) {
      if (known !== undefined) removed.push(known);
      continue;
    }
    problems.push(...parsed.findings);
    rereads.set(known ?? next++, yield* rereadNote(file, parsed.note));
    yield;
  }
  if (rereads.size === 0 && removed.length === 0) return state;
  const changed = yield* applyChanges(state, { rereads, removed, version: "stored" });
  return { ...changed, problems };
}

function keyOf({ conventions: { namedByFile, logseq } }: StoredVaultOptions): string {
  return JSON.stringify(["stored", namedByFile, logseq]);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** There is no file to look at: what it consists of tells one version of it from another. */
function stampOf(bytes: Uint8Array): FileStamp {
  const digest = createHash("sha256").update(bytes).digest();
  return { size: bytes.length, modified: digest.readUIntBE(0, 6), changed: digest.readUIntBE(6, 6), inode: 0 };
}
