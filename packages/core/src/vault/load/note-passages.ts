import { textPrice } from "../../content/text-price.js";
import type { BlockTable } from "../../markdown/blocks/block-table.js";
import { passagesOf } from "../../markdown/passages/passages.js";
import type { NotePassages } from "../../search/passages/builder.js";
import { headingsAbove } from "../notes/headings-above.js";
import type { Note } from "../notes/note.js";
import { packRows } from "../notes/passage-rows.js";
import { fieldsOf } from "./index-fields.js";

/** A note cut into its passages: as they are indexed, and where each stands with its price. */
export interface CutNote {
  readonly indexed: NotePassages;
  readonly rows: Uint32Array;
}

/** Of a file, by its blocks. Keeps no text but the headings'. */
export function cutNote(bytes: Buffer, note: Omit<Note, "stamp" | "links">, blocks: BlockTable): CutNote {
  const text = bytes.toString("latin1");
  const table = passagesOf(text, { blocks, start: note.bodyStart });
  const above = headingsAbove(note);
  const rows = Array.from({ length: table.count }, (_, at) => ({
    start: table.starts[at]!,
    end: table.ends[at]!,
    lines: [table.firstLines[at]!, table.lastLines[at]!] as const,
    heading: table.headings[at]!,
    price: textPrice(bytes.toString("utf8", table.starts[at]!, table.ends[at]!)),
  }));
  const { names } = fieldsOf(note);
  return {
    indexed: {
      names,
      bytes,
      starts: table.starts,
      ends: table.ends,
      headings: Array.from(table.headings, (heading) => (above[heading] ?? []).join(" ")),
    },
    rows: packRows(rows),
  };
}
