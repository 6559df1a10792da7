import { estimate, PdError, type TokenCounter, type Tokens, tokens, withinMargin } from "@pd/core";
import { LEAST_CAP, LEAST_CAP_WITH_LOCATION, onOneLine, shortened } from "./catalogue-description.js";
import { CATALOGUE_FORMATS, type CatalogueFormat, catalogueWriting } from "./catalogue-format.js";
import { type CatalogueSkill, inCatalogueOrder, type Preference, preferred } from "./catalogue-order.js";
import { fitLargest, type Page, type Written, written } from "./catalogue-page.js";

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
 * - `shortened`: one cap for all descriptions; where that would leave too little of them, locations go first.
 * - `names`: no descriptions and no locations.
 * - `selected`: some names and a count of the rest.
 * - `nothing`: no form fits, the text is empty.
 */
export type CatalogueStep = "full" | "shortened" | "names" | "selected" | "nothing";

/** The lists hold qualified names, in the order of the catalogue. */
export interface Catalogue {
  /** Empty where there is no skill to show, or no room for any form. */
  readonly text: string;
  readonly tokens: Tokens;
  readonly step: CatalogueStep;
  readonly shown: readonly string[];
  /** Shown with less than their whole description. */
  readonly shortened: readonly string[];
  /** Not shown at all. Skills that models may not invoke are not counted: they were never to be. */
  readonly omitted: readonly string[];
  /** Whether it says where the skills are. */
  readonly locations: boolean;
}

/**
 * The catalogue of skills for a prompt, within a budget by the counter in use, its margin held back.
 * The same skills and options give the same bytes, in whatever order the skills come: prompt caches depend on it.
 * A query chooses among skills only where not even their names fit; up to there it changes no byte.
 */
export function availableSkills(skills: readonly CatalogueSkill[], options: CatalogueOptions = {}): Catalogue {
  const { counter = estimate, format = "xml" } = options;
  if (!CATALOGUE_FORMATS.includes(format)) {
    const fix = `Use one of ${CATALOGUE_FORMATS.join(", ")}.`;
    throw new PdError("input-invalid", "There is no such format of a catalogue", { where: "format", fix });
  }
  const listed = catalogued(skills);
  const limit = options.budget === undefined ? Number.POSITIVE_INFINITY : withinMargin(tokens(options.budget), counter);
  const page: Page = { listed, writing: catalogueWriting(format), counter, limit };
  if (listed.length === 0) return sealed(page, undefined, "full");
  const { full, withLocations, withoutLocations } = describing(page);
  return full() ?? withLocations() ?? withoutLocations() ?? withNames(page) ?? withSomeNames(page, options);
}

/** Those that are a model's business, in order. */
export function catalogued(skills: readonly CatalogueSkill[]): readonly CatalogueSkill[] {
  return inCatalogueOrder(skills.filter(({ disableModelInvocation }) => !disableModelInvocation));
}

interface Lists {
  readonly shown?: readonly CatalogueSkill[];
  readonly cut?: readonly CatalogueSkill[];
  readonly locations?: boolean;
}

function sealed({ listed }: Page, page: Written | undefined, step: CatalogueStep, lists: Lists = {}): Catalogue {
  const { shown = [], cut = [], locations = false } = lists;
  const seen = new Set(shown);
  return {
    text: page?.text ?? "",
    tokens: tokens(page?.tokens ?? 0),
    step,
    shown: shown.map(nameOf),
    shortened: cut.map(nameOf),
    omitted: listed.filter((skill) => !seen.has(skill)).map(nameOf),
    locations,
  };
}

function nameOf({ qualifiedName }: CatalogueSkill): string {
  return qualifiedName;
}

/** The three ways to show descriptions. What they share is prepared once, and only for the skills that are reached. */
function describing(page: Page) {
  const { listed, writing } = page;
  const descriptions = new Map<number, string>();
  const descriptionAt = (place: number): string => {
    const known = descriptions.get(place);
    if (known !== undefined) return known;
    const description = onOneLine(listed[place]!.description);
    descriptions.set(place, description);
    return description;
  };
  const longest = listed.reduce((most, { description }) => Math.max(most, description.length), 0);

  const underCap = (cap: number, locations: boolean) => {
    const entryAt = (place: number): string => {
      const { qualifiedName, filePath } = listed[place]!;
      const [before, after] = writing.entry(qualifiedName, locations ? filePath : undefined);
      return before + writing.text(shortened(descriptionAt(place), cap)) + after;
    };
    return written(page, listed.length, entryAt, locations ? writing.close : writing.closeUnlocated);
  };

  const capped = (least: number, locations: boolean): Catalogue | undefined => {
    const best = fitLargest({ least, most: longest, attempt: (cap) => underCap(cap, locations), page });
    if (best === undefined) return undefined;
    const cut = listed.filter((_, place) => descriptionAt(place).length > best.at);
    return sealed(page, best, "shortened", { shown: listed, cut, locations });
  };

  return {
    full(): Catalogue | undefined {
      const all = underCap(Number.POSITIVE_INFINITY, true);
      return all && sealed(page, all, "full", { shown: listed, locations: true });
    },
    withLocations: () => capped(Math.min(LEAST_CAP_WITH_LOCATION, longest), true),
    withoutLocations: () => capped(Math.min(LEAST_CAP, longest), false),
  };
}

function withNames(page: Page): Catalogue | undefined {
  const { listed, writing } = page;
  const all = written(page, listed.length, (place) => writing.name(listed[place]!.qualifiedName), writing.closeNames);
  return all && sealed(page, all, "names", { shown: listed, cut: listed });
}

/** As many names as fit, the most wanted ones, in the order of the catalogue. */
function withSomeNames(page: Page, preference: Preference): Catalogue {
  const { listed, writing } = page;
  const order = preferred(listed, preference);
  const chosen = (count: number) => order.slice(0, count).sort((one, other) => one - other);
  const attempt = (count: number) => {
    const places = chosen(count);
    const nameAt = (at: number) => writing.name(listed[places[at]!]!.qualifiedName);
    return written(page, count, nameAt, writing.closeOmitted(listed.length - count));
  };
  const best = fitLargest({ least: 0, most: listed.length - 1, attempt, page });
  if (best === undefined) return sealed(page, undefined, "nothing");
  const shown = chosen(best.at).map((place) => listed[place]!);
  return sealed(page, best, "selected", { shown, cut: shown });
}
