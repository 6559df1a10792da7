import type { Site } from "../dialects/site.js";
import type { GitRules } from "./git-rules.js";
import { createNoteRules, isPredicate, type NoteRules, PLAIN_NOTES } from "./note-rules.js";
import type { ObsidianRules } from "./obsidian-rules.js";
import { createPathRules, ruleLines } from "./path-rules.js";

/** Folders that never hold notes of a person (R3.1), whatever rules say. */
const ALWAYS = new Set([".git", "node_modules", "dist", "build", ".next", ".obsidian", ".trash"]);

/** `tools`: a folder that is never looked into; `dot`: its name starts with a dot; `pdignore`: that file or the configuration; `site`: another version or language. */
export type LeftOutBy = "tools" | "dot" | "pdignore" | "obsidian" | "logseq" | "site" | "gitignore";

/** Whether a path of a vault is left out. */
export interface Ignored {
  (path: string, isFolder: boolean): boolean;
  /** What leaves it out; nothing where it is served. */
  reason(path: string, isFolder: boolean): LeftOutBy | undefined;
  /** What decides it, as a text: another text may leave out other paths. */
  readonly rules: string;
  /** How notes are read, and which are left out for what they say. */
  readonly notes: NoteRules;
  /** Called before a folder is listed. Tells whether rules of its own or of a folder above it apply there, which `rules` does not tell. */
  enter(folder: string): boolean;
  /** What keeps rules from being followed: then everything is left out. */
  readonly problem?: string | undefined;
}

/** Of a Logseq graph. */
export const LOGSEQ_FOLDER = "logseq";

/** The file that names what is left out. */
export const IGNORE_FILE = ".pdignore";

/** Rules that hold beside those of a `.pdignore`, which can take back what they leave out. */
export interface BesideRules {
  readonly git?: GitRules | undefined;
  readonly obsidian?: ObsidianRules | undefined;
  /** It is a Logseq graph, whose folder `logseq` holds settings and old versions of pages. */
  readonly logseq?: boolean | undefined;
  readonly site?: Site | undefined;
}

/** Follows the text of a `.pdignore`: the rules of a `.gitignore`, and predicates. More rules than can be followed leave out everything. */
export function createIgnore(text: string, { git, obsidian, logseq = false, site }: BesideRules = {}): Ignored {
  if (obsidian?.problem !== undefined) return ignoreAll(obsidian.problem);
  const lines = ruleLines(text);
  const own = createPathRules(lines.filter((line) => !isPredicate(line)));
  if (typeof own === "string") return ignoreAll(own);
  const reason = (path: string, isFolder: boolean): LeftOutBy | undefined => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (isFolder && ALWAYS.has(name)) return "tools";
    const decided = own(path, isFolder);
    if (decided !== undefined) return decided ? "pdignore" : undefined;
    if (name.startsWith(".")) return "dot";
    if (obsidian?.leavesOut(path, isFolder) === true) return "obsidian";
    if (logseq && isFolder && path === LOGSEQ_FOLDER) return "logseq";
    if (site?.leavesOut(path, isFolder) === true) return "site";
    return git?.leavesOut(path, isFolder) === true ? "gitignore" : undefined;
  };
  const ignored = (path: string, isFolder: boolean) => reason(path, isFolder) !== undefined;
  const plain = git === undefined && obsidian === undefined && !logseq && site === undefined;
  const beside = plain ? "" : `\n${git?.key}\n${obsidian?.key}\n${logseq}\n${site?.key}`;
  return Object.assign(ignored, {
    rules: `${text}${beside}`,
    reason,
    notes: createNoteRules(lines.filter(isPredicate), { namedByFile: obsidian !== undefined || logseq, logseq, site }),
    enter: (folder: string) => git?.enter(folder) === true,
  });
}

/** Where nobody knows what was to be left out. */
export function ignoreAll(problem: string): Ignored {
  return Object.assign(() => true, {
    reason: () => "pdignore" as const,
    rules: "",
    notes: PLAIN_NOTES,
    enter: () => false,
    problem,
  });
}
