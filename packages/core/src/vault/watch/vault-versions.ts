import { moreTexts, type NodeId, noteOf } from "../../model/node.js";
import { digestOf } from "../../text/digest.js";
import { describedHead } from "../notes/descriptions.js";
import type { VaultState } from "../vault-state.js";

const known = new WeakMap<VaultState, Map<number, string>>();

/**
 * What tells this version of a note from another: the stamp of its file, its own head, and the heads of the notes it links to, since level 2
 * shows those. A section has its note's. The same in every process that sees these files.
 */
export function versionOf(state: VaultState, id: NodeId): string | undefined {
  const number = state.ids.find(noteOf(id));
  if (number === undefined || !state.notes.has(number)) return undefined;
  const kept = known.get(state) ?? new Map<number, string>();
  known.set(state, kept);
  const made = kept.get(number) ?? digestOf(JSON.stringify(partsOf(state, number)));
  kept.set(number, made);
  return made;
}

function partsOf({ notes, links, ids, maps, sentences }: VaultState, number: number): readonly unknown[] {
  const { size, modified, changed, inode } = notes.stamp(number);
  const shown = (one: number) => headOf(describedHead(notes, sentences, one));
  const targets = [...links.targets.subarray(links.starts[number]!, links.starts[number + 1]!)].filter((to) => to >= 0);
  const heads = [...new Set(targets)].map((target) => shown(target));
  const leadTo = targets.map((target) => ids.of(target));
  return [notes.path(number), size, modified, changed, inode, shown(number), maps[number], leadTo, heads];
}

function headOf(head: ReturnType<VaultState["notes"]["head"]>) {
  const { name, type, domain, description, tags } = head;
  return [name, type, domain, description, tags, ...Object.entries(moreTexts(head)).flat()];
}
