import { anchorOf, createAnchors } from "../../markdown/text/anchors.js";
import { type NamedHeading, namedHeading } from "../../markdown/text/heading-id.js";
import { cutToLength } from "../../text/character-cut.js";
import { textHash } from "../../text/text-hash.js";
import type { NoteSection } from "./note.js";

/** The text before the first heading has no heading to be named by. No heading makes this anchor: `^` is in none. */
const LEAD_ANCHOR = "^lead";

/** Characters of an anchor in an id; what is longer is cut, and made unique again by a hash. */
const ANCHOR_LENGTH = 100;

/** What the sections of one note are called. A page can have thousands, and as many links that name them. */
export interface SectionNames {
  /** In their order, each unique: as GitHub makes them, or as the author gave them (`{#name}`). */
  readonly anchors: readonly string[];
  /** A section by its anchor, or by its heading as a link writes it; -1 where there is none. */
  find(name: string): number;
}

export function sectionNames(sections: readonly NoteSection[]): SectionNames {
  const anchor = createAnchors();
  const headings = sections.map(({ heading }) => namedHeading(heading));
  const made = headings.map(({ text }, section) =>
    sections[section]?.depth === 0 ? LEAD_ANCHOR : shortened(anchor(text)),
  );
  const anchors = uniqueIds(headings, made);
  const places = new Map<string, number>();
  // A section that was given an id is found by its heading too, after all that have no other name.
  for (const names of [anchors, made])
    for (const [section, name] of names.entries()) if (!places.has(name)) places.set(name, section);
  return {
    anchors,
    find(name) {
      const at = (text: string) => places.get(shortened(anchorOf(text.trim())));
      // Obsidian joins the headings on the way with #: the last one is meant.
      return places.get(name) ?? at(name) ?? at(name.slice(name.lastIndexOf("#") + 1)) ?? -1;
    },
  };
}

/** An id counts for the first section that has it, and where no heading makes the same anchor. */
function uniqueIds(headings: readonly NamedHeading[], made: readonly string[]): readonly string[] {
  if (!headings.some(({ id }) => id !== undefined)) return made;
  const taken = new Set(made);
  return headings.map(({ id }, section) => {
    const given = id === undefined ? undefined : shortened(id);
    if (given === undefined || taken.has(given)) return made[section]!;
    taken.add(given);
    return given;
  });
}

function shortened(anchor: string): string {
  return anchor.length <= ANCHOR_LENGTH ? anchor : `${cutToLength(anchor, ANCHOR_LENGTH - 9)}-${textHash(anchor)}`;
}
