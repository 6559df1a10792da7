/** Whether a text is ASCII alone: then nothing has to be looked up in Unicode's tables. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
