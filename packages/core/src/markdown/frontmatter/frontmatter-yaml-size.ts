/** What each ASCII character can cost: 1 for all that can end a token. */
const TOKEN_END = new Uint8Array(128);
for (const mark of "\n,[]{}:\"'?&*!|>%#\\`@") TOKEN_END[mark.charCodeAt(0)] = 1;

/** Upper bounds: of the tokens in `text`, and of how deep they can nest. */
export function measure(text: string): { tokens: number; nesting: number } {
  let tokens = 0;
  let flow = 0;
  let nesting = 0;
  let line = 0;
  const columns: number[] = [];
  let column = 0;
  let inIndent = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 32 && inIndent) {
      column += 1;
      continue;
    }
    if (code === 10) {
      line = 0;
      column = 0;
      inIndent = true;
      tokens += 1;
      continue;
    }
    if (inIndent) {
      inIndent = false;
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
    }
    if (code < 128 && TOKEN_END[code] === 1) tokens += 1;
    if (code === 91 || code === 123) flow += 1;
    else if ((code === 93 || code === 125) && flow > 0) flow -= 1;
    else if (code === 45 || code === 63 || code === 58) {
      const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 32;
      if (next === 32 || next === 9 || next === 10 || next === 13) {
        line += 1;
        if (code === 45) tokens += 1;
      }
    }
    nesting = Math.max(nesting, flow + columns.length + line);
  }
  return { tokens, nesting };
}
