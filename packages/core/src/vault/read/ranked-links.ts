import type { Relation } from "../../model/node.js";
import type { VaultState } from "../vault-state.js";
import { extentOf, type VaultNode } from "./vault-node.js";

/** A link of a note as a number, before anything of its target is decoded. */
export interface RankedLink {
  readonly target: number;
  readonly relation: Relation;
  readonly declared: boolean;
  /** Where it stands in the file. */
  readonly start: number;
}

/** What somebody wrote into the frontmatter says more than what the text mentions. */
const STANDING: Readonly<Record<Relation, number>> = {
  extends: 2,
  contradicts: 2,
  embeds: 1,
  clusters: 0,
  references: 0,
};

/** Every mention of another note, declared ones first, then in the order of the text. */
export function mentionsIn(state: VaultState, place: VaultNode): readonly RankedLink[] {
  const { number } = place;
  const { targets, starts } = state.links;
  const [from, to] = extentOf(place, state.notes.stamp(number).size);
  return state.notes.links(number).flatMap((link, index): readonly RankedLink[] => {
    const target = targets[starts[number]! + index]!;
    const declared = link.form === "declared";
    const isInside = declared
      ? place.section === undefined && place.passages === undefined
      : link.start >= from && link.start < to;
    if (!isInside || target < 0 || target === number) return [];
    const relation = link.relation === "references" && state.maps[number] === 1 ? "clusters" : link.relation;
    return [{ target, relation, declared, start: link.start }];
  });
}

/**
 * Where a note leads, each target once for each relation, best first: declared relations, what the note embeds, then the notes that most others
 * lead to; among equals as the text has them. No text is read for it.
 */
export function rankedLinks(state: VaultState, place: VaultNode): readonly RankedLink[] {
  const found = new Map<string, RankedLink>();
  for (const link of mentionsIn(state, place)) {
    const key = `${link.target} ${link.relation}`;
    if (!found.has(key)) found.set(key, link);
  }
  const { in: into } = state.adjacency;
  const inbound = (target: number) => into.starts[target + 1]! - into.starts[target]!;
  return [...found.values()].sort(
    (a, b) => STANDING[b.relation] - STANDING[a.relation] || inbound(b.target) - inbound(a.target) || a.start - b.start,
  );
}

/** The relations that only the frontmatter declares: what level 4 keeps beside the text. */
export function declaredTargets(state: VaultState, number: number): readonly RankedLink[] {
  if (!hasDeclared(state, number)) return [];
  return rankedLinks(state, { number, note: state.notes.note(number) }).filter(({ declared }) => declared);
}

function hasDeclared(state: VaultState, number: number): boolean {
  return state.notes.links(number).some(({ form }) => form === "declared");
}
