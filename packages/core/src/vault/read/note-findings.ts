import { type FindingWords, findingAt, type VaultFinding } from "../../model/finding-table.js";
import { type Adjacency, degree } from "../../search/relevance/adjacency.js";
import type { Declared } from "../notes/note.js";
import { isSkillFile } from "../notes/note-id.js";
import type { VaultState } from "../vault-state.js";

const ORPHAN: FindingWords = {
  code: "orphan",
  message: "No note links here, and it links to none.",
  fix: "Link it from a map of content.",
};
const NO_DESCRIPTION: FindingWords = {
  code: "no-description",
  message: 'It has no "description"; its first sentence stands in.',
  fix: "description: One line that says what it is about.",
};
const NO_TYPE: FindingWords = { code: "no-type", message: 'It has no "type".', fix: "type: note" };
const NO_DOMAIN: FindingWords = {
  code: "no-domain",
  message: 'It has no "domain", and is in no folder.',
  fix: "domain: general",
};

/** Read where its folder or its tool is, and not by way of a link: a folder's README, instructions for agents. */
const READ_IN_PLACE = /(?:^|\/)(?:readme|agents|claude|gemini)\.mdx?$/iu;
/** In a bundle of the Open Knowledge Format, lists and histories: they have no frontmatter, and nothing leads to them. */
const RESERVED = /(?:^|\/)(?:index|log)\.md$/u;

/** How many notes of a vault have each field in their frontmatter. One that none has is a convention of others, and no fault (R3.7a). */
export type Conventions = Readonly<Record<keyof Declared, number>> & {
  /** Every note but those with reserved names has a type, as in a bundle of the Open Knowledge Format. */
  readonly isBundle: boolean;
};

export function conventionsOf({ notes }: VaultState): Conventions {
  const used = { description: 0, type: 0, domain: 0 };
  let isBundle = true;
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const { path, declares } = notes.note(number);
    if (isSkillFile(path)) continue;
    for (const field of ["description", "type", "domain"] as const) if (declares[field]) used[field] += 1;
    if (!declares.type && !RESERVED.test(path)) isBundle = false;
  }
  return { ...used, isBundle: isBundle && used.type > 0 };
}

/** Whether a note is found without a link: a skill by its name, others where they stand. */
export function needsNoLink(path: string, { isBundle }: Conventions): boolean {
  return isSkillFile(path) || READ_IN_PLACE.test(path) || (isBundle && RESERVED.test(path));
}

/** What could be better in a note as a whole, by what it declares and how it is linked. */
export function createNoteFindings(
  { notes, adjacency }: VaultState,
  used: Conventions,
): (number: number) => readonly VaultFinding[] {
  const partners = circularPartners(adjacency);
  return (number) => {
    const { path, declares } = notes.note(number);
    // A skill is found by its name, has no type or domain, and need not be linked.
    if (isSkillFile(path)) return declares.description ? [] : [findingAt(path, 1, NO_DESCRIPTION)];
    if (used.isBundle && RESERVED.test(path)) return [];
    const partner = partners[number]!;
    // FindingWords of the one whose path comes first: numbers depend on what was read when.
    const pair = partner >= 0 && path < notes.path(partner) ? [circular(notes.path(partner))] : [];
    const isOrphan = degree(adjacency.out, number) + degree(adjacency.in, number) === 0 && !needsNoLink(path, used);
    const all = [
      ...(isOrphan ? [ORPHAN] : []),
      ...(declares.description ? [] : [NO_DESCRIPTION]),
      ...(declares.type || used.type === 0 ? [] : [NO_TYPE]),
      ...(declares.domain || used.domain === 0 || path.includes("/") ? [] : [NO_DOMAIN]),
      ...pair,
    ];
    return all.map((said) => findingAt(path, 1, said));
  };
}

function circular(path: string): FindingWords {
  const message = `It and "${path}" link to each other and to nothing else.`;
  return { code: "circular-pair", message };
}

/** For each note the only one that it is linked with, where that one is linked with no other either; else -1. */
function circularPartners({ nodes, out, in: into }: Adjacency): Int32Array {
  const [to, from] = [onlyOnes(out, nodes), onlyOnes(into, nodes)];
  return to.map((partner, number) =>
    partner >= 0 && from[number] === partner && to[partner] === number && from[partner] === number ? partner : -1,
  );
}

function onlyOnes({ starts, targets }: Adjacency["out"], nodes: number): Int32Array {
  const only = new Int32Array(nodes).fill(-1);
  for (let number = 0; number < nodes; number += 1) {
    const [first, end] = [starts[number]!, starts[number + 1]!];
    const target = targets[first]!;
    let at = first;
    while (at < end && targets[at] === target) at += 1;
    if (first < end && at === end) only[number] = target;
  }
  return only;
}
