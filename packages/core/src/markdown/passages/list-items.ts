/** Whether an item of an outermost list begins on the line that starts here. */
export function startsItem(text: string, line: number): boolean {
  let at = line;
  while (at < line + 2 && text.charCodeAt(at) === 0x20) at++;
  const code = text.charCodeAt(at);
  if (code === 0x2d || code === 0x2a || code === 0x2b) return isBlank(text.charCodeAt(at + 1));
  const first = at;
  while (at < first + 9 && text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++;
  const mark = text.charCodeAt(at);
  return at > first && (mark === 0x2e || mark === 0x29) && isBlank(text.charCodeAt(at + 1));
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
