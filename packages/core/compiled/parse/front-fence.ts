import { DASH, DOT, isWhitespace, LESS_THAN, LINE_FEED, skipBlanks } from "./characters";
import { byteAt, FEEDS } from "./layout";

/** Where the frontmatter stands: after its opening line, at its closing line, and after that. */
export namespace fence {
  export let open: i32 = 0;
  export let close: i32 = 0;
  export let end: i32 = 0;
}

export const NO_FRONT: i32 = 0;
export const FRONT: i32 = 1;
/** There may be one, which the TypeScript reads. */
export const DOUBTFUL_FRONT: i32 = 2;

const MOST_FRONT_BYTES: i32 = 16384;

export function findFence(length: i32): i32 {
  fence.end = 0;
  if (!isRun(0, DASH)) return maybeLater(length);
  const opened = skipBlanks(3, length);
  if (opened >= length || byteAt(opened) !== LINE_FEED) return DOUBTFUL_FRONT;
  fence.open = opened + 1;
  let feed = FEEDS;
  for (let at = fence.open; at < length; ) {
    if (at - fence.open > MOST_FRONT_BYTES) return DOUBTFUL_FRONT;
    while (load<i32>(feed) < at) feed += 4;
    const lineEnd = load<i32>(feed);
    if ((isRun(at, DASH) || isRun(at, DOT)) && skipBlanks(at + 3, length) === lineEnd) {
      fence.close = at;
      fence.end = min(lineEnd + 1, length);
      return FRONT;
    }
    at = lineEnd + 1;
  }
  return DOUBTFUL_FRONT;
}

function isRun(at: i32, code: i32): bool {
  return byteAt(at) === code && byteAt(at + 1) === code && byteAt(at + 2) === code;
}

/** Blank lines and a comment may stand before it. */
function maybeLater(length: i32): i32 {
  let at = 0;
  while (at < length && isWhitespace(byteAt(at))) at++;
  if (at > 0 && isRun(at, DASH)) return DOUBTFUL_FRONT;
  return byteAt(at) === LESS_THAN || byteAt(at) === 0xef ? DOUBTFUL_FRONT : NO_FRONT;
}
