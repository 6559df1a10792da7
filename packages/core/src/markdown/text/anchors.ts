import { isAscii } from "../../text/ascii.js";

/** A heading's anchor as GitHub writes it: lower case, no punctuation, dashes for spaces, letters of all scripts kept. */
export function anchorOf(heading: string): string {
  const lower = heading.toLowerCase();
  // Patterns that look into Unicode's tables take their time to be made: not before one is needed.
  const kept = isAscii(lower)
    ? lower.replace(/[^a-z0-9_\- ]/g, "")
    : lower.replace(/[^\p{Alphabetic}\p{Mark}\p{Decimal_Number}\p{Connector_Punctuation}\- ]/gu, "");
  return kept.replaceAll(" ", "-");
}

/** Gives each heading of one note an anchor of its own: the second `usage` is `usage-1`. */
export function createAnchors(): (heading: string) => string {
  // The empty anchor is that of the text before the first heading.
  const used = new Map<string, number>([["", 0]]);
  return (heading) => {
    const anchor = anchorOf(heading);
    let unique = anchor;
    while (used.has(unique)) {
      const next = (used.get(anchor) ?? 0) + 1;
      used.set(anchor, next);
      unique = `${anchor}-${next}`;
    }
    used.set(unique, 0);
    return unique;
  };
}
