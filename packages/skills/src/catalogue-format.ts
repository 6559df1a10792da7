import { escapeControls } from "@pd/core";

/** The tool by which a model finds what a catalogue had no room for. */
export const SEARCH_TOOL = "search_skills";

export const CATALOGUE_FORMATS = ["xml", "markdown", "json"] as const;

export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number];

/** How a catalogue is written: pieces that are put together as they are, so that each is escaped once. */
export interface CatalogueWriting {
  readonly open: string;
  readonly close: string;
  /** Between two entries. */
  readonly between: string;
  /** Escapes a description that is on one line (`onOneLine`), and so holds no control character and nothing that is no character. */
  text(description: string): string;
  /** What stands before and after the description of a skill. */
  entry(name: string, location: string | undefined): readonly [string, string];
  name(name: string): string;
  /** Instead of `close`, where locations are left out. */
  closeUnlocated: string;
  /** Instead of `close`, where names are all there is. */
  closeNames: string;
  /** Instead of `close`, where skills were left out. */
  closeOmitted(count: number): string;
}

const UNLOCATED_NOTE = "Load a skill by its name; locations are left out.";
const NAMES_NOTE = `Names only: ${SEARCH_TOOL} gives descriptions.`;

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
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
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
  entry: (name, location) => [
    `<skill><name>${escapeXml(name)}</name><description>`,
    `</description>${location === undefined ? "" : `<location>${escapeXml(location)}</location>`}</skill>`,
  ],
  name: (name) => `<skill><name>${escapeXml(name)}</name></skill>`,
  closeUnlocated: `\n<note>${UNLOCATED_NOTE}</note>\n</available_skills>`,
  closeNames: `\n<note>${NAMES_NOTE}</note>\n</available_skills>`,
  closeOmitted: (count) => `\n<omitted count="${count}">Find them with ${SEARCH_TOOL}.</omitted>\n</available_skills>`,
};

const MARKDOWN: CatalogueWriting = {
  open: "Available skills:\n",
  close: "",
  between: "\n",
  text: escapeMarkdown,
  entry: (name, location) => [
    `- **${escapeMarkdown(name)}**: `,
    location === undefined ? "" : ` (${escapeMarkdown(location)})`,
  ],
  name: (name) => `- ${escapeMarkdown(name)}`,
  closeUnlocated: `\n${UNLOCATED_NOTE}`,
  closeNames: `\n${NAMES_NOTE}`,
  closeOmitted: (count) => `\n${count} more: find them with ${SEARCH_TOOL}.`,
};

const JSON_WRITING: CatalogueWriting = {
  open: '{"available_skills":[',
  close: "]}",
  between: ",",
  // Without its quotes: they belong to the entry.
  text: (description) => escapeJson(description).slice(1, -1),
  entry: (name, location) => [
    `{"name":${escapeJson(name)},"description":"`,
    location === undefined ? '"}' : `","location":${escapeJson(location)}}`,
  ],
  name: (name) => `{"name":${escapeJson(name)}}`,
  closeUnlocated: `],"note":"${UNLOCATED_NOTE}"}`,
  closeNames: `],"note":"${NAMES_NOTE}"}`,
  closeOmitted: (count) => `],"omitted":${count},"search":"${SEARCH_TOOL}"}`,
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
