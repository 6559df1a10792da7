import { isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from "yaml";
import {
  type Diagnostic,
  type DiagnosticCode,
  type Entries,
  type FrontmatterValue,
  MAX_DIAGNOSTICS,
  writtenPath,
} from "./frontmatter-types.js";

const MAX_FRONTMATTER_DEPTH = 16;

/**
 * How much one file may ask of `yaml`. Its time grows with tokens and, on bad input, with errors, not with bytes:
 * 16 KB of commas cost 350 ms, 16 KB of letters 1 ms.
 */
export interface YamlBudget {
  tokens: number;
}

export const YAML_TOKENS_PER_FILE = 3_000;
/** What a call costs before its first token, in tokens. */
const TOKENS_PER_CALL = 8;
/** Nesting that a line can open at most; `yaml` composes nodes recursively. */
const MAX_NESTING_BOUND = 100;

type YamlResult =
  | { readonly kind: "map"; readonly entries: Entries; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "other" }
  | { readonly kind: "error"; readonly code: "too-complex" | "syntax" };

const ERROR_SYNTAX: YamlResult = { kind: "error", code: "syntax" };
const ERROR_COMPLEX: YamlResult = { kind: "error", code: "too-complex" };

/** Parses `text` with the `yaml` package, safely: nothing is executed, expanded or merged, and no key becomes a property. */
export function readYaml(text: string, firstLine: number, budget: YamlBudget): YamlResult {
  const { tokens, nesting } = measure(text);
  if (tokens + TOKENS_PER_CALL > budget.tokens || nesting > MAX_NESTING_BOUND) return ERROR_COMPLEX;
  budget.tokens -= tokens + TOKENS_PER_CALL;
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    merge: false,
    resolveKnownTags: false,
    strict: true,
    // Quadratic in the number of keys; `convertMap` finds duplicates in linear time.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  if (document.errors.length > 0) return ERROR_SYNTAX;
  const { contents } = document;
  const lineAt = lineCounter(text, firstLine);
  const conversion: Conversion = { text, diagnostics: [], written: new Map(), lineAt };
  for (const warning of document.warnings) {
    report(
      conversion,
      "tag-ignored",
      warning.pos[0],
      "A YAML tag has no meaning here; the value is read as if it were not there.",
    );
  }
  if (contents === null || (isScalar(contents) && contents.source === "")) {
    return {
      kind: "map",
      entries: { data: new Map(), starts: [], written: undefined },
      diagnostics: conversion.diagnostics,
    };
  }
  if (!isMap(contents)) return { kind: "other" };
  const starts = new Map<string, number>();
  const data = convertMap(conversion, contents, "", 0, starts);
  const entries = { data, starts: [...starts.values()], written: conversion.written };
  return { kind: "map", entries, diagnostics: conversion.diagnostics };
}

interface Conversion {
  readonly text: string;
  readonly diagnostics: Diagnostic[];
  readonly written: Map<string, string>;
  readonly lineAt: (offset: number) => number;
}

function report(conversion: Conversion, code: DiagnosticCode, offset: number, message: string, key?: string): void {
  if (conversion.diagnostics.length >= MAX_DIAGNOSTICS) return;
  const line = conversion.lineAt(offset);
  conversion.diagnostics.push({ code, line, message, ...(key === undefined ? {} : { key }) });
}

/** Of two equal keys the last counts, as PyYAML, Ruby and `JSON.parse` have it; js-yaml and `yaml` refuse the file. */
function convertMap(
  conversion: Conversion,
  map: YAMLMap,
  path: string,
  depth: number,
  starts?: Map<string, number>,
): Map<string, FrontmatterValue> {
  const data = new Map<string, FrontmatterValue>();
  for (const pair of map.items) {
    const start = startOf(pair);
    if (pair.key !== null && !isScalar(pair.key)) {
      const what = isAlias(pair.key) ? "An alias" : "A list or map";
      report(conversion, "collection-as-key", start, `${what} cannot be a key; the entry is left out.`);
      continue;
    }
    const key = pair.key?.source ?? "";
    if (data.delete(key)) {
      starts?.delete(key);
      report(conversion, "duplicate-key", start, `"${key}" is given twice; the last one counts.`, key);
    }
    data.set(key, convert(conversion, pair.value, depth === 0 ? key : writtenPath(path, key), depth + 1));
    starts?.set(key, start);
  }
  return data;
}

function startOf(pair: Pair): number {
  for (const node of [pair.key, pair.value]) {
    const range = (node as { range?: readonly number[] | null } | null)?.range;
    if (range) return range[0] ?? 0;
  }
  return 0;
}

function convert(conversion: Conversion, node: unknown, path: string, depth: number): FrontmatterValue {
  if (isScalar(node)) return convertScalar(conversion, node.value, node.source, path);
  if (isAlias(node)) {
    const message = `"*${node.source}" repeats another value by a YAML alias, which is not followed; write the value out.`;
    report(conversion, "alias-ignored", node.range?.[0] ?? 0, message, dotted(path));
    return null;
  }
  if (!isMap(node) && !isSeq(node)) return null;
  if (depth > MAX_FRONTMATTER_DEPTH) {
    const message = `More than ${MAX_FRONTMATTER_DEPTH} levels of nesting; what is deeper is left out.`;
    report(conversion, "too-deep", node.range?.[0] ?? 0, message, dotted(path));
    return null;
  }
  if (node.flow === true && node.range) {
    const source = conversion.text.slice(node.range[0], node.range[1]);
    if (isMap(node) && node.items.some((pair) => isMap(pair.key) || isSeq(pair.key))) {
      const message = `${source.slice(0, 60)} is a map with a map as its key to YAML; it is read as text.`;
      report(conversion, "collection-as-key", node.range[0], message, dotted(path));
      return source;
    }
    conversion.written.set(path, source);
  }
  if (isMap(node)) return convertMap(conversion, node, path, depth);
  return node.items.map((item, index) => convertItem(conversion, item, writtenPath(path, index), depth + 1));
}

function convertItem(conversion: Conversion, item: unknown, path: string, depth: number): FrontmatterValue {
  // `[a: b]` holds a bare pair.
  if (!isPairLike(item)) return convert(conversion, item, path, depth);
  const key = isScalar(item.key) ? (item.key.source ?? "") : "";
  return new Map([[key, convert(conversion, item.value, writtenPath(path, key), depth)]]);
}

function isPairLike(item: unknown): item is Pair {
  return typeof item === "object" && item !== null && "key" in item && "value" in item && !isScalar(item);
}

function convertScalar(
  conversion: Conversion,
  value: unknown,
  source: string | undefined,
  path: string,
): FrontmatterValue {
  if (typeof value === "string") return value;
  if (source !== undefined && source !== "") conversion.written.set(path, source);
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

function dotted(path: string): string {
  return path.replaceAll("\0", ".");
}

/** Line numbers for growing offsets, in linear time. */
function lineCounter(text: string, firstLine: number): (offset: number) => number {
  let line = firstLine;
  let counted = 0;
  return (offset) => {
    if (offset < counted) {
      line = firstLine;
      counted = 0;
    }
    for (let feed = text.indexOf("\n", counted); feed >= 0 && feed < offset; feed = text.indexOf("\n", counted)) {
      line += 1;
      counted = feed + 1;
    }
    return line;
  };
}

/** What each ASCII character can cost: 1 for all that can end a token. */
const TOKEN_END = new Uint8Array(128);
for (const mark of "\n,[]{}:\"'?&*!|>%#\\`@") TOKEN_END[mark.charCodeAt(0)] = 1;

/** Upper bounds: of the tokens in `text`, and of how deep they can nest. */
function measure(text: string): { tokens: number; nesting: number } {
  let tokens = 0;
  let flow = 0;
  let nesting = 0;
  let line = 0;
  const columns: number[] = [];
  let column = 0;
  let inIndent = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 32 && inIndent) {
      column += 1;
      continue;
    }
    if (code === 10) {
      line = 0;
      column = 0;
      inIndent = true;
      tokens += 1;
      continue;
    }
    if (inIndent) {
      inIndent = false;
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
    }
    if (code < 128 && TOKEN_END[code] === 1) tokens += 1;
    if (code === 91 || code === 123) flow += 1;
    else if ((code === 93 || code === 125) && flow > 0) flow -= 1;
    else if (code === 45 || code === 63 || code === 58) {
      const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 32;
      if (next === 32 || next === 9 || next === 10 || next === 13) {
        line += 1;
        if (code === 45) tokens += 1;
      }
    }
    nesting = Math.max(nesting, flow + columns.length + line);
  }
  return { tokens, nesting };
}
