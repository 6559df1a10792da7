import type { Finding } from "../content.js";
import { DEPENDS } from "./link-resolver.js";
import type { NoteLink } from "./note.js";
import { sectionNamed } from "./place-in-vault.js";
import { isForeign } from "./resolved-links.js";
import { resolverOf, type VaultState } from "./vault-state.js";

/** What is wrong with a note's links, or doubtful: where one leads nowhere, misses its heading, or could mean several notes. */
export function linkFindings(state: VaultState, number: number): readonly Finding[] {
  const { notes, links } = state;
  const file = notes.path(number);
  const findings: Finding[] = [];
  const ambiguous = new Set<string>();
  for (const [index, link] of notes.links(number).entries()) {
    const target = links.targets[links.starts[number]! + index]!;
    const { line } = link;
    if (target < 0) {
      if (isForeign(link)) continue;
      const message = `"${link.target}" is no note of this vault.`;
      findings.push({
        code: "broken-link",
        severity: "error",
        file,
        line,
        message,
        fix: "Write the note, or mend the link.",
      });
      continue;
    }
    if (isAmbiguous(state, link) && !ambiguous.has(link.target)) {
      ambiguous.add(link.target);
      const message = `"${link.target}" is the name of several notes; here "${notes.path(target)}" is meant.`;
      findings.push({
        code: "ambiguous-link",
        severity: "info",
        file,
        line,
        message,
        fix: "Write the path of the note.",
      });
    }
    const missing = missingPart(state, target, link.anchor);
    if (missing !== undefined) findings.push({ ...missing, severity: "warning", file, line });
  }
  return findings;
}

/** A name without a path that several notes have. */
function isAmbiguous({ notes }: VaultState, { form, target }: NoteLink): boolean {
  return form !== "path" && target !== "" && !target.includes("/") && resolverOf(notes).anywhere(target) === DEPENDS;
}

function missingPart(
  state: VaultState,
  target: number,
  anchor: string,
): Pick<Finding, "code" | "message" | "fix"> | undefined {
  const wanted = decoded(anchor.trim());
  if (wanted === "" || wanted === "top") return undefined;
  const path = state.notes.path(target);
  if (wanted.startsWith("^")) {
    if (state.notes.note(target).blocks.includes(wanted.slice(1))) return undefined;
    return {
      code: "missing-block",
      message: `"${path}" has no block "${wanted}".`,
      fix: "Write the block id at the end of its paragraph, or mend the link.",
    };
  }
  if (sectionNamed(state, target, wanted) >= 0 || isNamedByHand(state, target, wanted, anchor)) return undefined;
  return {
    code: "missing-heading",
    message: `"${path}" has no heading "${wanted}".`,
    fix: "Write the heading, or mend the link.",
  };
}

/** `<a id="name">`, percent-encoded or not, as GitHub has it; `## Heading {#name}`, as some sites write it. */
function isNamedByHand({ notes }: VaultState, target: number, name: string, asWritten: string): boolean {
  const { blocks, sections } = notes.note(target);
  if (blocks.includes(`#${name}`) || blocks.includes(`#${asWritten}`)) return true;
  return sections.some(({ heading }) => heading.includes(`{#${name}}`));
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
