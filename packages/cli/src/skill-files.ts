import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Finding, Graph } from "@pd/core";
import { isPdError } from "@pd/core";
import { readContainedSync } from "@pd/core/node";
import { skillFindings } from "./skill-format.js";

/** Never looked into: a vault leaves them out as well. */
const SKIPPED = new Set([".git", "node_modules", "dist", "build", ".next", ".obsidian", ".trash"]);
const DEPTH = 12;
const SKILL_BYTES = 4 * 1024 * 1024;

/** The findings of every skill file below a folder that the graph knows as a node. */
export async function findSkillFaults(
  root: string,
  graph: Graph,
): Promise<{ readonly skills: number; readonly findings: readonly Finding[] }> {
  const findings: Finding[] = [];
  let skills = 0;
  for (const path of skillPaths(root, "", 0)) {
    // What a `.pdignore` names is no node, and no business of ours.
    if ((await graph.resolve(path)) === undefined) continue;
    skills += 1;
    findings.push(...findingsOf(root, path));
  }
  return { skills, findings };
}

function findingsOf(root: string, path: string): readonly Finding[] {
  try {
    return skillFindings({ path, bytes: readContainedSync(root, path, { maxBytes: SKILL_BYTES, listed: true }).bytes });
  } catch (error) {
    if (!isPdError(error)) throw error;
    return [{ code: error.code, severity: "error", file: path, line: 1, message: error.message }];
  }
}

function* skillPaths(root: string, folder: string, depth: number): Generator<string> {
  const entries = list(join(root, folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile() && /^skill\.md$/iu.test(entry.name)) yield path;
    if (entry.isDirectory() && depth < DEPTH && !SKIPPED.has(entry.name)) yield* skillPaths(root, path, depth + 1);
  }
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
