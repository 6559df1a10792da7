import type { FolderLook } from "@pd/core/vault";
import { counted, thousands } from "../render/figures.js";
import type { Diagnosis } from "./diagnosis.js";

type LeftOutBy = FolderLook["leftOut"] extends ReadonlyMap<infer Reason, unknown> ? Reason : never;

const REASONS: Readonly<Record<LeftOutBy, string>> = {
  pdignore: "by .pdignore or the configuration",
  obsidian: "by Obsidian's settings (excluded files, templates)",
  logseq: "as Logseq's own folder",
  gitignore: "by .gitignore",
  dot: "because the name starts with a dot",
  tools: "as folders of tools",
};
const MOST_ENDINGS = 4;

/** What a folder is taken for, what is read of it, and what is left out and why, in one paragraph. */
export function folderState({ takenFor, read, leftOut, passedOver }: FolderLook, nodes: number): Diagnosis {
  const files = [...read.values()].reduce((sum, count) => sum + count, 0);
  const parts = [`${takenFor.join(", ")}; reads ${files === 0 ? "nothing" : endings(read)}`];
  const reasons = [...leftOut].map(([by, { count, example }]) => `${thousands(count)} ${REASONS[by]} (${example})`);
  // Found only by reading them.
  if (files > nodes)
    reasons.push(
      `${counted(files - nodes, "note")} by what they say (publish: false, a tag, a property), or unreadable`,
    );
  if (reasons.length > 0) parts.push(`leaves out ${reasons.join(", ")}`);
  if (passedOver.size > 0) parts.push(`passes over ${endings(passedOver)}`);
  const message = parts.join("; ");
  if (files > 0) return { about: "folder", severity: "ok", message };
  const fix =
    reasons.length > 0 ? "Change what leaves notes out, or give another folder." : "Put a markdown file into it.";
  return { about: "folder", severity: "warning", message, fix };
}

function endings(counts: ReadonlyMap<string, number>): string {
  const all = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const some = all.slice(0, MOST_ENDINGS).map(([ending, count]) => `${thousands(count)} ${ending}`);
  return `${some.join(", ")}${all.length > MOST_ENDINGS ? ", …" : ""}`;
}
