import { attempt, attemptSource, dotted, entrySource, isRead, type Repair, report } from "./frontmatter-attempt.js";
import {
  cutEntries,
  indentOf,
  isBlank,
  isProse,
  type Line,
  looksLikeKey,
  type RawEntry,
} from "./frontmatter-entries.js";
import { repairText } from "./frontmatter-repair-text.js";
import { type Diagnostic, type Entries, type FrontmatterValue, writtenPath } from "./frontmatter-types.js";
import type { YamlBudget } from "./frontmatter-yaml.js";

const MAX_REPAIR_DEPTH = 6;
/** Where a list's first item stands when the list is read alone, under the key `x`. */
const ITEM_PREFIX = writtenPath("x", 0);

/**
 * Reads frontmatter that `yaml` refuses, entry by entry: as it stands, then with each repair in turn, the least first.
 * A value is made of what stands at its key and nothing else; each repair is reported with the line to write instead.
 */
export function readRepaired(
  lines: readonly Line[],
  budget: YamlBudget,
): { readonly entries: Entries; readonly diagnostics: readonly Diagnostic[] } {
  const repair: Repair = { diagnostics: [], written: new Map(), budget };
  const starts = new Map<string, number>();
  const data = repairMap(repair, lines, "", 0, starts);
  const entries = { data, starts: [...starts.values()], written: repair.written };
  return { entries, diagnostics: repair.diagnostics };
}

function repairMap(
  repair: Repair,
  lines: readonly Line[],
  path: string,
  depth: number,
  starts?: Map<string, number>,
): Map<string, FrontmatterValue> {
  const { entries, stray } = cutEntries(lines);
  for (const line of stray) reportStray(repair, line);
  const data = new Map<string, FrontmatterValue>();
  for (const entry of entries) {
    const { key, line } = entry;
    const value = readEntry(repair, entry, depth === 0 ? key : writtenPath(path, key), depth);
    if (value === undefined) continue;
    if (data.delete(key)) {
      starts?.delete(key);
      report(repair, {
        code: "duplicate-key",
        line: line.number,
        message: `"${key}" is given twice; the last one counts.`,
        key,
      });
    }
    data.set(key, value);
    starts?.set(key, line.offset);
  }
  return data;
}

/** Undefined where nothing may be said about the value. */
function readEntry(repair: Repair, entry: RawEntry, path: string, depth: number): FrontmatterValue | undefined {
  const { fault, line } = entry;
  const key = dotted(path);
  if (fault) {
    const what = fault === "missing-blank" ? "has no blank after its colon" : "is indented under another value";
    const fix = line.indent + entrySource(entry, []).trimEnd();
    report(repair, { code: fault, line: line.number, message: `"${key}" ${what}.`, fix, key });
  }
  const asWritten = attempt(repair, entry, entry.below, path);
  if (asWritten === "too-complex") {
    const message = `The value of "${key}" is nested too deep or has too many parts; it is left out.`;
    report(repair, { code: "too-complex", line: line.number, message, key });
    return undefined;
  }
  if (asWritten) return asWritten.value;
  const below = withSpaces(repair, entry, key);
  const kept = withoutStray(repair, entry, below);
  if (kept !== entry.below) {
    const cleaned = attempt(repair, entry, kept, path);
    if (isRead(cleaned)) return cleaned.value;
  }
  const indented = kept.map((text) => (isUnindentedText(text.text) ? { ...text, text: `  ${text.text}` } : text));
  const continued = indented.some((text, index) => text !== kept[index]);
  if (continued) {
    const value = attempt(repair, entry, indented, path);
    if (isRead(value)) return reportContinuation(repair, entry, value.value, path);
  }
  return readStructure(repair, entry, indented, path, depth) ?? readText(repair, entry, kept, path, continued);
}

/** Tabs in front of a line as two blanks each. */
function withSpaces(repair: Repair, entry: RawEntry, key: string): readonly Line[] {
  const first = entry.below.find((line) => indentOf(line.text).includes("\t") && !isBlank(line.text));
  if (!first) return entry.below;
  const untab = (text: string) => indentOf(text).replaceAll("\t", "  ") + text.trimStart();
  const message = `"${key}" is indented with tabs, which YAML forbids; each is read as two blanks.`;
  report(repair, { code: "tab-indentation", line: first.number, message, fix: first.indent + untab(first.text), key });
  return entry.below.map((line) => ({ ...line, text: untab(line.text) }));
}

/** Without lines of text that follow a value which is complete. */
function withoutStray(repair: Repair, entry: RawEntry, below: readonly Line[]): readonly Line[] {
  if (isProse(entry)) return below;
  const kept = below.filter((line) => !isUnindentedText(line.text));
  if (kept.length === below.length) return below;
  for (const line of below) if (isUnindentedText(line.text)) reportStray(repair, line);
  return kept;
}

function isUnindentedText(text: string): boolean {
  return /^\S/.test(text) && !/^-(?:\s|$)/.test(text);
}

