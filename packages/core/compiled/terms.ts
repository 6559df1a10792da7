// The terms of texts and what they cost, as `graph/tokenizer.ts` and `estimate.ts` find them, to the unit. What is met for the first time
// (a spelling, a block of characters) is asked of the host, which knows stems and Unicode.

import { afterNext } from "./terms/any-words";
import { byteKind } from "./terms/characters";
import { addTerm, beginDocument, bytesWritten, endDocument, rewind } from "./terms/documents";
import { DOCUMENTS, RESULT } from "./terms/memory";
import { beginText, cursor, pass, shift, takePiece, tokensOfEscapes, tokensOfText } from "./terms/meter";
import { JOINED, listFields } from "./terms/packed-note";
import { setPowers } from "./terms/pieces";
import { afterPlainWords } from "./terms/plain-words";
import { setSeed } from "./terms/spellings";
import { widen } from "./terms/utf16";

const LINE_FEED: u8 = 10;

export function prepare(seed: u64): void {
  setSeed(seed);
  setPowers();
}

/** A term of a dense script, from the host. */
export function add(word: u32): void {
  addTerm(word);
}

function isAscii(from: usize, to: usize): bool {
  let at = from;
  for (; at + 16 <= to; at += 16) if (i8x16.bitmask(v128.load(at)) !== 0) return false;
  for (; at < to; at += 1) if (load<u8>(at) >= 0x80) return false;
  return true;
}

/** The terms of documents whose texts stand in some bytes, in each a place or several. */
export function tokenizeAll(texts: u32): void {
  rewind();
  let into: usize = DOCUMENTS;
  let at: usize = DOCUMENTS;
  const last = DOCUMENTS + ((<usize>texts) << 3);
  while (at < last) {
    beginDocument();
    do {
      const start: usize = load<u32>(at) & ~JOINED;
      // What stands before a text is no part of it: each begins a sentence.
      store<u8>(start - 1, LINE_FEED);
      tokenize(start, load<u32>(at, 4));
      at += 8;
    } while (at < last && (load<u32>(at) & JOINED) !== 0);
    finishDocument(into);
    into += 8;
  }
}

/** The terms of a packed note's fields. How many documents they are; 0 where not all is ASCII, and nothing was done. */
export function tokenizeFields(from: usize, to: usize): u32 {
  const texts = listFields(from, to);
  let documents: u32 = 0;
  for (let at: usize = DOCUMENTS; at < DOCUMENTS + ((<usize>texts) << 3); at += 8) {
    const start = load<u32>(at);
    if (!isAscii(start & ~JOINED, load<u32>(at, 4))) return 0;
    if ((start & JOINED) === 0) documents += 1;
  }
  tokenizeAll(texts);
  return documents;
}

/** The terms of the documents of a file and the cost of its text. False: the text is no UTF-8, and nothing was done. */
export function measureAll(from: usize, to: usize, documents: u32): bool {
  const size = widen(from, to);
  if (size < 0) return false;
  const isAscii = size === <i32>(to - from);
  beginText(from, size);
  rewind();
  let at = from;
  for (let place: usize = DOCUMENTS; place < DOCUMENTS + ((<usize>documents) << 3); place += 8) {
    const start: usize = load<u32>(place);
    const end: usize = load<u32>(place, 4);
    if (!isAscii) pass(at, start);
    beginDocument();
    measure(start, end, isAscii);
    finishDocument(place);
    at = end;
  }
  const count = tokensOfText();
  store<u32>(RESULT, count);
  store<u32>(RESULT, count + tokensOfEscapes(), 4);
  return true;
}

function finishDocument(place: usize): void {
  store<u32>(place, endDocument(), 4);
  store<u32>(place, bytesWritten());
}

function tokenize(from: usize, end: usize): void {
  // A nought ends every word.
  const after = v128.load(end);
  v128.store(end, i64x2.splat(0));
  let at = from;
  while (at < end) {
    if (byteKind(load<u8>(at)) === 0) at += 1;
    else at = afterNext(at, from, end);
  }
  v128.store(end, after);
}

/**
 * Most of a text is plain words with single spaces between: there one look at the table gives the term and the price.
 * Elsewhere the meter and the tokenizer go on each by itself, since they cut texts differently, and meet again.
 */
function measure(from: usize, end: usize, isAscii: bool): void {
  const after = v128.load(end);
  v128.store(end, i64x2.splat(0));
  let at = from;
  while (at < end) {
    while (cursor < <u32>at - shift) takePiece();
    if (cursor === <u32>at - shift) {
      at = afterPlainWords(at, end);
      if (at >= end) break;
      if (cursor === <u32>at - shift) takePiece();
    }
    if (byteKind(load<u8>(at)) === 0) at += 1;
    else {
      const next = afterNext(at, from, end);
      if (!isAscii) pass(at, next);
      at = next;
    }
  }
  v128.store(end, after);
}
