import { resolvePresence } from "../render/resolution.js";
import type { SectionPath } from "../session/visibility.js";
import { normalisedPath } from "../session/visibility-slice.js";
import type { Binding } from "./binding.js";
import { childrenOf } from "./registry.js";
import { noSuchSection } from "./section-access.js";

/** A section that exists, without its text. */
export interface OutlinedSection {
  readonly path: SectionPath;
  readonly title: string;
  readonly summary: string | undefined;
  readonly depth: number;
  readonly parent: SectionPath | undefined;
  readonly children: readonly SectionPath[];
  /** It or something below it brings tools or skills: it opens only where the prompt is rendered again. */
  readonly bringsTools: boolean;
}

/** What a prompt consists of, for those who list and read sections one by one. */
export interface PromptOutline {
  readonly ns: string;
  readonly key: string;
  /** In the order of the prompt. */
  readonly sections: readonly OutlinedSection[];
  /** A section and all below it, in full, as it would stand in a file of its own. */
  text(path: SectionPath): string;
  /** The section alone, without what is below it. */
  ownText(path: SectionPath): string;
}

/** Which sections exist is asked without a session: a door serves many. */
export function outlineOf({ ns, key }: Pick<PromptOutline, "ns" | "key">, binding: Binding): PromptOutline {
  const { registry, parameters, chunks } = binding;
  const presence = resolvePresence({ registry, parameters });
  const pathOf = (place: number): SectionPath | undefined => registry.sections[place]?.path;
  const sections = registry.sections.flatMap(({ path, depth, definition }, place): OutlinedSection[] => {
    if (!presence.exists(place)) return [];
    const children = [...childrenOf(registry, place)].filter(presence.exists).map((child) => pathOf(child)!);
    const { title, summary } = definition;
    const parent = pathOf(registry.parents[place]!);
    return [{ path, title, summary, depth, parent, children, bringsTools: presence.bringsTools(place) }];
  });
  const placeOf = (path: SectionPath): number => {
    const place = registry.places.get(normalisedPath(path));
    if (place !== undefined && presence.exists(place)) return place;
    throw noSuchSection(path, "path");
  };
  return {
    ns,
    key,
    sections,
    text: (path) => chunks.standalone(placeOf(path), presence),
    ownText: (path) => chunks.full(placeOf(path)).text,
  };
}
