import { LRUCache } from "lru-cache";
import type { Filter } from "../../ports/content.js";
import type { Relevance } from "../../search/relevance/relevance.js";
import { orderDigest } from "../notes/note-digest.js";
import { maskFor } from "../read/filter-columns.js";
import type { VaultState } from "../vault-state.js";

/** Every note that passes a filter, best first. */
export interface Listing {
  readonly numbers: Int32Array;
  /** Tells this order from others. */
  readonly order: number;
}

/** Paging through a vault asks for the same order again and again, and ordering it is nearly all of the work. */
const listings = new WeakMap<Relevance, LRUCache<string, Listing>>();
const KEPT = 16;

export interface Listed extends Filter {
  readonly query: string;
}

export function listingOf(relevance: Relevance, state: VaultState, listed: Listed): Listing {
  const kept = listings.get(relevance) ?? new LRUCache<string, Listing>({ max: KEPT });
  listings.set(relevance, kept);
  const { query, type, domain, tag, path } = listed;
  const key = JSON.stringify([query, type, domain, tag, path]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { notes } = state;
  const ordered = relevance.order(query, { limit: notes.size, mask: maskFor(state, listed) });
  const numbers = Int32Array.from(ordered, ({ node }) => node);
  const made = { numbers, order: orderDigest(state, numbers) };
  kept.set(key, made);
  return made;
}
