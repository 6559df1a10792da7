import type { Filter } from "../content.js";
import type { NoteList } from "./note-list.js";

/** What notes are filtered by, side by side, so that a filter need not decode every note again. */
interface FilterColumns {
  readonly types: readonly string[];
  readonly domains: readonly string[];
  readonly tags: readonly (readonly string[])[];
  readonly paths: readonly string[];
}

const columns = new WeakMap<NoteList, FilterColumns>();

/** A byte for each note: 1 where it passes. Nothing where all do. */
export function maskFor(notes: NoteList, { type, domain, tag, path }: Filter): Uint8Array | undefined {
  if (type === undefined && domain === undefined && tag === undefined && path === undefined) return undefined;
  const known = columnsOf(notes);
  const mask = new Uint8Array(notes.size);
  const [wantedType, wantedDomain, wantedTag] = [type, domain, tag].map((word) => word?.toLowerCase());
  const prefix = path?.replace(/^\.?\/+/u, "");
  for (let number = 0; number < notes.size; number += 1) {
    const passes =
      (wantedType === undefined || known.types[number] === wantedType) &&
      (wantedDomain === undefined || known.domains[number] === wantedDomain) &&
      (wantedTag === undefined || known.tags[number]?.some((one) => hasTag(one, wantedTag)) === true) &&
      (prefix === undefined || known.paths[number]?.startsWith(prefix) === true);
    if (passes && notes.has(number)) mask[number] = 1;
  }
  return mask;
}

/** A tag holds what is nested in it: `area` has `area/work`. */
function hasTag(tag: string, wanted: string): boolean {
  const plain = wanted.replace(/^#/u, "");
  return tag === plain || tag.startsWith(`${plain}/`);
}

function columnsOf(notes: NoteList): FilterColumns {
  const kept = columns.get(notes);
  if (kept !== undefined) return kept;
  const words = new Map<string, string>();
  // One string for all notes that share a type, a domain or a tag.
  const shared = (word: string): string => {
    const lower = word.toLowerCase();
    const one = words.get(lower) ?? lower;
    words.set(lower, one);
    return one;
  };
  const heads = Array.from({ length: notes.size }, (_, number) => (notes.has(number) ? notes.head(number) : undefined));
  const made: FilterColumns = {
    types: heads.map((head) => shared(head?.type ?? "")),
    domains: heads.map((head) => shared(head?.domain ?? "")),
    tags: heads.map((head) => head?.tags.map(shared) ?? []),
    paths: heads.map((head) => head?.path ?? ""),
  };
  columns.set(notes, made);
  return made;
}
