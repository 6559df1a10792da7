import type { TokenCounter } from "@pd/core";
import type { Binding } from "../section/binding.js";
import type { Delivery, RenderedSection } from "../section/prompt-types.js";
import { SectionVisibility } from "../session/visibility.js";
import { tokensIn } from "./chunks.js";
import { OPEN, type Resolution } from "./resolution.js";
import { eachShown } from "./shown-text.js";

/** A part of a text that is not in it yet. */
interface Addition {
  readonly place: number;
  readonly open: boolean;
  readonly text: string;
  readonly section: RenderedSection;
}

/** A text that is only ever added to, and what it has said so far. */
export interface Transcript {
  /** What this state of the prompt would add. */
  additions(
    resolution: Resolution,
    how: { readonly delivery: Delivery; readonly counter: TokenCounter },
  ): readonly Addition[];
  append(additions: readonly Addition[]): void;
  /** All that was said, and these after it. */
  text(additions?: readonly Addition[]): string;
  /** The section was said in full at some time. */
  hasOpened(place: number): boolean;
  sections(): readonly RenderedSection[];
}

export function createTranscript(binding: Binding): Transcript {
  const written: Addition[] = [];
  const opened = new Set<number>();
  const summarised = new Set<number>();
  return {
    additions(resolution, { delivery, counter }) {
      const found: Addition[] = [];
      eachShown(binding, resolution, delivery, (chunk, place) => {
        const open = resolution.states[place] === OPEN;
        // A section that is there in full needs no summary any more.
        if (opened.has(place) || (!open && summarised.has(place))) return;
        const { path, number, depth, definition } = binding.registry.sections[place]!;
        const visibility = open ? SectionVisibility.FULL : SectionVisibility.SUMMARY;
        const tokens = tokensIn(chunk, counter);
        const section = { path, number, title: definition.title, depth, visibility, tokens };
        found.push({ place, open, text: chunk.text, section });
      });
      return found;
    },
    append(additions) {
      written.push(...additions);
      for (const { place, open } of additions) (open ? opened : summarised).add(place);
    },
    text: (additions = []) => [...written, ...additions].map(({ text }) => text).join("\n\n"),
    hasOpened: (place) => opened.has(place),
    sections: () => written.map(({ section }) => section),
  };
}
