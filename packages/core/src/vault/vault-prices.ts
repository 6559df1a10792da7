import type { Price, PriceRequest } from "../content.js";
import { estimate, utf8Length } from "../counters.js";
import { isPdError } from "../errors.js";
import type { NodeId } from "../node.js";
import { type TokenCounter, type Tokens, tokens } from "../tokens.js";
import { extentOf, type Place, placeOf } from "./place-in-vault.js";
import { readFile } from "./vault-source.js";
import type { VaultState } from "./vault-state.js";

export interface Pricing {
  readonly root: string;
  readonly state: VaultState;
  readonly counter: TokenCounter;
}

/** What nodes cost by a counter: from the table for notes and the default counter, else by reading and counting. Only figures come back. */
export async function pricesOf(asked: readonly PriceRequest[], pricing: Pricing): Promise<readonly Price[]> {
  // Sections of one note are asked for together: its file is read once.
  let last: { readonly number: number; readonly bytes: Buffer } | undefined;
  const bytesOf = (place: Place): Buffer => {
    if (last?.number !== place.number)
      last = { number: place.number, bytes: readFile(pricing.root, pricing.state, place) };
    return last.bytes;
  };
  return asked.flatMap(({ id }) => {
    const stored = storedPrice(id, pricing);
    if (stored !== undefined) return [stored];
    const place = placeOf(pricing.state, id);
    return place === undefined ? [] : [countedPrice(id, place, pricing, bytesOf)];
  });
}

/** Of a note, by the default counter. Nothing is decoded for it: every list asks for as many prices as it has nodes. */
function storedPrice(id: NodeId, { state, counter }: Pricing): Price | undefined {
  if (counter.name !== estimate.name || id.includes("#")) return undefined;
  const number = state.ids.find(id);
  const { text, json, says } = state.prices;
  if (number === undefined || !state.notes.has(number) || !text[number] || !json[number]) return undefined;
  return { id, text: text[number] as Tokens, json: json[number] as Tokens, saysDescription: says[number] === 1 };
}

function countedPrice(id: NodeId, place: Place, { state, counter }: Pricing, bytesOf: (place: Place) => Buffer): Price {
  try {
    const bytes = bytesOf(place);
    const [start, end] = extentOf(place, bytes.length);
    const text = bytes.toString("utf8", start, end);
    return { id, text: tokens(counter.count(text)), json: tokens(counter.count(JSON.stringify(text))) };
  } catch (error) {
    if (!isPdError(error)) throw error;
    // It cannot be read now: the reading will say so. Its size is a bound, six bytes for each that JSON may have to escape.
    const { size } = state.notes.stamp(place.number);
    return { id, text: size as Tokens, json: (6 * size + utf8Length('""')) as Tokens };
  }
}
