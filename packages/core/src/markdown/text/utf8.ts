const decoder = new TextDecoder("utf-8");
const NOT_ASCII = /[\u0080-\u00ff]/;

/** The readable text of bytes that were decoded as latin1; such text keeps byte offsets but shows no accent right. */
export function fromLatin1(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return decoder.decode(bytes);
}

/** Whether the code unit continues a character: the second half of a surrogate pair, or of latin1 text a UTF-8 tail. */
function continuesCharacter(code: number, latin1: boolean): boolean {
  return latin1 ? (code & 0xc0) === 0x80 : (code & 0xfc00) === 0xdc00;
}

/** `text.slice(start, end)` as it reads, moved outwards where it would cut a character in two. */
export function readableSlice(text: string, start: number, end: number, latin1: boolean): string {
  let from = start;
  let to = end;
  while (from > 0 && continuesCharacter(text.charCodeAt(from), latin1)) from--;
  while (to < text.length && continuesCharacter(text.charCodeAt(to), latin1)) to++;
  const slice = text.slice(from, to);
  return latin1 ? fromLatin1(slice) : slice;
}
