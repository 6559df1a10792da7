import { COMMA, HASH, SPACE } from "./characters";
import { front } from "./front-values";
import { ALIASES, byteAt, LISTED, MOST_LISTED, NOTE, VALUES } from "./layout";
import { ALIAS_COUNT, TAG_COUNT } from "./result";

/** Adds the words of the field's values: tags may stand in one text with blanks between, both with commas. False where there are too many. */
export function addTags(): bool {
  return addAll(TAG_COUNT, LISTED, front.values === 1);
}

export function addAliases(): bool {
  return addAll(ALIAS_COUNT, ALIASES, false);
}

function addAll(count: usize, list: usize, atBlanks: bool): bool {
  for (let value = 0; value < front.values; value++) {
    const row = VALUES + ((<usize>value) << 3);
    const end = load<i32>(row, 4);
    let start = load<i32>(row);
    for (let at = start; at <= end; at++) {
      const parts = at === end || byteAt(at) === COMMA || (atBlanks && byteAt(at) === SPACE);
      if (!parts) continue;
      if (!addWord(count, list, start, at)) return false;
      start = at + 1;
    }
  }
  return true;
}

function addWord(count: usize, list: usize, start: i32, end: i32): bool {
  let from = start;
  let to = end;
  while (from < to && byteAt(from) === SPACE) from++;
  while (to > from && byteAt(to - 1) === SPACE) to--;
  if (from === to || (to === from + 1 && byteAt(from) === HASH)) return true;
  if (byteAt(from) === HASH) from++;
  const number = load<i32>(count);
  if (number === MOST_LISTED) return false;
  const row = list + ((<usize>number) << 3);
  store<u32>(row, <u32>(NOTE + from));
  store<u32>(row, <u32>(NOTE + to), 4);
  store<i32>(count, number + 1);
  return true;
}
