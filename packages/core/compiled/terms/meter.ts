import {
  astralUnits,
  codeAt,
  costAt,
  isKnown,
  kindAt,
  kindOf,
  PIECE_LIMIT,
  RARE_FROM,
  runUnits,
  step,
  UNIT,
  unknownWordUnits,
} from "./pieces";

// Cuts a text as `estimate.ts` does and adds up what its pieces cost. Places are UTF-16 units.

const SURE_FROM: u32 = 12;
const CJK_LIMIT: u32 = 5;
const LETTER: u32 = 1;
export const UPPER: u32 = 2;
const NEWLINE: u32 = 4;
const MARK: u32 = 5;
const DIGIT: u32 = 6;
const CJK: u32 = 7;

export const SPACE: u32 = 32;
const LINE_FEED: u32 = 10;
const CARRIAGE_RETURN: u32 = 13;
const TAB: u32 = 9;
const QUOTE: u32 = 34;
const SLASH: u32 = 47;
const BACKSLASH: u32 = 92;
const PER_CJK_IN_ONE: i32 = 3;

// Where the scan stands. The prefix is the blank or mark before it that may go with the next word and is not yet paid.
export let cursor: u32 = 0;
export let units: i32 = 0;
export let prefix: u32 = 0;
let length: u32 = 0;
/** What the characters cost that JSON escapes. */
let escapes: f64 = 0;
/** How many bytes a place is further on in the bytes than in the text. */
export let shift: u32 = 0;

export function moveTo(place: u32, paid: i32, unpaid: u32): void {
  cursor = place;
  units = paid;
  prefix = unpaid;
}

export function beginText(from: usize, size: u32): void {
  length = size;
  shift = <u32>from;
  cursor = 0;
  units = 0;
  prefix = 0;
  escapes = 0;
}

/** These bytes were passed: those after the first of a character have no place of their own in the text; four of them are two units. */
export function pass(start: usize, end: usize): void {
  for (let at = start; at < end; at += 1) {
    const byte = load<u8>(at);
    if (byte >= 0x80) shift += byte < 0xc0 ? 1 : byte >= 0xf0 ? -1 : 0;
  }
}

/** What all of it costs, once it is at its end. */
export function tokensOfText(): u32 {
  while (cursor < length) takePiece();
  payPrefix();
  return max(1, <u32>((units + UNIT - 1) / UNIT));
}

export function tokensOfEscapes(): u32 {
  return <u32>Math.ceil(8 + escapes);
}

/** The next piece, whatever it is. */
export function takePiece(): void {
  const from = cursor;
  const kind = kindAt(from);
  if (kind <= UPPER) takeWord(kind);
  else if (kind <= NEWLINE) takeBlanks();
  else if (kind === MARK) takeMarks();
  else if (kind === DIGIT) takeDigits();
  else if (kind === CJK) takeCjk();
  else takeSymbol();
  if (kind <= UPPER || kind === DIGIT) return;
  for (let at = from; at < cursor; at += 1) {
    const code = codeAt(at);
    if (code <= QUOTE || code === BACKSLASH) escapes += escapeCost(code);
  }
}

function escapeCost(code: u32): f64 {
  if (code === LINE_FEED || code === QUOTE || code === BACKSLASH || code === TAB || code === CARRIAGE_RETURN)
    return 1.3;
  return code < SPACE ? 5 : 0;
}

function takeWord(first: u32): void {
  const start = cursor;
  const stop = min(length, start + PIECE_LIMIT);
  let at = start;
  let code = codeAt(at);
  let kind = first;
  let hash = prefix;
  let bits: u32 = 0;
  let before = kind;
  do {
    bits |= code;
    hash = step(hash, code);
    at += 1;
    code = at < length ? codeAt(at) : 0;
    before = kind;
    kind = kindOf(code);
  } while (at < stop && (kind <= LETTER || (kind === UPPER && before === UPPER)));
  const sure = at - start >= SURE_FROM || bits > 127 || (at - start >= RARE_FROM && kindAt(start + 1) === UPPER);
  units += isKnown(hash, sure) ? UNIT : unknownWordUnits(start, at, hash, prefix, sure);
  prefix = 0;
  cursor = at;
}

function takeBlanks(): void {
  payPrefix();
  const start = cursor;
  let end = start;
  let line = start;
  for (; end < length; end += 1) {
    const kind = kindAt(end);
    if (kind <= UPPER || kind > NEWLINE) break;
    if (kind === NEWLINE) line = end + 1;
  }
  const last = end < length && end > line ? end - 1 : end;
  if (line > start) units += runUnits(start, line);
  if (last > line) units += runUnits(line, last);
  if (end > last) prefix = codeAt(last);
  cursor = end;
}

function takeMarks(): void {
  const spaced = prefix === SPACE;
  if (!spaced) payPrefix();
  const start = spaced ? cursor - 1 : cursor;
  let end = cursor + 1;
  while (end < length && kindAt(end) === MARK) end += 1;
  prefix = 0;
  cursor = end;
  if (end - start === 1 && end < length && startsWord(kindAt(end))) {
    prefix = codeAt(start);
    return;
  }
  for (; end < length; end += 1) {
    const code = codeAt(end);
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== SLASH) break;
  }
  units += runUnits(start, end);
  cursor = end;
}

function takeDigits(): void {
  payPrefix();
  let end = cursor + 1;
  while (end < length && kindAt(end) === DIGIT) end += 1;
  units += <i32>((end - cursor + 2) / 3) * UNIT;
  cursor = end;
}

function takeCjk(): void {
  const start = cursor;
  let end = prefix === SPACE ? longestKnown(start, step(0, SPACE)) : start;
  if (end > start) prefix = 0;
  else {
    payPrefix();
    end = longestKnown(start, 0);
  }
  units += end > start ? UNIT + <i32>(end - start - 1) * PER_CJK_IN_ONE : costAt(start);
  cursor = max(end, start + 1);
}

function longestKnown(start: u32, before: u32): u32 {
  let known = start;
  let hash = before;
  const stop = min(length, start + CJK_LIMIT);
  for (let at = start; at < stop && kindAt(at) === CJK && costAt(at) === UNIT; at += 1) {
    hash = step(hash, codeAt(at));
    if ((at > start || before !== 0) && isKnown(hash, true)) known = at + 1;
  }
  return known;
}

function takeSymbol(): void {
  const spaced = prefix === SPACE;
  const code = codeAt(cursor);
  // Text that was valid UTF-8 has both halves of such a character.
  if (code >= 0xd800 && code < 0xdc00) {
    payPrefix();
    units += astralUnits(0x10000 + ((code - 0xd800) << 10) + (codeAt(cursor + 1) - 0xdc00));
    cursor += 2;
    return;
  }
  if (!spaced) payPrefix();
  const hash = step(spaced ? step(0, SPACE) : 0, code);
  const lined = codeAt(cursor + 1) === LINE_FEED && isKnown(step(hash, LINE_FEED), true);
  if (spaced && (lined || isKnown(hash, true))) prefix = 0;
  payPrefix();
  units += lined ? UNIT : costAt(cursor);
  cursor += lined ? 2 : 1;
}

function payPrefix(): void {
  if (prefix !== 0) units += UNIT;
  prefix = 0;
}

function startsWord(kind: u32): bool {
  return kind <= UPPER || kind === CJK;
}
