import { defineTool, type Filesystem, type FileText } from "@pd/core";
import * as z from "zod/mini";
import type { PromptTool } from "../section/prompt-types.js";

const path = z.string().check(z.describe("Path of the file, as list_files or another tool gave it."));
const line = z.int().check(z.positive());

/** More than this comes in parts: a model asks for the next lines. */
const MOST_LINES = 2000;
const MOST_CHARACTERS = 100_000;
const MOST_FILES = 500;

/** `read_file` and `list_files` on a file system, so that a model can read what `open_sections` wrote. */
export function fileTools(filesystem: Filesystem): readonly PromptTool[] {
  const readFile = defineTool({
    name: "read_file",
    description: `Read a text file, or the lines from..to of it (counted from 1, at most ${MOST_LINES} at a time).`,
    input: z.strictObject({
      path,
      from: z.optional(line.check(z.describe("First line. 1 unless told."))),
      to: z.optional(line.check(z.describe("Last line, included."))),
    }),
    output: z.strictObject({
      text: z.string(),
      from: z.int(),
      to: z.int(),
      lines: z.int(),
      cut: z.optional(z.literal(true).check(z.describe("The last line is longer than what is shown of it."))),
    }),
    readOnly: true,
    async call({ path: asked, from = 1, to = Number.POSITIVE_INFINITY }, { signal }) {
      return shortened(await filesystem.read(asked, { from, to: Math.min(to, from + MOST_LINES - 1), signal }));
    },
  });
  const listFiles = defineTool({
    name: "list_files",
    description: `List the files there are, with their size in bytes, at most ${MOST_FILES}.`,
    input: z.strictObject({
      folder: z.optional(z.string().check(z.describe("Only what is below this folder, e.g. context."))),
    }),
    output: z.strictObject({
      files: z.array(z.strictObject({ path: z.string(), bytes: z.int() })),
      more: z.optional(z.int().check(z.describe("How many are not shown."))),
    }),
    readOnly: true,
    async call({ folder }, { signal }) {
      const all = await filesystem.list(folder, { signal });
      const more = all.length - MOST_FILES;
      return { files: all.slice(0, MOST_FILES), ...(more > 0 ? { more } : {}) };
    },
  });
  return [readFile, listFiles];
}

/** Whole lines as far as they go; of a line that is too long by itself, its beginning. */
function shortened(part: FileText): FileText & { readonly cut?: true } {
  if (part.text.length <= MOST_CHARACTERS) return part;
  const end = part.text.lastIndexOf("\n", MOST_CHARACTERS - 1) + 1;
  if (end > 0) {
    const text = part.text.slice(0, end);
    return { ...part, text, to: part.from + text.split("\n").length - 2 };
  }
  const begun = part.text.slice(0, MOST_CHARACTERS);
  return { ...part, text: /[\uD800-\uDBFF]$/.test(begun) ? begun.slice(0, -1) : begun, to: part.from, cut: true };
}
