import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { importsOf } from "./imports.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

interface Row {
  readonly what: string;
  /** Relative to the repository. */
  readonly files: readonly string[];
}

const FILE = /`((?:core|skills|prompt|mcp|http|cli|docs|apps)\/[^`\s]+\.(?:ts|md|json))`/gu;

/** The rows of the table below a heading, each with the files that it names. */
function rowsBelow(heading: string): readonly Row[] {
  const [, below = ""] = page.split(`\n## ${heading}\n`);
  const [section = ""] = below.split("\n## ", 1);
  const lines = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  return lines.slice(1).map((line) => ({
    what: line.split("|")[1]?.trim() ?? "",
    files: [...line.matchAll(FILE)].map(([, path = ""]) =>
      /^(?:docs|apps)\//u.test(path) ? path : `packages/${path}`,
    ),
  }));
}

const isThere = (path: string) => existsSync(join(root, path));

/** The files of the repository that one imports. */
function importedBy(path: string): readonly string[] {
  return importsOf(path, readFileSync(join(root, path), "utf8")).flatMap((found) => {
    if (!("specifier" in found) || !found.specifier.startsWith(".")) return [];
    const target = join(dirname(path), found.specifier.replace(/\.js$/u, ".ts"));
    return isThere(target) ? [target] : [];
  });
}

/** By one import, or by two: what puts parts together stands between them. */
function isReached(path: string, from: string): boolean {
  const near = importedBy(from);
  return near.includes(path) || near.some((between) => between.endsWith(".ts") && importedBy(between).includes(path));
}

describe("the walk of a query, as ARCHITECTURE.md has it", () => {
  const walks = rowsBelow("One query, from door to answer");

  test("there are three doors and a spine", () => {
    expect(walks.map(({ what }) => what)).toEqual(["command line", "MCP", "HTTP", "spine, the same for all"]);
  });

  test.each(walks)("$what: the files are there, each reached from one before it", ({ what, files }) => {
    expect(files.filter((path) => !isThere(path))).toEqual([]);
    const lost = files.slice(1).filter((path, at) => !files.slice(0, at + 1).some((from) => isReached(path, from)));
    expect(lost).toEqual([]);
    expect(files.length).toBeGreaterThan(2);
    if (!what.startsWith("spine")) expect(files.length).toBeLessThanOrEqual(6);
  });
});

describe("six changes, as ARCHITECTURE.md has them", () => {
  const changes = rowsBelow("Six changes");

  test("there are six", () => {
    expect(changes).toHaveLength(6);
  });

  test.each(changes)("$what: at most eight files, and those that should be there are", ({ files }) => {
    expect(files.filter((path) => !path.includes("<") && !isThere(path))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(8);
  });
});
