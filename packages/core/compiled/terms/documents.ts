import { ORDER, OUTPUT, TERMS } from "./memory";

// The terms of the document at hand, each once and with its count; and, when it ends, as they are kept.

const MOST_COUNTED: u32 = 255;

let stamp: u32 = 0;
/** Where the next new term of the document goes. */
let fresh: usize = ORDER;
let count: u32 = 0;
let written: usize = OUTPUT;

export function beginDocument(): void {
  stamp += 1;
  fresh = ORDER;
  count = 0;
}

/** A term's number × 2, plus 1 where it is written like a name. */
export function addTerm(word: u32): void {
  count += 1;
  const seen = TERMS + ((<usize>(word >> 1)) << 3);
  // No branch: whether a document has had a term cannot be foreseen. A word is equal to what stands there but for the lowest bit.
  const known: u32 = 0 - <u32>(load<u32>(seen) === stamp);
  const place: usize = (load<u32>(seen, 4) & known) | (<u32>fresh & ~known);
  store<u32>(seen, stamp);
  store<u32>(seen, <u32>place, 4);
  store<u32>(place, (load<u32>(place) & known) | word);
  store<u32>(place, (load<u32>(place, 4) & known) + 1, 4);
  fresh += 8 & ~known;
}

/** How many terms it has, repetitions counted. */
export function endDocument(): u32 {
  let at = written;
  for (let place: usize = ORDER; place < fresh; place += 8) {
    const times = load<u32>(place, 4);
    let rest = load<u32>(place) * 2 + (times > 1 ? 1 : 0);
    while (rest > 127) {
      store<u8>(at++, (rest & 127) | 128);
      rest >>= 7;
    }
    store<u8>(at++, rest);
    if (times > 1) store<u8>(at++, min(times, MOST_COUNTED));
  }
  written = at;
  return count;
}

export function rewind(): void {
  written = OUTPUT;
}

export function bytesWritten(): u32 {
  return <u32>(written - OUTPUT);
}
