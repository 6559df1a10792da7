import { namedHeading } from "../../markdown/text/heading-id.js";
import type { Note } from "./note.js";

/** By the number of a heading, the headings that text below it stands under, outermost first; the note's own name is not said again. */
export function headingsAbove({ name, sections }: Pick<Note, "name" | "sections">): readonly (readonly string[])[] {
  const open: { readonly heading: string; readonly depth: number }[] = [];
  const above: (readonly string[])[] = [[]];
  for (const section of sections) {
    if (section.depth === 0) continue;
    while (open.length > 0 && open.at(-1)!.depth >= section.depth) open.pop();
    open.push({ heading: namedHeading(section.heading).text, depth: section.depth });
    above.push(open.map(({ heading }) => heading).filter((heading) => heading !== "" && heading !== name));
  }
  return above;
}
