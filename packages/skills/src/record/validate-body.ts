import { escapeControls, type TokenCounter } from "@pd/core";
import { findReferences, type RawLink } from "@pd/core/markdown";
import type { Report } from "./validate-finding.js";

/** What stands at a path of the skill. */
export type LinkedFile =
  | { readonly kind: "there" | "missing" | "outside" }
  /** Only with other capitals, which some systems see and some do not. */
  | { readonly kind: "other-case"; readonly path: string };

/** Looks up a path below the skill's folder, its parts already known to be names. */
export type LookUp = (path: string) => LinkedFile;

export interface Body {
  readonly text: string;
  /** The line of the file on which it begins. */
  readonly firstLine: number;
}

export interface BodyChecks {
  readonly counter: TokenCounter;
  readonly lookUp: LookUp;
}

const MOST_TOKENS = 5000;
const MOST_LINES = 500;
/** Folders below the skill's that files are handed out from (R5.9). */
const MOST_FOLDERS = 5;
const MOST_LINKS = 1000;

/** Checks the body: its recommended size, and that the files it links to are there and are the skill's own. */
export function validateBody({ text, firstLine }: Body, { counter, lookUp }: BodyChecks, report: Report): undefined {
  if (text.trim() === "") {
    const message = "It has no body: nothing says how to do what it describes.";
    return report("body-empty", { line: firstLine, severity: "warning", message, fix: "Write the steps." });
  }
  const fix = "Move what is not always needed into files beside it, and link them.";
  const tokens = counter.count(text);
  if (tokens > MOST_TOKENS) {
    const message = `Its body has about ${tokens} tokens; fewer than ${MOST_TOKENS} are recommended.`;
    report("body-many-tokens", { line: firstLine, severity: "info", message, fix });
  }
  const lineStarts = startsOf(text);
  if (lineStarts.length > MOST_LINES) {
    const message = `Its body has ${lineStarts.length} lines; fewer than ${MOST_LINES} are recommended.`;
    report("body-many-lines", { line: firstLine, severity: "info", message, fix });
  }
  validateLinks(text, (offset) => firstLine + lineAt(lineStarts, offset), { lookUp, report });
}

interface LinkChecks {
  readonly lookUp: LookUp;
  readonly report: Report;
}

function validateLinks(text: string, lineOf: (offset: number) => number, { lookUp, report }: LinkChecks): undefined {
  const links = findReferences(text).links.filter((link) => isFileLink(link, text));
  for (const { target, start } of links.slice(0, MOST_LINKS))
    validateLink(target, { lookUp, report, line: lineOf(start) });
  const rest = links[MOST_LINKS];
  if (rest === undefined) return;
  const message = `It has ${links.length} links to files; those after the first ${MOST_LINKS} were not checked.`;
  report("links-unchecked", { line: lineOf(rest.start), severity: "info", message, fix: "Link fewer files." });
}

/** A link to a file beside it: no address, no place in the same text, no wikilink (which skills do not have). */
function isFileLink({ kind, target, start }: RawLink, text: string): boolean {
  if (kind === "wikilink" || text.startsWith("![[", start)) return false;
  return target !== "" && !/^(?:[a-z][a-z0-9+.-]+:|\/\/|#)/i.test(target);
}

function validateLink(target: string, { lookUp, report, line }: LinkChecks & { readonly line: number }): undefined {
  const path = decoded(target.replace(/\?.*$/s, ""));
  const name = `"${escapeControls(target.slice(0, 120))}"`;
  const relative = "Use a path relative to SKILL.md, with / between its parts.";
  if (path === undefined || /\\|\p{Cc}|^\/|:/u.test(path)) {
    const message = `${name} is not a path that every system can follow.`;
    return report("link-form", { line, message, fix: relative });
  }
  const parts = normalised(path);
  const outside = () => {
    const message = `${name} leads out of the skill's folder, from where nothing is handed out.`;
    return report("link-outside", { line, message, fix: "Put the file into the skill's folder." });
  };
  if (parts === undefined) return outside();
  if (parts.length > MOST_FOLDERS + 1) {
    const message = `${name} is more than ${MOST_FOLDERS} folders down, from where nothing is handed out.`;
    return report("link-too-deep", { line, message, fix: "Move the file up." });
  }
  if (parts.some((part) => part.startsWith("."))) {
    const message = `${name} has a name that begins with a dot, and is not handed out.`;
    return report("link-hidden", { line, message, fix: "Give the file a name without the dot." });
  }
  if (parts.length === 0) return;
  const found = lookUp(parts.join("/"));
  switch (found.kind) {
    case "there":
      return;
    case "outside":
      return outside();
    case "missing":
      return report("link-missing", {
        line,
        severity: "warning",
        message: `${name} is not there.`,
        fix: "Add the file, or fix the link.",
      });
    case "other-case":
      return report("link-case", {
        line,
        severity: "warning",
        message: `${name} is there with other capitals only, which not every system finds.`,
        fix: found.path,
      });
  }
}

function decoded(target: string): string | undefined {
  try {
    return decodeURIComponent(target);
  } catch {
    return undefined;
  }
}

/** The parts of a path without `.` and `..`; nothing where it leads above its start. */
function normalised(path: string): readonly string[] | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts;
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0 && at < text.length - 1; at = text.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts;
}

/** How many line ends stand before an offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low;
}
