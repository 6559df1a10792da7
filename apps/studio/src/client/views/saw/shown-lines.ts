import { type Delivery, fieldIn } from "./delivery.js";

/** A line of what was shown, and the field it belongs to. */
export interface ShownLine {
  readonly field: string;
  readonly text: string;
}

/** A delivery as lines: the fields of a JSON node one after the other, or the lines of its text. */
export function linesOf({ view, text }: Delivery): readonly ShownLine[] {
  if (view === undefined) {
    return text
      .replace(/\n+$/u, "")
      .split("\n")
      .map((line) => ({ field: "text", text: line }));
  }
  return [
    ...["name", "type", "domain", "description"].flatMap((field) => asLines(field, fieldIn(view, field))),
    ...listIn(view, "tags").flatMap((tag) => asLines("tags", tag)),
    ...listIn(view, "links").map(linkLine),
    ...listIn(fieldIn(view, "content"), "sections").flatMap(sectionLines),
    ...asLines("full", fieldIn(fieldIn(view, "content"), "full")),
  ];
}

function asLines(field: string, value: unknown): readonly ShownLine[] {
  if (typeof value !== "string" || value === "") return [];
  return value
    .replace(/^\n+|\n+$/gu, "")
    .split("\n")
    .map((text) => ({ field, text }));
}

function linkLine(link: unknown): ShownLine {
  const [relation, target, name, description, context] = ["relation", "target", "name", "description", "context"].map(
    (field) => String(fieldIn(link, field) ?? ""),
  );
  const said = [description, context].filter((each) => each !== "").join(" | ");
  return { field: "links", text: `${relation} → ${target} (${name})${said === "" ? "" : `: ${said}`}` };
}

function sectionLines(section: unknown): readonly ShownLine[] {
  const heading = String(fieldIn(section, "heading") ?? "");
  const depth = fieldIn(section, "depth");
  const marks = "#".repeat(typeof depth === "number" ? Math.min(6, Math.max(0, depth)) : 0);
  return [
    ...(heading === "" ? [] : [{ field: "sections", text: `${marks} ${heading}`.trim() }]),
    ...asLines("sections", fieldIn(section, "preview")),
  ];
}

function listIn(value: unknown, field: string): readonly unknown[] {
  const list = fieldIn(value, field);
  return Array.isArray(list) ? list : [];
}
