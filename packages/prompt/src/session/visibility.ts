/** How a section is shown: whole, or as its summary with a word on how to open it. */
export const SectionVisibility = { FULL: "full", SUMMARY: "summary" } as const;

export type SectionVisibility = (typeof SectionVisibility)[keyof typeof SectionVisibility];

/** The address of a section: its key and those of its ancestors, outermost first, joined by dots. */
export type SectionPath = string;

/** What came in its place, in a word: an object may have no text, or throw when it is asked for one. */
export function noVisibility(value: unknown): string {
  const isPrimitive = (typeof value !== "object" || value === null) && typeof value !== "function";
  return isPrimitive ? `"${String(value)}" is not a visibility` : `a ${typeof value} is not a visibility`;
}

export function isSectionVisibility(value: unknown): value is SectionVisibility {
  return value === SectionVisibility.FULL || value === SectionVisibility.SUMMARY;
}
