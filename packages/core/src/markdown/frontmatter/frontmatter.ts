import { isClean, lineStartInBytes, utf8Length } from "./frontmatter-characters.js";
import { linesOf } from "./frontmatter-entries.js";
import { readFast } from "./frontmatter-fast.js";
import { type ClosedFence, findFrontmatter, MAX_FRONTMATTER_BYTES, type OpenFence } from "./frontmatter-fence.js";
import { finish, without } from "./frontmatter-result.js";
import { neverClosed, readInStages, readUpTo, type Site } from "./frontmatter-stages.js";
import type { Diagnostic, Frontmatter } from "./frontmatter-types.js";
import { leadingLines } from "./frontmatter-unclosed.js";

export { findFrontmatter, MAX_FRONTMATTER_BYTES } from "./frontmatter-fence.js";
export type {
  Diagnostic,
  DiagnosticCode,
  Frontmatter,
  FrontmatterStatus,
  FrontmatterValue,
} from "./frontmatter-types.js";

export interface ReadFrontmatterOptions {
  /** Whether the input is the whole file (the default) or only its head; then the status can be `incomplete`. */
  readonly complete?: boolean;
}

/**
 * Reads a file's frontmatter: by the fast path, else by `yaml`, else by repair. Never throws, executes nothing.
 *
 * Values are slices of `text`, and a slice keeps the whole text in memory: hand over the file's head, or use
 * `readFrontmatterBytes`, which decodes no more than the frontmatter.
 */
