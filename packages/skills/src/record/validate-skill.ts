import { readdirSync, realpathSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { invisibleLines, invisibleMessage, isPdError, o200k, type TokenCounter } from "@pd/core";
import { readContainedSync } from "@pd/core/files";
import { readFrontmatter } from "@pd/core/markdown";
import { type LinkedFile, type LookUp, validateBody } from "./validate-body.js";
import type { Report, SkillFinding } from "./validate-finding.js";
import { validateHead } from "./validate-head.js";

export interface SkillValidation {
  /** No finding is an error. */
  readonly valid: boolean;
  /** By line, errors first on the same one. */
  readonly findings: readonly SkillFinding[];
}

export interface ValidateOptions {
  readonly counter?: TokenCounter | undefined;
}

export interface ValidateTextOptions extends ValidateOptions {
  /** What the skill's folder is called. */
  readonly folder: string;
  /** Whether a linked file is there. Without it, links are not looked up. */
  readonly lookUp?: LookUp | undefined;
}

const SKILL_FILE = "SKILL.md";
const MAX_BYTES = 8 * 1024 * 1024;
const SEVERITIES = ["error", "warning", "info"];

/**
 * Checks a skill's folder by the rules of the specification (R5.1), strictly: what discovery would repair or pass over with a warning
 * is an error here. Nothing is thrown for what stands in the folder; what cannot be read is a finding too.
 */
export function validateSkill(folder: string, options: ValidateOptions = {}): SkillValidation {
  const findings: SkillFinding[] = [];
  let root: string;
  let names: readonly string[];
  try {
    root = realpathSync.native(folder);
    names = readdirSync(root);
  } catch {
    return missing("The folder is not there, or cannot be read.", "Check the path.");
  }
  const file = names.includes(SKILL_FILE) ? SKILL_FILE : names.find((name) => name.toLowerCase() === "skill.md");
  if (file === undefined) return missing("There is no SKILL.md in the folder.", "Write one, e.g. by initSkill.");
  const report = reporter(findings, file);
  if (file !== SKILL_FILE)
    report("file-name-case", { message: `The file is called "${file}".`, fix: `Rename it to ${SKILL_FILE}.` });
  const text = textOf(root, file, report);
  if (text === undefined) return { valid: false, findings };
  const name = basename(resolve(folder));
  checkText(text, { ...options, folder: name, lookUp: lookUpBelow(root) }, report);
  return sealed(findings);
}

/** The same for a text that is not on disk. */
export function validateSkillText(text: string, options: ValidateTextOptions): SkillValidation {
  const findings: SkillFinding[] = [];
  checkText(text, options, reporter(findings, SKILL_FILE));
  return sealed(findings);
}

function checkText(text: string, { folder, counter = o200k, lookUp }: ValidateTextOptions, report: Report): void {
  for (const { line, codes } of invisibleLines(text))
    report("invisible-characters", { line, severity: "warning", ...invisibleMessage(codes) });
  const frontmatter = readFrontmatter(text);
  validateHead(frontmatter, folder, report);
  const body = { text: text.slice(frontmatter.end), firstLine: lineOf(text, frontmatter.end) };
  validateBody(body, { counter, lookUp: lookUp ?? (() => ({ kind: "there" })) }, report);
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

function missing(message: string, fix: string): SkillValidation {
  return {
    valid: false,
    findings: [{ code: "file-missing", severity: "error", file: SKILL_FILE, line: 1, message, fix }],
  };
}

function reporter(findings: SkillFinding[], file: string): Report {
  return (code, { line = 1, severity = "error", message, fix }) => {
    findings.push({ code, severity, file, line, message, fix });
    return undefined;
  };
}

function sealed(findings: SkillFinding[]): SkillValidation {
  const rank = ({ severity }: SkillFinding) => SEVERITIES.indexOf(severity);
  findings.sort((one, other) => one.line - other.line || rank(one) - rank(other));
  return { valid: !findings.some(({ severity }) => severity === "error"), findings };
}

function textOf(root: string, file: string, report: Report): string | undefined {
  try {
    const { bytes } = readContainedSync(root, file, { maxBytes: MAX_BYTES, listed: true });
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!isPdError(error)) throw error;
    report("file-unreadable", { message: error.message, fix: error.fix ?? "See that the file may be read." });
    return undefined;
  }
}

/** Looks names up part by part, so that capitals count on every system. A folder is listed once. */
function lookUpBelow(root: string): LookUp {
  const listed = new Map<string, readonly string[]>();
  const namesIn = (folder: string): readonly string[] => {
    const known = listed.get(folder);
    if (known !== undefined) return known;
    let names: readonly string[] = [];
    try {
      names = readdirSync(join(root, folder));
    } catch {
      // A file, or not there: nothing is below it.
    }
    listed.set(folder, names);
    return names;
  };
  return (path): LinkedFile => {
    let actual = "";
    for (const part of path.split("/")) {
      const names = namesIn(actual);
      const name = names.includes(part) ? part : names.find((each) => each.toLowerCase() === part.toLowerCase());
      if (name === undefined) return { kind: "missing" };
      actual = actual === "" ? name : `${actual}/${name}`;
      const real = realOf(join(root, actual));
      if (real === undefined) return { kind: "missing" };
      if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return { kind: "outside" };
    }
    return actual === path ? { kind: "there" } : { kind: "other-case", path: actual };
  };
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
