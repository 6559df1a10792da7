import type { Finding } from "../../ports/content.js";
import { createPathFinder } from "../links/path-finder.js";
import { awaited, type Steps } from "../load/in-steps.js";
import { readFolder } from "../load/read-notes.js";
import type { Reread } from "../load/reread-note.js";
import type { Walked } from "../load/walk.js";
import { type HiddenFiles, hiddenFile } from "../notes/hidden-files.js";
import { fileFinding, folderFinding } from "../read/problems.js";
import type { VaultState } from "../vault-state.js";
import { applyChanges } from "./apply-changes.js";
import { countFiles, staleFolders } from "./stale-notes.js";

export interface Refresh {
  readonly root: string;
  readonly state: VaultState;
  readonly walked: Walked;
  readonly version: string;
  /** Where more files than this are new or have changed, nothing is read, and nothing comes back. */
  readonly most?: number | undefined;
}

export interface Refreshed {
  readonly state: VaultState;
  /** What is left out now, where the version stays the same too. */
  readonly hidden: HiddenFiles;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Compares the folder with a version of it, and reads again only what differs. The same state comes back where nothing does. */
export function refreshState(refresh: Refresh & { readonly most?: undefined }): Steps<Refreshed>;
export function refreshState(refresh: Refresh): Steps<Refreshed | undefined>;
export function* refreshState({ root, state, walked, version, most }: Refresh): Steps<Refreshed | undefined> {
  const finder = createPathFinder(state.notes);
  // Files that could not be read, and folders, are looked at again each time.
  const known = new Map<string, Finding[]>();
  const unread = new Set<string>();
  for (const problem of state.problems)
    if (finder.find(problem.file) === undefined) unread.add(problem.file);
    else addTo(known, problem);
  const rereads = new Map<number, Reread>();
  const stays = new Uint8Array(state.notes.size);
  const hidden = new Set<string>();
  const compared = { notes: state.notes, finder, stays, hidden: state.hidden, stillHidden: hidden };
  const stale = yield* staleFolders(root, walked.folders, compared);
  // One that could not be read is neither new nor changed, and would be there each time.
  if (most !== undefined && countFiles(stale, unread) > most) return undefined;
  let next = state.notes.size;
  for (const folder of stale) {
    // Loaded only where a file has changed: a YAML parser comes with it, and most starts find no change.
    const { parseNote, rereadNote } = yield* awaited(import("../load/cold-load.js"));
    for (const file of readFolder(root, folder, walked.rules)) {
      known.delete(file.path);
      if ("error" in file) {
        addTo(known, fileFinding(file.path, file.error));
        continue;
      }
      const parsed = yield* parseNote(file, walked.rules);
      if (parsed === undefined) {
        hidden.add(hiddenFile(file.path, file.stamp));
        continue;
      }
      const { note, findings } = parsed;
      const number = finder.find(file.path) ?? next++;
      for (const finding of findings) addTo(known, finding);
      rereads.set(number, yield* rereadNote(file, note));
      yield;
    }
  }
  const removed: number[] = [];
  for (let number = 0; number < stays.length; number += 1)
    if (stays[number] === 0 && !rereads.has(number) && state.notes.has(number)) removed.push(number);
  const problems = [...[...known.values()].flat(), ...walked.findings.map(folderFinding)];
  if (rereads.size === 0 && removed.length === 0) {
    const same = inOrder(problems) === inOrder(state.problems);
    const now = same ? state : { ...state, version, problems, hidden };
    return { state: now, hidden, added: 0, changed: 0, removed: 0 };
  }
  const updated = yield* applyChanges(state, { rereads, removed, version });
  const changed = [...rereads.keys()].filter((number) => state.notes.has(number)).length;
  const remaining = createPathFinder(updated.notes);
  return {
    state: {
      ...updated,
      hidden,
      problems: problems.filter(({ file }) => remaining.find(file) !== undefined || finder.find(file) === undefined),
    },
    hidden,
    added: rereads.size - changed,
    changed,
    removed: removed.length,
  };
}

/** As one text, so that two lists can be compared. */
function inOrder(problems: readonly Finding[]): string {
  return problems
    .map((problem) => JSON.stringify(problem))
    .sort()
    .join("\n");
}

function addTo(problems: Map<string, Finding[]>, problem: Finding): void {
  const known = problems.get(problem.file);
  if (known === undefined) problems.set(problem.file, [problem]);
  else known.push(problem);
}
