import type { FolderLook, SiteLook } from "@pd/core/vault";
import { counted, thousands } from "../render/figures.js";
import type { Diagnosis } from "./diagnosis.js";

type LeftOutBy = FolderLook["leftOut"] extends ReadonlyMap<infer Reason, unknown> ? Reason : never;

const REASONS: Readonly<Record<LeftOutBy, string>> = {
  pdignore: "by .pdignore or the configuration",
  obsidian: "by Obsidian's settings (excluded files, templates)",
  logseq: "as Logseq's own folder",
  site: "as other versions or languages of the site",
  gitignore: "by .gitignore",
  dot: "because the name starts with a dot",
  tools: "as folders of tools",
};
const MOST_ENDINGS = 4;

/** What a folder is taken for, what is read of it, and what is left out and why, in one paragraph. */
export function folderState({ takenFor, read, leftOut, passedOver, site }: FolderLook, nodes: number): Diagnosis {
  const files = [...read.values()].reduce((sum, count) => sum + count, 0);
  const [first = "", ...more] = takenFor;
  const kinds = [site === undefined ? first : `${first} (${siteWords(site)})`, ...more];
  const parts = [`${kinds.join(", ")}; reads ${files === 0 ? "nothing" : endings(read)}`];
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

/** Which version and language are served, which are not, and the file that says so. */
function siteWords({ file, version, language, otherVersions, otherLanguages }: SiteLook): string {
  const others = [listed("version", otherVersions), listed("language", otherLanguages)].filter((words) => words !== "");
  return [
    ...(file === "" ? [] : [`by ${file}`]),
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(language === undefined ? [] : [`language ${language}`]),
    ...(others.length === 0 ? [] : [`without ${others.join(" and ")}`]),
  ].join(", ");
}

const MOST_NAMED = 5;

function listed(what: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const more = names.length - MOST_NAMED;
  return `${what}${names.length === 1 ? "" : "s"} ${names.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function endings(counts: ReadonlyMap<string, number>): string {
  const all = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const some = all.slice(0, MOST_ENDINGS).map(([ending, count]) => `${thousands(count)} ${ending}`);
  return `${some.join(", ")}${all.length > MOST_ENDINGS ? ", …" : ""}`;
}
