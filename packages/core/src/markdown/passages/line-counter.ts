/** The line of an offset, counted from 1. Offsets that never go back cost one pass over the text altogether. */
export function createLineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    if (offset < at) [line, at] = [1, 0];
    for (; at < offset; at++) {
      const code = text.charCodeAt(at);
      // A carriage return with a line feed behind it is one line ending.
      if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) line += 1;
    }
    return line;
  };
}
