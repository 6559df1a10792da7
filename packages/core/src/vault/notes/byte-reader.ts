/** Reads back what a `ByteWriter` wrote. Bytes that are not such throw a `RangeError`; nothing is read beyond them. */
export interface ByteReader {
  readonly at: number;
  readonly done: boolean;
  number(): number;
  string(): string;
  /** Gives where its text begins; it ends where the reader is then. */
  skipString(): number;
}

export function createByteReader(bytes: Uint8Array, start = 0, end = bytes.length): ByteReader {
  return new Reader(bytes, start, end);
}

/** A class and not closures: one is made for every note of a vault, several times over. */
class Reader implements ByteReader {
  declare at: number;
  declare private readonly bytes: Uint8Array;
  declare private readonly end: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  number(): number {
    const { bytes, end } = this;
    let { at } = this;
    let value = 0;
    for (let factor = 1; factor <= 2 ** 49; factor *= 0x80) {
      if (at >= end) break;
      const byte = bytes[at]!;
      at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        this.at = at;
        return value;
      }
    }
    throw damaged();
  }

  string(): string {
    const from = this.take();
    return readText(this.bytes, from, this.at);
  }

  skipString(): number {
    return this.take();
  }

  private take(): number {
    const length = this.number();
    const from = this.at;
    if (length > this.end - from) throw damaged();
    this.at = from + length;
    return from;
  }
}

export function readText(bytes: Uint8Array, from: number, to: number): string {
  return shortAscii(bytes, from, to) ?? asBuffer(bytes).toString("utf8", from, to);
}

/** Whether a string of ASCII stands at the start; nothing is decoded. */
export function startsWithText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  const { length } = text;
  // Of a longer one the length takes two bytes.
  const from = length < 0x80 ? start + 1 : start + 2;
  if (length >= 0x4000 || from + length > end) return false;
  if (
    length < 0x80
      ? bytes[start] !== length
      : bytes[start] !== ((length & 0x7f) | 0x80) || bytes[start + 1] !== length >> 7
  )
    return false;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== bytes[from + at] || code > 0x7f) return false;
  }
  return true;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** A call into the decoder costs more than a short name does. */
function shortAscii(bytes: Uint8Array, from: number, to: number): string | undefined {
  if (to - from > 10) return undefined;
  let text = "";
  for (let index = from; index < to; index += 1) {
    const byte = bytes[index]!;
    if (byte > 0x7f) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

export function damaged(): RangeError {
  return new RangeError("The bytes end before they should");
}
