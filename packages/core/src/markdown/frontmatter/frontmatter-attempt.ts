import type { Line, RawEntry } from "./frontmatter-entries.js";
import { readFast } from "./frontmatter-fast.js";
import { type Diagnostic, type Entries, type FrontmatterValue, MAX_DIAGNOSTICS } from "./frontmatter-types.js";
import { readYaml, type YamlBudget } from "./frontmatter-yaml.js";

/** What the repair of one file gathers. */
export interface Repair {
  readonly diagnostics: Diagnostic[];
  readonly written: Map<string, string>;
  readonly budget: YamlBudget;
}

export function report(repair: Repair, diagnostic: Diagnostic): void {
  if (repair.diagnostics.length < MAX_DIAGNOSTICS) repair.diagnostics.push(diagnostic);
}

/** A path as people write it. */
export function dotted(path: string): string {
  return path.replaceAll("\0", ".");
}

type Attempt = { readonly value: FrontmatterValue } | "too-complex" | undefined;

export function isRead(result: Attempt): result is { readonly value: FrontmatterValue } {
  return typeof result === "object";
}

/** Reads the entry as YAML, with `below` as its further lines. */
export function attempt(repair: Repair, entry: RawEntry, below: readonly Line[], path: string): Attempt {
  return attemptSource(
    repair,
    entrySource(entry, below),
    entry.line.number,
    (inner, own) => path + inner.slice(own.length),
  );
}

/** Reads YAML that has to be one entry. `place` tells where its inner paths stand in the file. */
export function attemptSource(
  repair: Repair,
  source: string,
  line: number,
  place: (inner: string, own: string) => string,
): Attempt {
  let read: Entries | undefined = readFast(source, 0, source.length);
  if (!read) {
    const result = readYaml(source, line, repair.budget);
    if (result.kind === "error" && result.code === "too-complex") return "too-complex";
    if (result.kind !== "map") return undefined;
    read = result.entries;
    for (const diagnostic of result.diagnostics) report(repair, diagnostic);
  }
  const [own] = read.data.keys();
  if (read.data.size !== 1 || own === undefined) return undefined;
  const value = read.data.get(own);
  if (value === undefined) return undefined;
  for (const [inner, text] of read.written ?? []) repair.written.set(place(inner, own), text);
  return { value };
}

export function entrySource(entry: RawEntry, below: readonly Line[]): string {
  const { line, rest, fault } = entry;
  const head = fault === "missing-blank" ? `${entry.key}: ${rest}` : line.text;
  return `${[head, ...below.map((further) => further.text)].join("\n")}\n`;
}
