import { namedHeading } from "../../markdown/text/heading-id.js";
import { isPdError } from "../../model/errors.js";
import {
  isPassageId,
  type Lines,
  MORE_TEXT_NAMES,
  moreTexts,
  type NodeId,
  type NodeSummary,
} from "../../model/node.js";
import { headingsAbove } from "../notes/headings-above.js";
import type { NoteList } from "../notes/note-list.js";
import { passageRow } from "../notes/passage-rows.js";
import type { VaultState } from "../vault-state.js";
import { shownHead } from "./filter-columns.js";
import { linesOf } from "./section-lines.js";
import { extentOf, type VaultNode, vaultNode } from "./vault-node.js";
import type { NoteFiles } from "./vault-source.js";

/** What level 1 shows of notes, sections and passages. Nodes that do not exist are left out. */
export function summariesOf(ids: readonly NodeId[], files: NoteFiles, state: VaultState): readonly NodeSummary[] {
  const kept = keptSummaries(state.notes);
  return ids.flatMap((id) => {
    const known = kept.get(id) ?? summaryOf(files, state, id);
    if (known === undefined) return [];
    kept.set(id, known);
    return [known];
  });
}

const keptOf = new WeakMap<NoteList, Map<NodeId, NodeSummary>>();

/** How many nodes' descriptions stay decoded: lists show some again and again. */
const MOST_SUMMARIES = 5000;

/** Those of one version of the notes. Full, it begins anew. */
function keptSummaries(notes: NoteList): Map<NodeId, NodeSummary> {
  const kept = keptOf.get(notes);
  if (kept !== undefined && kept.size < MOST_SUMMARIES) return kept;
  const fresh = new Map<NodeId, NodeSummary>();
  keptOf.set(notes, fresh);
  return fresh;
}

/** Not a word of its text: the headings above it say where it stands (R1.9). */
function passageSummary(state: VaultState, id: NodeId): NodeSummary | undefined {
  const passage = vaultNode(state, id);
  if (passage?.passages === undefined) return undefined;
  const { number, passages } = passage;
  const { heading, lines } = passageRow(state.passageRows, number, passages[0]);
  const last = passageRow(state.passageRows, number, passages[1]).lines[1];
  const headings = heading === 0 ? [] : (headingsAbove(passage.note)[heading] ?? []);
  const { name, domain, path } = state.notes.head(number);
  return { id, name, type: "passage", domain, description: "", tags: [], path, lines: [lines[0], last], headings };
}

/** None where the file cannot be read now: the reading will say so. */
function linesIn(files: NoteFiles, place: VaultNode): Lines | undefined {
  try {
    const file = files(place);
    return linesOf(file, [extentOf(place, file.length)])[0];
  } catch (error) {
    if (isPdError(error)) return undefined;
    throw error;
  }
}

function summaryOf(files: NoteFiles, state: VaultState, id: NodeId): NodeSummary | undefined {
  if (isPassageId(id)) return passageSummary(state, id);
  const hash = id.indexOf("#");
  if (hash < 0) {
    const number = state.ids.find(id);
    if (number === undefined || !state.notes.has(number)) return undefined;
    const head = shownHead(state, number);
    const { name, type, domain, description, tags, path } = head;
    const more = MORE_TEXT_NAMES.length === 0 ? {} : moreTexts(head);
    return { id, name, type, domain, description, tags, path, ...more };
  }
  const place = vaultNode(state, id);
  if (place?.section === undefined) return undefined;
  const { note, section } = place;
  const name = namedHeading(note.sections[section]?.heading ?? "").text || note.name;
  // Not a word of its text: that would be level 3.
  const summary = { id, name, type: "section", domain: note.domain, description: `Section of ${note.name}`, tags: [] };
  return { ...summary, path: note.path, lines: linesIn(files, place) };
}
