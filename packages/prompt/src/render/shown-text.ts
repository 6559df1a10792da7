import type { Binding } from "../section/binding.js";
import type { Delivery } from "../section/prompt-types.js";
import type { Chunk } from "./chunks.js";
import { CLOSED, OPEN, type Resolution } from "./resolution.js";

/** Calls back for each section that is in the text, in order. */
export function eachShown(
  { registry, chunks }: Binding,
  { states, presence }: Resolution,
  delivery: Delivery,
  show: (chunk: Chunk, place: number) => void,
): void {
  for (let place = 0; place < states.length; place += 1) {
    const state = states[place];
    if (state === OPEN) show(chunks.full(place), place);
    else if (state === CLOSED) {
      show(chunks.summary(place, presence, delivery), place);
      place = registry.ends[place]! - 1;
    }
  }
}

export function textOf(binding: Binding, resolution: Resolution, delivery: Delivery): string {
  const texts: string[] = [];
  eachShown(binding, resolution, delivery, ({ text }) => texts.push(text));
  return texts.join("\n\n");
}
