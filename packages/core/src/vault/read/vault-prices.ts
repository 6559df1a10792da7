import { priceOf } from "../../gate/render/frame.js";
import { isPdError } from "../../model/errors.js";
import { isPassageId, type NodeId, noteOf } from "../../model/node.js";
import type { TokenCounter, Tokens } from "../../model/tokens.js";
import { o200k } from "../../o200k/index.js";
import type { Price, PriceRequest } from "../../ports/content.js";
import { passageRow } from "../notes/passage-rows.js";
import type { VaultState } from "../vault-state.js";
import { declaredTargets } from "./ranked-links.js";
import { extentOf, type VaultNode, vaultNode } from "./vault-node.js";
import { linkTo, type NoteFiles } from "./vault-source.js";

export interface Pricing {
  readonly files: NoteFiles;
  readonly state: VaultState;
  readonly counter: TokenCounter;
}

/** What nodes cost by a counter: from the table for notes and the default counter, else by reading and counting. Only figures come back. */
export async function pricesOf(asked: readonly PriceRequest[], pricing: Pricing): Promise<readonly Price[]> {
  // Sections of one note are asked for together: its file is read once.
  let last: { readonly number: number; readonly bytes: Buffer } | undefined;
  const bytesOf = (place: VaultNode): Buffer => {
    if (last?.number !== place.number) last = { number: place.number, bytes: pricing.files(place) };
    return last.bytes;
  };
  return asked.flatMap(({ id }) => {
    const stored = storedPrice(id, pricing);
    if (stored !== undefined) return [stored];
    const place = vaultNode(pricing.state, id);
    return place === undefined ? [] : [countedPrice(id, place, pricing, bytesOf)];
  });
}

/** Of a note, by the default counter. Nothing is decoded for it: every list asks for as many prices as it has nodes. */
export function storedPrice(id: NodeId, { state, counter }: Pricing): Price | undefined {
  if (counter.name !== o200k.name || id.includes("#")) return undefined;
  if (isPassageId(id)) return passagePrice(id, state);
  const number = state.ids.find(id);
  const { text, json, says } = state.prices;
  if (number === undefined || !state.notes.has(number) || !text[number] || !json[number]) return undefined;
  // It was looked for the first sentence, and another may describe the note by now.
  const saysDescription = says[number] === 1 && state.sentences[number] === 0;
  const price = { id, text: text[number] as Tokens, json: json[number] as Tokens, saysDescription };
  return { ...price, ...declaredOf(state, number) };
}

/** Of one passage: of several together it is counted, since what stands between them is theirs too. */
function passagePrice(id: NodeId, state: VaultState): Price | undefined {
  const place = vaultNode(state, id);
  if (place?.passages === undefined || place.passages[0] !== place.passages[1]) return undefined;
  const { price } = passageRow(state.passageRows, place.number, place.passages[0]);
  return { id, text: price.text as Tokens, json: price.json as Tokens };
}

/** What level 4 shows beside the text. */
function declaredOf(state: VaultState, number: number): Pick<Price, "declared"> {
  const declared = declaredTargets(state, number);
  return declared.length === 0 ? {} : { declared: declared.map((link) => linkTo(state, link)) };
}

/** A section is hardly dearer than its whole note: a long one is not counted for a price tag. */
const LONG_SECTION = 24 * 1024;
const SEAMS = 4;

/** More bytes than stand around a text in either form. */
const AROUND = 16;

function countedPrice(id: NodeId, place: VaultNode, pricing: Pricing, bytesOf: (place: VaultNode) => Buffer): Price {
  const { state, counter } = pricing;
  const beside = place.section === undefined && place.passages === undefined ? declaredOf(state, place.number) : {};
  try {
    const bytes = bytesOf(place);
    const [start, end] = extentOf(place, bytes.length);
    const whole = end - start > LONG_SECTION ? storedPrice(noteOf(id), pricing) : undefined;
    if (whole !== undefined) return { id, text: (whole.text + SEAMS) as Tokens, json: (whole.json + SEAMS) as Tokens };
    const text = bytes.toString("utf8", start, end);
    return { id, ...priceOf(text, counter), ...beside };
  } catch (error) {
    if (!isPdError(error)) throw error;
    // It cannot be read now: the reading will say so. Its size is a bound: each byte may become three, or two and an escape.
    const { size } = state.notes.stamp(place.number);
    return { id, text: (3 * size + AROUND) as Tokens, json: (3 * size + AROUND) as Tokens };
  }
}
