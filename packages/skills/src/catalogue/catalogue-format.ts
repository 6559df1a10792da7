import { escapeControls } from "@pd/core";

/** The tool by which a model finds what a catalogue had no room for. */
export const SEARCH_TOOL = "search_skills";

export const CATALOGUE_FORMATS = ["xml", "markdown", "json"] as const;

export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number];

/** What a catalogue of lines had to leave out. */
export interface LeftOut {
  /** Skills with a part of their description, or none of it. */
  readonly cut: number;
  /** Skills that are not there at all. */
  readonly omitted: number;
}

/** How a catalogue is written: pieces that are put together as they are, so that each is escaped once. */
export interface CatalogueWriting {
  readonly open: string;
  readonly close: string;
  /** Between two whole entries. */
  readonly between: string;
  /** Escapes a description that is on one line (`onOneLine`), and so holds no control character and nothing that is no character. */
  text(description: string): string;
  /** A whole entry. */
  entry(name: string, description: string, location: string): string;
  /** A line with a name alone, and what stands before and after a description. No line has a line end in it. */
  line(name: string): { readonly named: string; readonly before: string; readonly after: string };
  /** Between two lines; ends with a line end, so that tokens never reach over it. */
  readonly betweenLines: string;
  /** After the last line. */
  closeLines(left: LeftOut): string;
}

const BY_NAME_NOTE = "Load a skill by its name.";
const CUT_NOTE = `Descriptions are cut: ${SEARCH_TOOL} gives them whole.`;
const FIND_NOTE = `Find them with ${SEARCH_TOOL}.`;

function noteOn({ cut }: LeftOut): string {
  return cut > 0 ? CUT_NOTE : BY_NAME_NOTE;
}

const XML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

/** Control characters but for tab and line ends, lone surrogates, no characters: XML 1.0 cannot hold them or advises against it. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu;

/** Printable ASCII but for the five. Most names and paths are no more than that. */
const NEEDS_NOTHING = /^[ !#-%(-;=?-~]*$/;

/** Any text as XML 1.0 character data or attribute value: never markup, and the same text when it is parsed, but for what XML cannot hold. */
export function escapeXml(text: string): string {
  if (NEEDS_NOTHING.test(text)) return text;
  return text
    .replace(NOT_XML, "\ufffd")
    .replace(/[&<>"']/g, (character) => XML_ENTITIES.get(character) ?? "")
    .replace(/[\t\n\r\u2028\u2029]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Any text as markdown that shows just that text, in one line. */
function escapeMarkdown(text: string): string {
  return escapeControls(text.replace(/\p{Cs}/gu, "\ufffd")).replace(/[\\`*_[\]<>&~|]/g, "\\$&");
}

/** JSON.stringify leaves the control characters from U+007F as they are. */
function escapeJson(text: string): string {
  return JSON.stringify(text).replace(/[\x7f-\x9f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

const XML: CatalogueWriting = {
  open: "<available_skills>\n",
  close: "\n</available_skills>",
  between: "\n",
  // Quotes mean nothing in character data, and each would cost tokens.
  text: (description) => description.replace(/[&<>]/g, (at) => XML_ENTITIES.get(at) ?? ""),
  entry: (name, description, location) =>
    `<skill><name>${escapeXml(name)}</name><description>${description}</description><location>${escapeXml(location)}</location></skill>`,
  line(name) {
    const named = escapeXml(name);
    return { named, before: `${named}: `, after: "" };
  },
  betweenLines: "\n",
  closeLines: (left) =>
    left.omitted > 0
      ? `\n<omitted count="${left.omitted}">${FIND_NOTE}</omitted>\n</available_skills>`
      : `\n<note>${noteOn(left)}</note>\n</available_skills>`,
};

const MARKDOWN: CatalogueWriting = {
  open: "Available skills:\n",
  close: "",
  between: "\n",
  text: escapeMarkdown,
  entry: (name, description, location) => `- **${escapeMarkdown(name)}**: ${description} (${escapeMarkdown(location)})`,
  line(name) {
    const named = `- ${escapeMarkdown(name)}`;
    return { named, before: `${named}: `, after: "" };
  },
  betweenLines: "\n",
  closeLines: (left) =>
    left.omitted > 0 ? `\n${left.omitted} more: find them with ${SEARCH_TOOL}.` : `\n${noteOn(left)}`,
};

const JSON_WRITING: CatalogueWriting = {
  open: '{"available_skills":[\n',
  close: "\n]}",
  between: ",\n",
  // Without its quotes: they belong to the entry.
  text: (description) => escapeJson(description).slice(1, -1),
  entry: (name, description, location) =>
    `{"name":${escapeJson(name)},"description":"${description}","location":${escapeJson(location)}}`,
  line(name) {
    const start = `{"name":${escapeJson(name)}`;
    return { named: `${start}}`, before: `${start},"description":"`, after: '"}' };
  },
  betweenLines: ",\n",
  closeLines: (left) =>
    left.omitted > 0 ? `\n],"omitted":${left.omitted},"search":"${SEARCH_TOOL}"}` : `\n],"note":"${noteOn(left)}"}`,
};

export function catalogueWriting(format: CatalogueFormat): CatalogueWriting {
  switch (format) {
    case "xml":
      return XML;
    case "markdown":
      return MARKDOWN;
    case "json":
      return JSON_WRITING;
  }
}
