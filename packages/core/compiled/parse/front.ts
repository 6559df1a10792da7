import { DASH, GREATER_THAN, HASH, LINE_FEED, PIPE, SPACE } from "./characters";
import { DOUBTFUL_FRONT, FRONT, fence, findFence } from "./front-fence";
import {
  ALIASES_FIELD,
  fieldOf,
  forgetKeys,
  isNewKey,
  keyEnd,
  NO_FIELD,
  TAGS_FIELD,
  TITLE_FIELD,
  UNREAD_FIELD,
} from "./front-keys";
import { addAliases, addTags } from "./front-lists";
import { front, lineEndAfter, nextColumn, readInline, skipSpaces, startsPlain } from "./front-values";
import { byteAt, NOTE, VALUES } from "./layout";
import { forgetFront, NAME, setField } from "./result";
import { isWellFormed } from "./texts";

/** Reads the frontmatter that nearly all notes have: one line a field, or a list. Whatever it reads, the TypeScript reads alike. */
export function readFront(length: i32): i32 {
  forgetFront();
  const found = findFence(length);
  if (found !== FRONT) return found;
  return isClean() && readFields() ? FRONT : DOUBTFUL_FRONT;
}

/** No tab or other control character, and nothing that is decoded to something else. */
function isClean(): bool {
  let beyond = false;
  for (let at = fence.open; at < fence.close; at++) {
    const code = byteAt(at);
    if (code < SPACE && code !== LINE_FEED) return false;
    if (code < 128) continue;
    beyond = true;
    if (code === 0xef && byteAt(at + 1) === 0xbf && byteAt(at + 2) === 0xbd) return false;
  }
  return !beyond || isWellFormed(NOTE + fence.open, NOTE + fence.close);
}

let titleStart: usize = 0;
let titleEnd: usize = 0;

function readFields(): bool {
  front.at = fence.open;
  front.end = fence.close;
  titleStart = 0;
  titleEnd = 0;
  forgetKeys();
  while (true) {
    const column = nextColumn();
    if (column < 0) break;
    if (column > 0) return false;
    const start = front.at;
    const colon = keyEnd(start, front.end);
    if (colon < 0 || !isNewKey(start, colon)) return false;
    const field = fieldOf(start, colon);
    if (field === UNREAD_FIELD || !readField(colon + 1, field)) return false;
  }
  // A title names a note that has no name.
  if (load<u32>(NAME) === 0) setField(NAME, titleStart, titleEnd);
  return true;
}

/** Reads what stands after a key's colon. */
function readField(afterColon: i32, field: usize): bool {
  const from = skipSpaces(afterColon);
  const code = from >= front.end ? LINE_FEED : byteAt(from);
  front.values = 0;
  let isList = byteAt(from) === 91;
  if (code === LINE_FEED || code === HASH) {
    front.at = min(lineEndAfter(from) + 1, front.end);
    const below = nextColumn();
    if (below < 0) return true;
    const start = front.at + below;
    isList = byteAt(start) === DASH && byteAt(start + 1) === SPACE;
    // Nothing, where the next field follows; a map or a text on its own line is the TypeScript's.
    if (!isList) return below === 0;
    if (!readList(below)) return false;
  } else if (code === PIPE || code === GREATER_THAN || !readInline(from) || goesOn(from)) return false;
  return take(field, isList);
}

/** `- item` lines at a column. */
function readList(column: i32): bool {
  while (true) {
    const found = nextColumn();
    if (found < column) return true;
    if (found > column) return false;
    const dash = front.at + column;
    if (byteAt(dash) !== DASH || byteAt(dash + 1) !== SPACE) return true;
    const from = skipSpaces(dash + 2);
    if (from >= front.end || !readInline(from)) return false;
  }
}

/** Whether a text without quotes goes on in the next line with content. */
function goesOn(from: i32): bool {
  if (!startsPlain(from)) return false;
  let at = front.at;
  while (at < front.end) {
    const content = skipSpaces(at);
    const code = byteAt(content);
    if (content < front.end && code !== LINE_FEED) return content > at && code !== HASH;
    at = lineEndAfter(content) + 1;
  }
  return false;
}

function take(field: usize, isList: bool): bool {
  if (field === NO_FIELD) return true;
  if (field === TAGS_FIELD) return addTags();
  if (field === ALIASES_FIELD) return addAliases();
  if (isList) return false;
  let start = load<i32>(VALUES);
  let end = load<i32>(VALUES, 4);
  while (start < end && byteAt(start) === SPACE) start++;
  while (end > start && byteAt(end - 1) === SPACE) end--;
  if (start === end) return true;
  if (field === TITLE_FIELD) {
    titleStart = NOTE + start;
    titleEnd = NOTE + end;
  } else setField(field, NOTE + start, NOTE + end);
  return true;
}