/** A list or map below its key, with a fault somewhere inside. */
function readStructure(
  repair: Repair,
  entry: RawEntry,
  below: readonly Line[],
  path: string,
  depth: number,
): FrontmatterValue | undefined {
  const first = below.find((line) => !isBlank(line.text));
  if (!first || (entry.rest !== "" && !entry.rest.startsWith("#")) || depth >= MAX_REPAIR_DEPTH) return undefined;
  const column = indentOf(first.text).length;
  const text = first.text.trimStart();
  const isList = /^-(?:\s|$)/.test(text);
  if (!isList && !looksLikeKey(text)) return undefined;
  const before = repair.diagnostics.length;
  const lines = dedent(below, column);
  const value = isList ? repairList(repair, lines, path, depth + 1) : repairMap(repair, lines, path, depth + 1);
  if (repair.diagnostics.length === before) {
    // Each part is sound for itself: what YAML refused is how they stand under one another.
    const key = dotted(path);
    const message = `The lines of "${key}" are not indented alike.`;
    report(repair, { code: "bad-indentation", line: first.number, message, key });
  }
  return value;
}

function dedent(lines: readonly Line[], column: number): Line[] {
  return lines.map((line) => {
    const cut = Math.min(column, indentOf(line.text).length);
    if (cut === 0) return line;
    return {
      ...line,
      text: line.text.slice(cut),
      offset: line.offset + cut,
      indent: line.indent + line.text.slice(0, cut),
    };
  });
}

function repairList(repair: Repair, lines: readonly Line[], path: string, depth: number): FrontmatterValue {
  const items: { line: Line; below: Line[] }[] = [];
  for (const line of lines) {
    const current = items.at(-1);
    if (/^-(?:\s|$)/.test(line.text)) items.push({ line, below: [] });
    else if (current) current.below.push(line);
  }
  return items.map(({ line, below }, index) => repairItem(repair, line, below, { path, index, depth }));
}

function repairItem(
  repair: Repair,
  line: Line,
  below: readonly Line[],
  { path, index, depth }: { readonly path: string; readonly index: number; readonly depth: number },
): FrontmatterValue {
  const itemPath = writtenPath(path, index);
  const source = `x:\n${[line, ...below].map((part) => part.text).join("\n")}\n`;
  const list = attemptSource(repair, source, line.number - 1, (inner) => itemPath + inner.slice(ITEM_PREFIX.length));
  if (isRead(list) && Array.isArray(list.value) && list.value.length === 1) return list.value[0] ?? null;
  const own = { ...line, text: ` ${line.text.slice(1)}` };
  const isMap = looksLikeKey(own.text.trimStart()) && below.some((further) => looksLikeKey(further.text.trimStart()));
  if (isMap && depth < MAX_REPAIR_DEPTH) {
    return repairMap(repair, dedent([own, ...below], indentOf(own.text).length), itemPath, depth + 1);
  }
  const { code, what, value, written } = repairText(
    line.text.slice(1).trim(),
    below.map((further) => further.text),
  );
  if (written !== undefined) repair.written.set(itemPath, written);
  const key = dotted(path);
  const fix = `${line.indent}- ${JSON.stringify(value)}`;
  report(repair, { code, line: line.number, message: `An item of "${key}" ${what}; it is read as text.`, fix, key });
  return value;
}

function readText(
  repair: Repair,
  entry: RawEntry,
  below: readonly Line[],
  path: string,
  continued: boolean,
): FrontmatterValue {
  const { code, what, value, written } = repairText(
    entry.rest,
    below.map((line) => line.text),
  );
  if (written !== undefined) repair.written.set(path, written);
  if (continued && code === "bad-indentation") return reportContinuation(repair, entry, value, path);
  const key = dotted(path);
  const message = `The value of "${key}" ${what}; it is read as ${typeof value === "string" ? "text" : "a list"}.`;
  report(repair, { code, line: entry.line.number, message, fix: fixFor(entry, value), key });
  return value;
}

function reportContinuation(repair: Repair, entry: RawEntry, value: FrontmatterValue, path: string): FrontmatterValue {
  const key = dotted(path);
  const message = `The value of "${key}" goes on over lines that are not indented.`;
  const fix = typeof value === "string" ? { fix: fixFor(entry, value) } : {};
  report(repair, { code: "unindented-continuation", line: entry.line.number, message, ...fix, key });
  return value;
}

function fixFor(entry: RawEntry, value: FrontmatterValue): string {
  const key = looksLikeKey(`${entry.key}:`) ? entry.key : JSON.stringify(entry.key);
  return `${entry.line.indent}${key}: ${JSON.stringify(value)}`;
}

function reportStray(repair: Repair, line: Line): void {
  if (isBlank(line.text)) return;
  const message = `"${line.text.trim().slice(0, 60)}" belongs to no key and is left out.`;
  report(repair, { code: "stray-line", line: line.number, message });
}
