/** How a section is shown: whole, or as its summary with a word on how to open it. */
export const SectionVisibility = { FULL: "full", SUMMARY: "summary" } as const;

export type SectionVisibility = (typeof SectionVisibility)[keyof typeof SectionVisibility];

/** The address of a section: its key and those of its ancestors, outermost first, joined by dots. */
export type SectionPath = string;

export function isSectionVisibility(value: unknown): value is SectionVisibility {
  return value === SectionVisibility.FULL || value === SectionVisibility.SUMMARY;
}
