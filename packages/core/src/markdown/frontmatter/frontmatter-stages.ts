import { cleaned } from "./frontmatter-characters.js";
import { type Line, linesOf } from "./frontmatter-entries.js";
import { readFast } from "./frontmatter-fast.js";
import { readRepaired } from "./frontmatter-repair.js";
import { finish, without } from "./frontmatter-result.js";
import type { Diagnostic, Frontmatter } from "./frontmatter-types.js";
import { bodyStart } from "./frontmatter-unclosed.js";
import { readYaml, YAML_TOKENS_PER_FILE } from "./frontmatter-yaml.js";

/** Where a block of frontmatter stands in its file. */
export interface Site {
  readonly firstLine: number;
  /** Where the body starts. */
  readonly end: number;
  /** What was found so far; the stages add to it. */
  readonly diagnostics: Diagnostic[];
  /** The offset in the file of a line of the block. */
  readonly lineInFile: (offset: number) => number;
  /** Set where the closing fence is missing: the status then says so, however the block is read. */
  readonly unclosed?: boolean;
}

/** Reads frontmatter in stages: fast path, `yaml`, repair. `block` is all of it, without the fences. */
export function readInStages(block: string, site: Site): Frontmatter {
  const { firstLine, end, diagnostics, unclosed = false } = site;
  const text = cleaned(block, firstLine, diagnostics);
  const place = { text, from: 0, firstLine, end, diagnostics };
  const fast = readFast(text, 0, text.length);
  if (fast) return finish(unclosed ? "unclosed" : "fast", fast, place);
  const result = readYaml(text, firstLine, { tokens: YAML_TOKENS_PER_FILE });
  if (result.kind === "map") {
    diagnostics.push(...result.diagnostics);
    return finish(unclosed ? "unclosed" : "yaml", result.entries, place);
  }
  const lines = linesOf(text, 0, text.length, firstLine);
  const body = !unclosed && result.kind === "error" ? lines[bodyStart(lines)] : undefined;
  if (body) return readUpTo(body, text, site);
  const repaired = readRepaired(lines, { tokens: YAML_TOKENS_PER_FILE });
  if (repaired.entries.data.size === 0) return unreadable(result.kind === "other" ? "no-map" : result.code, site);
  diagnostics.push(...repaired.diagnostics);
  return finish(unclosed ? "unclosed" : "repaired", repaired.entries, place);
}

/** Reads what stands before the body's first line, where the closing fence is missing. */
export function readUpTo(body: Line, block: string, site: Site): Frontmatter {
  site.diagnostics.push(neverClosed(body.number));
  const end = site.lineInFile(body.offset);
  return readInStages(block.slice(0, body.offset), { ...site, end, unclosed: true });
}

export function neverClosed(line: number): Diagnostic {
  const message = "The frontmatter is never closed; only its leading lines are read.";
  return { code: "fence-never-closed", line, message, fix: "---" };
}

function unreadable(why: "no-map" | "syntax" | "too-complex", { diagnostics, firstLine, end }: Site): Frontmatter {
  if (why === "too-complex") {
    const message = "The frontmatter is nested too deep or has too many parts; it is not read.";
    return without("broken", end, [...diagnostics, { code: "too-complex", line: firstLine, message }]);
  }
  // Whatever it is, it is not lost: it stays in the body.
  const message = "What stands between the fences has no key; it is left to the body.";
  const found: Diagnostic[] = [...diagnostics, { code: "not-a-map", line: firstLine, message }];
  return without(why === "no-map" ? "none" : "broken", 0, found);
}
