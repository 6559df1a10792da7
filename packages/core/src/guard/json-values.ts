/** No call needs as many: what an agent sends is a question and some names. */
const MOST_VALUES = 20_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/**
 * Whether a text has more values than JSON of a caller may have. Told before it is parsed: a megabyte of keys takes a hundred times as long to
 * parse, check and copy as a megabyte of text, and lists in one another are as bad. For a text that is not JSON it also gives a number, which does no harm.
 */
export function hasTooManyValues(json: string): boolean {
  // Each stands behind a mark of its own, but the first.
  if (json.length <= MOST_VALUES) return false;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at + 1);
    else if (code === COMMA || code === LIST || code === OBJECT) {
      values += 1;
      if (values > MOST_VALUES) return true;
    }
  }
  return false;
}

/** Where the quote stands that ends it; the end, where none does. */
function endOfText(json: string, from: number): number {
  for (let at = from; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return json.length;
}
