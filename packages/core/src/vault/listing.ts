import { LRUCache } from "lru-cache";
import type { Filter } from "../content.js";
import type { Relevance } from "../graph/relevance.js";
import { maskFor } from "./filter-columns.js";
import type { VaultState } from "./vault-state.js";

/** Every note that passes a filter, best first, by number. */
export type Listing = Int32Array;

/** Paging through a vault asks for the same order again and again, and ordering it is nearly all of the work. */
const listings = new WeakMap<Relevance, LRUCache<string, Listing>>();
const KEPT = 16;

export interface Listed extends Filter {
  readonly query: string;
}

export function listingOf(relevance: Relevance, { notes }: VaultState, listed: Listed): Listing {
  const kept = listings.get(relevance) ?? new LRUCache<string, Listing>({ max: KEPT });
  listings.set(relevance, kept);
  const { query, type, domain, tag, path } = listed;
  const key = JSON.stringify([query, type, domain, tag, path]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const ordered = relevance.order(query, { limit: notes.size, mask: maskFor(notes, listed) });
  const made = Int32Array.from(ordered, ({ node }) => node);
  kept.set(key, made);
  return made;
}
