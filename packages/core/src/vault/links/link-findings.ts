import { anchorOf } from "../../markdown/text/anchors.js";
import { namedHeading } from "../../markdown/text/heading-id.js";
import { type FindingWords, findingAt, type VaultFinding } from "../../model/finding-table.js";
import type { Steps } from "../load/in-steps.js";
import type { NoteLink } from "../notes/note.js";
import { type SectionNames, sectionNames } from "../notes/section-names.js";
import { resolverOf, type VaultState } from "../vault-state.js";
import { DEPENDS } from "./link-resolver.js";
import type { OtherFiles } from "./other-files.js";
import { isForeign } from "./resolved-links.js";

/**
 * What is wrong with the links of each note, or doubtful: where one leads nowhere, misses its heading, or could mean several notes.
 * A step is a link: one note can have as many as a whole vault.
 */
export function createLinkFindings(
  state: VaultState,
  isOther: OtherFiles,
): (number: number) => Steps<readonly VaultFinding[]> {
  const { notes, links } = state;
  const partsOf = createParts(state);
  return function* linksOf(number) {
    const file = notes.path(number);
    const findings: VaultFinding[] = [];
    const ambiguous = new Set<string>();
    for (const [index, link] of notes.links(number).entries()) {
      const target = links.targets[links.starts[number]! + index]!;
      const { line } = link;
      yield;
      if (target < 0) {
        if (!isForeign(link) && !isOther(link, file)) findings.push(findingAt(file, line, brokenLink(link)));
        continue;
      }
      if (isAmbiguous(state, link) && !ambiguous.has(link.target)) {
        ambiguous.add(link.target);
        findings.push(findingAt(file, line, ambiguousLink(link, notes.path(target))));
      }
      const missing = missingPart(link.anchor, () => partsOf(target), state.rules.site !== undefined);
      if (missing !== undefined) findings.push(findingAt(file, line, missing));
    }
    return findings;
  };
}

export function brokenLink({ target }: NoteLink): FindingWords {
  const message = `"${target}" is not a note of this vault.`;
  return { code: "broken-link", message, fix: "Write the note, or fix the link." };
}

function ambiguousLink({ target }: NoteLink, path: string): FindingWords {
  const message = `"${target}" is the name of several notes; here "${path}" is meant.`;
  return { code: "ambiguous-link", message, fix: "Write the path of the note." };
}

/** A name without a path that several notes have. */
function isAmbiguous({ notes }: VaultState, { form, target }: NoteLink): boolean {
  if (form === "path" || target === "" || target.includes("/")) return false;
  const bytes = Buffer.from(target);
  return resolverOf(notes).anywhere(bytes, 0, bytes.length) === DEPENDS;
}

/** What a link can name in a note. */
interface Parts {
  readonly path: string;
  readonly blocks: ReadonlySet<string>;
  readonly sections: SectionNames;
  /** What stands in its headings, however a generator makes anchors of that. */
  letters(): ReadonlySet<string>;
}

/** Each note's once, however many links lead to it. */
function createParts({ notes }: VaultState): (target: number) => Parts {
  const known = new Map<number, Parts>();
  return (target) => {
    const kept = known.get(target);
    if (kept !== undefined) return kept;
    const { path, blocks, sections } = notes.note(target);
    let read: ReadonlySet<string> | undefined;
    const letters = () => {
      read ??= new Set(sections.map(({ heading }) => lettersOf(namedHeading(heading).text)));
      return read;
    };
    const made = { path, blocks: new Set(blocks), sections: sectionNames(sections), letters };
    known.set(target, made);
    return made;
  };
}

/** Generators of sites join words by dashes, by underscores or not at all, and number headings that are alike. */
function lettersOf(anchor: string): string {
  return anchorOf(anchor).replace(/[-_]/gu, "");
}

function missingPart(anchor: string, partsOf: () => Parts, isSite: boolean): FindingWords | undefined {
  const wanted = decoded(anchor.trim());
  if (wanted === "" || wanted === "top") return undefined;
  const { path, blocks, sections, letters } = partsOf();
  if (wanted.startsWith("^")) {
    if (blocks.has(wanted.slice(1))) return undefined;
    return {
      code: "missing-block",
      message: `"${path}" has no block "${wanted}".`,
      fix: "Write the block id at the end of its paragraph, or fix the link.",
    };
  }
  // `<a id="name">`, percent-encoded or not, as GitHub has it.
  const isNamedByHand = blocks.has(`#${wanted}`) || blocks.has(`#${anchor}`);
  if (isNamedByHand || sections.find(wanted) >= 0) return undefined;
  if (isSite && (letters().has(lettersOf(wanted)) || letters().has(lettersOf(wanted.replace(/[-_]\d+$/u, "")))))
    return undefined;
  return {
    code: "missing-heading",
    message: `"${path}" has no heading "${wanted}".`,
    fix: "Write the heading, or fix the link.",
  };
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
