import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";
import {
  type Diagnostic,
  type DiagnosticCode,
  type Entries,
  type FrontmatterValue,
  MAX_DIAGNOSTICS,
  writtenPath,
} from "./frontmatter-types.js";
import { measure } from "./frontmatter-yaml-size.js";

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
  const conversion: Conversion = { text, diagnostics: [], written: new Map(), lineAt, ranOn: false };
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
  if (conversion.ranOn) return ERROR_SYNTAX;
  const entries = { data, starts: [...starts.values()], written: conversion.written };
  return { kind: "map", entries, diagnostics: conversion.diagnostics };
}

interface Conversion {
  readonly text: string;
  readonly diagnostics: Diagnostic[];
  readonly written: Map<string, string>;
  readonly lineAt: (offset: number) => number;
  /** Set where a value went on after its end: `key: [tag]: words`, which `yaml` takes for two entries. */
  ranOn: boolean;
}

function report(
  conversion: Conversion,
  code: DiagnosticCode,
  offset: number,
  message: string,
  key?: string,
  fix?: string,
): void {
  if (conversion.diagnostics.length >= MAX_DIAGNOSTICS) return;
  const line = conversion.lineAt(offset);
  const known = { ...(fix === undefined ? {} : { fix }), ...(key === undefined ? {} : { key }) };
  conversion.diagnostics.push({ code, line, message, ...known });
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
  for (const [index, pair] of map.items.entries()) {
    const start = startOf(pair);
    if (map.flow !== true && runsOn(conversion.text, map.items[index - 1], pair)) conversion.ranOn = true;
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
    const prose = depth === 0 && key === "description" ? proseIn(conversion, pair) : undefined;
    data.set(key, prose ?? convert(conversion, pair.value, depth === 0 ? key : writtenPath(path, key), depth + 1));
    starts?.set(key, start);
  }
  return data;
}

/** Whether a pair without a key stands on the line on which the one before it ended. */
function runsOn(text: string, before: Pair | undefined, { key, value }: Pair): boolean {
  if (before === undefined || (isScalar(key) && key.source !== "")) return false;
  const [end, start] = [rangeOf(before.value)?.[1], rangeOf(value)?.[0]];
  return end !== undefined && start !== undefined && !isCollection(key) && !text.slice(end, start).includes("\n");
}

/** Words under `description:` that hold a colon: a map to YAML, but nobody describes by a map whose keys have blanks in them. */
function proseIn(conversion: Conversion, pair: Pair): string | undefined {
  const { value } = pair;
  if (!isMap(value) || value.flow === true || !value.range) return undefined;
  if (!value.items.some(({ key }) => isScalar(key) && /\S\s+\S/.test(key.source ?? ""))) return undefined;
  const [start, end] = value.range;
  const lines = conversion.text.slice(start, end).split(/\r?\n/);
  const text = lines
    .map((line) => line.trim())
    .join(" ")
    .trim();
  const message = 'The value of "description" holds ": " and is not quoted; it is read as text.';
  report(conversion, "unquoted-colon", startOf(pair), message, "description", `description: ${JSON.stringify(text)}`);
  return text;
}

function rangeOf(node: unknown): readonly number[] | null | undefined {
  return (node as { range?: readonly number[] | null } | null)?.range;
}

function startOf(pair: Pair): number {
  for (const node of [pair.key, pair.value]) {
    const range = rangeOf(node);
    if (range) return range[0] ?? 0;
  }
  return 0;
}

function convert(conversion: Conversion, node: unknown, path: string, depth: number): FrontmatterValue {
  if (isScalar(node)) return convertScalar(conversion, node.value, node.source, path);
  if (isAlias(node)) {
    // `*emphasis*` is no alias of anything: there is no such anchor.
    if (!conversion.text.includes(`&${node.source}`)) return emphasis(conversion, node, path);
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

function emphasis(conversion: Conversion, node: Alias, path: string): string {
  const text = `*${node.source}`;
  const message = `The value of "${dotted(path)}" starts with "*", which means something else in YAML; it is read as text.`;
  report(conversion, "stray-token", node.range?.[0] ?? 0, message, dotted(path));
  return text;
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
