import { createFilterMask, type FilterMask } from "../../content/filter-mask.js";
import type { Filter } from "../../ports/content.js";
import { MAP_TYPE } from "../../search/relevance/moc.js";
import { describedHead } from "../notes/descriptions.js";
import type { NoteHead } from "../notes/note-codec.js";
import type { VaultState } from "../vault-state.js";

type Known = Pick<VaultState, "notes" | "maps" | "sentences">;

/** Made once for a version of the links: it decodes every note. */
const masks = new WeakMap<Known["maps"], FilterMask>();

/** A byte for each note: 1 where it passes. Nothing where all do. */
export function maskFor(state: Known, filter: Filter): Uint8Array | undefined {
  const { notes, maps } = state;
  const mask =
    masks.get(maps) ??
    createFilterMask(notes.size, (number) => (notes.has(number) ? shownHead(state, number) : undefined));
  masks.set(maps, mask);
  return mask(filter);
}

/** What level 1 shows of a note: one that is a map by its shape, and is called nothing else, is shown as one (R3.4). */
export function shownHead({ notes, maps, sentences }: Known, number: number): NoteHead {
  const head = describedHead(notes, sentences, number);
  return maps[number] === 1 && head.type === "note" ? { ...head, type: MAP_TYPE } : head;
}
