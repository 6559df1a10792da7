/** A heading as it reads, and the anchor that its author gave it (`## Heading {#name}`), if any. */
export interface NamedHeading {
  readonly text: string;
  readonly id: string | undefined;
}

const GIVEN_ID = /\s*\{#([^\s{}]+)\}$/u;

export function namedHeading(heading: string): NamedHeading {
  if (!heading.endsWith("}")) return { text: heading, id: undefined };
  const given = GIVEN_ID.exec(heading);
  return given === null ? { text: heading, id: undefined } : { text: heading.slice(0, given.index), id: given[1] };
}
