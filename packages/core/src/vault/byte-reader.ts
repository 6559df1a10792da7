const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads back what a `ByteWriter` wrote. Bytes that are not such throw a `RangeError`; nothing is read beyond them. */
export interface ByteReader {
  readonly at: number;
  number(): number;
  string(): string;
  skipString(): void;
}

export function createByteReader(bytes: Uint8Array, start = 0, end = bytes.length): ByteReader {
  let at = start;
  function number(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 49; factor *= 0x80) {
      if (at >= end) break;
      const byte = bytes[at]!;
      at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw damaged();
  }
  function take(): number {
    const length = number();
    const from = at;
    if (length > end - at) throw damaged();
    at += length;
    return from;
  }
  return {
    get at() {
      return at;
    },
    number,
    string() {
      const from = take();
      return shortAscii(bytes, from, at) ?? decoder.decode(bytes.subarray(from, at));
    },
    skipString: () => void take(),
  };
}

/** A call into the decoder costs more than a short name does. */
function shortAscii(bytes: Uint8Array, from: number, to: number): string | undefined {
  if (to - from > 24) return undefined;
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
