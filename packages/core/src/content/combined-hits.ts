import type { NodeId } from "../model/node.js";
import type { Why } from "../model/view.js";
import type { GatheredHit, Hit, PassageHit, ReadOptions } from "../ports/content.js";
import type { Names, Part } from "./combined-names.js";

type Naming = (id: NodeId) => NodeId;

interface Found<One extends Hit> {
  readonly part: Part;
  readonly hit: One;
}

/** Scores of the same kind of index are of the same scale. Ties stay in the order of the parts. */
export async function bestFirst<One extends Hit>(
  parts: readonly Part[],
  find: (part: Part) => Promise<readonly One[]>,
): Promise<readonly Found<One>[]> {
  const found = await Promise.all(parts.map(async (part) => (await find(part)).map((hit) => ({ part, hit }))));
  return found.flat().toSorted((a, b) => b.hit.score - a.hit.score);
}

export async function named<One extends Hit>(
  found: readonly Found<One>[],
  rename: (hit: One, name: Naming) => One,
  { names, options }: { readonly names: Names; readonly options: ReadOptions | undefined },
): Promise<readonly One[]> {
  const namings = [...new Set(found.map(({ part }) => part))].map(async (part) => {
    const hits = found.filter((one) => one.part === part).map(({ hit }) => hit);
    const ids = hits.flatMap(({ id, why }) => [id, ...why.flatMap(({ via }) => via ?? [])]);
    return [part, await names.outer(part, ids, options)] as const;
  });
  const namingOf = new Map(await Promise.all(namings));
  return found.map(({ part, hit }) => rename(hit, namingOf.get(part)!));
}

export function nameHit<One extends Hit>(hit: One, name: Naming): One {
  const why = hit.why.map((one): Why => (one.via === undefined ? one : { ...one, via: name(one.via) }));
  return { ...hit, id: name(hit.id), why };
}

export function nameGathered(hit: GatheredHit, name: Naming): GatheredHit {
  const sections = hit.sections.map((section) => ({ ...section, id: name(section.id) }));
  return { ...nameHit(hit, name), sections };
}

export function namePassage(hit: PassageHit, name: Naming): PassageHit {
  return { ...nameHit(hit, name), note: name(hit.note) };
}
