/** What a note can match by, in the order of the answer's `why`. Aliases count as name. */
export const FIELDS = ["name", "description", "tag", "heading", "body", "link"] as const;

export type Field = (typeof FIELDS)[number];

/** A field's place in `FIELDS`: arrays in the index are kept by it. */
export type FieldNumber = 0 | 1 | 2 | 3 | 4 | 5;

export const FIELD_NUMBERS = [0, 1, 2, 3, 4, 5] as const;

export const [NAME, DESCRIPTION, TAG, HEADING, BODY, LINK] = FIELD_NUMBERS;

/** Headings and bodies belong to a section of a note, a *unit*; the rest to the note. */
export function isPerUnit(field: FieldNumber): boolean {
  return field === HEADING || field === BODY;
}
