import { o200k, PdError, type TokenCounter, type Tokens, tokens } from "@pd/core";
import { onOneLine } from "./catalogue-description.js";
import { type Fit, fitLines } from "./catalogue-fit.js";
import {
  CATALOGUE_FORMATS,
  type CatalogueFormat,
  type CatalogueWriting,
  catalogueWriting,
} from "./catalogue-format.js";
import { type CatalogueLine, catalogueLine } from "./catalogue-line.js";
import { type CatalogueSkill, inCatalogueOrder, type Preference, preferred } from "./catalogue-order.js";
import { written } from "./catalogue-page.js";

export interface CatalogueOptions extends Preference {
  /** A ceiling for the whole block in tokens; without one there is none. */
  readonly budget?: number | undefined;
  readonly format?: CatalogueFormat | undefined;
  readonly counter?: TokenCounter | undefined;
}

/**
 * How far a catalogue had to be cut down (R5.11).
 *
 * - `full`: whole descriptions, and where each skill is.
 * - `lines`: whole descriptions, a line each, without locations.
 * - `shortened`: a line each; descriptions are cut.
 * - `names`: a line each, and no description.
 * - `selected`: some skills and a count of the rest.
 * - `nothing`: no form fits, the text is empty.
 */
export type CatalogueStep = "full" | "lines" | "shortened" | "names" | "selected" | "nothing";

/** The lists hold qualified names, in the order of the catalogue. */
export interface Catalogue {
  /** Empty where there is no skill to show, or no room for any form. */
  readonly text: string;
  readonly tokens: Tokens;
  readonly step: CatalogueStep;
  /** Everything that is there, whole or not. */
  readonly shown: readonly string[];
  /** Shown with a part of their description. */
  readonly shortened: readonly string[];
  /** Shown without their description. */
  readonly named: readonly string[];
  /** Not shown at all. Skills that models may not invoke are not counted: they were never to be. */
  readonly omitted: readonly string[];
  /** Whether it says where the skills are. */
  readonly locations: boolean;
}

/**
 * The catalogue of skills for a prompt, within a budget by the counter in use.
 * The same skills and options give the same bytes, in whatever order the skills come: prompt caches depend on it.
 * A larger budget never shows less of any skill. What a query finds first comes whole before others have more than a name.
 */
export function availableSkills(skills: readonly CatalogueSkill[], options: CatalogueOptions = {}): Catalogue {
  const { counter = o200k, format = "xml" } = options;
  if (!CATALOGUE_FORMATS.includes(format)) {
    const fix = `Use one of ${CATALOGUE_FORMATS.join(", ")}.`;
    throw new PdError("input-invalid", "There is no such format of a catalogue", { where: "format", fix });
  }
  const listed = catalogued(skills);
  const limit = options.budget === undefined ? Number.POSITIVE_INFINITY : tokens(options.budget);
  const page: Page = { listed, writing: catalogueWriting(format), counter, limit };
  if (listed.length === 0) return { ...nothing(listed), step: "full" };
  return inFull(page) ?? inLines(page, options) ?? nothing(listed);
}

/** Those that are a model's business, in order. */
export function catalogued(skills: readonly CatalogueSkill[]): readonly CatalogueSkill[] {
  return inCatalogueOrder(skills.filter(({ disableModelInvocation }) => !disableModelInvocation));
}

/** What a catalogue is written on: the skills in their order, how they are written, and how much room there is. */
interface Page {
  readonly listed: readonly CatalogueSkill[];
  readonly writing: CatalogueWriting;
  readonly counter: TokenCounter;
  /** Of tokens by the counter. */
  readonly limit: number;
}

function nothing(listed: readonly CatalogueSkill[]): Catalogue {
  const none: readonly string[] = [];
  const omitted = listed.map(nameOf);
  const lists = { shown: none, shortened: none, named: none, omitted };
  return { text: "", tokens: tokens(0), step: "nothing", ...lists, locations: false };
}

function nameOf({ qualifiedName }: CatalogueSkill): string {
  return qualifiedName;
}

function inFull({ listed, writing, counter, limit }: Page): Catalogue | undefined {
  const entryAt = (place: number): string => {
    const { qualifiedName, description, filePath } = listed[place]!;
    return writing.entry(qualifiedName, writing.text(onOneLine(description)), filePath);
  };
  const { open, between, close } = writing;
  const page = written({ open, between, close, count: listed.length, entryAt }, counter, limit);
  if (page === undefined) return undefined;
  const lists = { shown: listed.map(nameOf), shortened: [], named: [], omitted: [] };
  return { text: page.text, tokens: tokens(page.tokens), step: "full", ...lists, locations: true };
}

/** How often less room is tried, where a counter finds more in the whole than in its lines. */
const TRIES = 12;

function inLines(page: Page, preference: Preference): Catalogue | undefined {
  const { listed, writing, counter, limit } = page;
  const lines = listed.map((skill) => catalogueLine(skill, writing, counter));
  const { order, wanted } = preferred(listed, preference);
  // What stands around the lines, whichever it will be.
  const frame = counter.count(writing.open) + closingCost(page);
  for (let [room, tried] = [limit - frame, 0]; room >= 0 && tried < TRIES; tried += 1) {
    const made = composed(page, lines, fitLines({ lines, order, whole: wanted, room }));
    if (made.tokens <= limit) return made;
    room -= made.tokens - limit;
  }
  return undefined;
}

/** The most that any end of the list can cost. Its first line end is counted with the last line, or again. */
function closingCost({ listed, writing, counter }: Page): number {
  const ends = [
    { cut: 0, omitted: 0 },
    { cut: 1, omitted: 0 },
    { cut: 0, omitted: listed.length },
  ];
  return Math.max(...ends.map((left) => counter.count(writing.closeLines(left))));
}

function composed({ listed, writing, counter }: Page, lines: readonly CatalogueLine[], fit: Fit): Catalogue {
  const places = [...lines.keys()].filter((place) => fit.has(place));
  const named = places.filter((place) => fit.get(place) === undefined && !lines[place]!.isWhole(undefined));
  const cut = places.filter((place) => fit.get(place) !== undefined && !lines[place]!.isWhole(fit.get(place)));
  const omitted = listed.filter((_, place) => !fit.has(place));
  const left = { cut: cut.length + named.length, omitted: omitted.length };
  const written = places.map((place) => lines[place]!.text(fit.get(place))).join(writing.betweenLines);
  const text = writing.open + written + writing.closeLines(left);
  const nameAt = (place: number) => nameOf(listed[place]!);
  return {
    text,
    tokens: tokens(counter.count(text)),
    step: stepOf(left, named.length === listed.length),
    shown: places.map(nameAt),
    shortened: cut.map(nameAt),
    named: named.map(nameAt),
    omitted: omitted.map(nameOf),
    locations: false,
  };
}

function stepOf(left: { readonly cut: number; readonly omitted: number }, areNames: boolean): CatalogueStep {
  if (left.omitted > 0) return "selected";
  if (areNames) return "names";
  return left.cut > 0 ? "shortened" : "lines";
}