export function readFrontmatter(text: string, options: ReadFrontmatterOptions = {}): Frontmatter {
  const fence = findFrontmatter(text, options);
  switch (fence.kind) {
    case "none":
    case "incomplete":
      return without(fence.kind);
    case "closed":
      return readClosed({ text, from: fence.open, to: fence.close, bytes: undefined }, fence);
    case "unclosed":
    case "overlong": {
      const to = Math.min(text.length, fence.open + MAX_FRONTMATTER_BYTES);
      return readOpen({ text, from: fence.open, to, bytes: undefined }, fence);
    }
  }
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads the frontmatter of a file's first bytes and decodes only the frontmatter, so that values which are kept do not
 * keep the file. A head of 4 KB suffices nearly always: pass `complete: false` for a head that is not the whole file,
 * and read `MAX_FRONTMATTER_BYTES` + 4 KB where the status is `incomplete`. `end` counts bytes.
 */
export function readFrontmatterBytes(bytes: Uint8Array, options: ReadFrontmatterOptions = {}): Frontmatter {
  const fence = findFrontmatter(bytes, options);
  switch (fence.kind) {
    case "none":
    case "incomplete":
      return without(fence.kind);
    case "closed":
      return readClosed(decoded(bytes, fence.open, fence.close), fence);
    case "unclosed":
    case "overlong":
      return readOpen(decoded(bytes, fence.open, fence.open + MAX_FRONTMATTER_BYTES), fence);
  }
}

/** The same of a whole file that is there as latin1 too: frontmatter in ASCII, as most is, need not be decoded again. */
export function readFrontmatterLatin1(bytes: Uint8Array, latin1: string): Frontmatter {
  const fence = findFrontmatter(latin1);
  if (fence.kind === "none") return without("none");
  if (fence.kind !== "closed") return readFrontmatterBytes(bytes);
  const text = latin1.slice(fence.open, fence.close);
  const block = { text, from: 0, to: text.length, bytes: undefined };
  const fast = fence.language !== "" || NOT_ASCII.test(text) ? undefined : readPlain(block, fence);
  return fast ?? readClosed(decoded(bytes, fence.open, fence.close), fence);
}

const NOT_ASCII = /[\u0080-\u00ff]/;

/** The frontmatter in a text, and the bytes it was decoded from, if it was. */
interface Block {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array | undefined;
}

function decoded(file: Uint8Array, open: number, close: number): Block {
  const bytes = file.subarray(open, close);
  const text = DECODER.decode(bytes);
  return { text, from: 0, to: text.length, bytes };
}

/** Where a line of the block starts in the file. */
function lineFinder({ text, bytes }: Block, { open }: { readonly open: number }): Site["lineInFile"] {
  return (offset) => open + (bytes === undefined ? offset : lineStartInBytes(bytes, text, offset));
}

function readClosed(block: Block, fence: ClosedFence): Frontmatter {
  const { text, from, to } = block;
  const { end, language, line: firstLine } = fence;
  const diagnostics = fenceDiagnostics(fence);
  if (language !== "" && !/^ya?ml$/i.test(language)) return without("broken", end, diagnostics);
  const plain = readPlain(block, fence);
  if (plain !== undefined) return plain;
  const site: Site = { firstLine, end, diagnostics, lineInFile: lineFinder(block, fence) };
  if (isTooLarge(block)) return readLeading(block, site) ?? tooLarge(site);
  return readInStages(text.slice(from, to), site);
}

/** As nearly all frontmatter is. Undefined on any doubt. */
function readPlain(block: Block, fence: ClosedFence): Frontmatter | undefined {
  const { text, from, to } = block;
  const { end, line: firstLine } = fence;
  if (isTooLarge(block)) return undefined;
  const fast = readFast(text, from, to);
  if (fast === undefined || !isClean(text, from, to)) return undefined;
  return finish("fast", fast, { text, from, firstLine, end, diagnostics: fenceDiagnostics(fence) });
}

/** Never closed, or not within the cap: only what certainly is frontmatter is read. */
function readOpen(block: Block, fence: OpenFence): Frontmatter {
  const { text, from, to } = block;
  const lines = linesOf(text, from, to, fence.line);
  // `---`, then prose or a heading: a thematic break, no frontmatter.
  if (leadingLines(lines) === 0 || fence.language !== "") return without("none");
  const diagnostics = fenceDiagnostics(fence);
  const lineInFile = lineFinder(block, fence);
  const site: Site = { firstLine: fence.line, end: 0, diagnostics, lineInFile, unclosed: true };
  const leading = readLeading(block, site);
  if (leading) return leading;
  if (fence.kind === "overlong") return tooLarge(site);
  diagnostics.push(neverClosed(fence.line + lines.length));
  return readInStages(text.slice(from, to), { ...site, end: lineInFile(to - from) });
}

/** Reads the lines that lead, where something follows that cannot be frontmatter. */
function readLeading({ text, from, to }: Block, site: Site): Frontmatter | undefined {
  const block = text.slice(from, Math.min(to, from + MAX_FRONTMATTER_BYTES));
  const lines = linesOf(block, 0, block.length, site.firstLine);
  const count = leadingLines(lines);
  const body = lines[count];
  return count === 0 || body === undefined ? undefined : readUpTo(body, block, site);
}

function fenceDiagnostics({ blankLinesBefore, language, line }: ClosedFence | OpenFence): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (blankLinesBefore > 0) {
    const message = "Blank lines or a comment stand before the frontmatter; the fence has to be the first line.";
    diagnostics.push({ code: "blank-before-fence", line: 1, message });
  }
  if (language !== "") {
    const message = `"---${language}" asks for frontmatter in another language; only YAML is read, and nothing is run.`;
    diagnostics.push({ code: "fence-language", line: line - 1, message, fix: "---" });
  }
  return diagnostics;
}

function isTooLarge({ text, from, to }: Block): boolean {
  const length = to - from;
  if (length * 3 <= MAX_FRONTMATTER_BYTES) return false;
  return length > MAX_FRONTMATTER_BYTES || utf8Length(text.slice(from, to)) > MAX_FRONTMATTER_BYTES;
}

function tooLarge({ diagnostics, end, firstLine }: Site): Frontmatter {
  const message = `The frontmatter has more than ${MAX_FRONTMATTER_BYTES} bytes; it is not read.`;
  return without("too-large", end, [...diagnostics, { code: "too-large", line: firstLine, message }]);
}
