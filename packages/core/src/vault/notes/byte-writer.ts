const encoder = new TextEncoder();

/** Appends numbers and strings to one growing array of bytes. */
export interface ByteWriter {
  readonly length: number;
  /** A whole number from 0 to 2^53, small ones in few bytes. */
  number(value: number): void;
  string(text: string): void;
  /** A string that stands in other bytes, as UTF-8. */
  range(from: Uint8Array, start: number, end: number): void;
  /** What was written so far; more may be written, and it stays as it is. */
  bytes(): Buffer;
}

export function createByteWriter(capacity = 1024): ByteWriter {
  let buffer = new Uint8Array(capacity);
  let length = 0;
  function reserve(more: number): void {
    if (length + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, length + more));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  }
  function number(value: number): void {
    if (length + 8 > buffer.length) reserve(8);
    let rest = value;
    while (rest > 0x7fffffff) {
      buffer[length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    while (rest > 0x7f) {
      buffer[length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    buffer[length++] = rest;
  }
  return {
    get length() {
      return length;
    },
    number,
    string(text) {
      // Most strings are ASCII and short: their length is known before they are encoded.
      reserve(text.length * 3 + 8);
      const ascii = writeAscii(text);
      if (ascii) return;
      const encoded = encoder.encode(text);
      number(encoded.length);
      buffer.set(encoded, length);
      length += encoded.length;
    },
    range(from, start, end) {
      reserve(end - start + 8);
      number(end - start);
      const at = length - start;
      for (let index = start; index < end; index += 1) buffer[at + index] = from[index]!;
      length += end - start;
    },
    // No copy: what was reserved and never written takes no memory.
    bytes: () => Buffer.from(buffer.buffer, 0, length),
  };

  function writeAscii(text: string): boolean {
    if (text.length > 0x7f) return false;
    const start = length + 1;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return false;
      buffer[start + index] = code;
    }
    buffer[length] = text.length;
    length = start + text.length;
    return true;
  }
}
