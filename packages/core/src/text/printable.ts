import { replaceTags } from "./invisible.js";

/**
 * Replaces what no text for a model has a use for: control characters but tab and line ends, halves of surrogate pairs, and tag letters, which
 * only a model reads. A text without any comes back as it is.
 */
export function printable(text: string): string {
  return isPrintable(text) ? text : replaceTags(text).replace(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, "\ufffd");
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [9, 10, 13, 32] as const;
const [DELETE, LAST_CONTROL] = [0x7f, 0x9f] as const;
/** The first half of a tag letter, and of little else. */
const FIRST_OF_TAG = 0xdb40;

/** Control characters, and halves of surrogate pairs whether or not they are paired. */
const DOUBTFUL = /[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\uffff]/;

/**
 * Every text that is delivered or priced passes this. A look for units is enough for most; for the others a loop, since it takes a tenth of what the
 * expression above takes to find nothing.
 */
function isPrintable(text: string): boolean {
  if (!DOUBTFUL.test(text)) return true;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < SPACE) {
      if (unit !== LINE_FEED && unit !== TAB && unit !== CARRIAGE_RETURN) return false;
    } else if (unit >= DELETE && (unit <= LAST_CONTROL || (unit & 0xf800) === 0xd800)) {
      if (unit <= LAST_CONTROL || unit === FIRST_OF_TAG || !isPaired(text, at)) return false;
    }
  }
  return true;
}

function isPaired(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 0xdc00 ? (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 : (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** The same for a field that stands in one line of an answer: what any reader takes for the end of a line goes too. */
export function onOneLine(text: string): string {
  return BREAK.test(text) ? text.replace(BREAKS, "\ufffd") : text;
}

const BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu;
