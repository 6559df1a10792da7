/** A text as bytes, until the next one is written. */
export interface Utf8Text {
  bytes: Uint8Array;
  /** The same bytes, to read four at once, also some behind the end. */
  words: DataView;
  /** Where a zero stands that is none of the text. */
  end: number;
  /** Makes room for so many bytes. */
  reserve(size: number): void;
  endAt(end: number): void;
}

/** Kept for the next text; what a longer one needs is let go. */
const KEPT_BYTES: number = 3 << 16;
/** Bytes that may be read behind a text, whatever they are. */
const BEHIND = 16;

export function createUtf8Text(): Utf8Text {
  const kept = new Uint8Array(KEPT_BYTES + BEHIND);
  const keptWords = new DataView(kept.buffer);
  return {
    bytes: kept,
    words: keptWords,
    end: 0,
    reserve(size) {
      const fits = size <= KEPT_BYTES;
      this.bytes = fits ? kept : new Uint8Array(size + BEHIND);
      this.words = fits ? keptWords : new DataView(this.bytes.buffer);
    },
    endAt(end) {
      this.end = end;
      this.bytes[end] = 0;
    },
  };
}

/** Below, asking the encoder takes longer than writing. */
const BY_HAND = 48;

/** What `TextEncoder` is here. */
export interface Encoder {
  encodeInto(text: string, bytes: Uint8Array): { readonly written: number };
}

/** Writes a text, a lone surrogate as U+FFFD, as everybody does. */
export function writeUtf8(text: string, into: Utf8Text, encoder: Encoder): void {
  const { length } = text;
  into.reserve(3 * length);
  if (length <= BY_HAND && isAsciiWritten(text, into.bytes)) into.endAt(length);
  else into.endAt(encoder.encodeInto(text, into.bytes).written);
}

function isAsciiWritten(text: string, bytes: Uint8Array): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return false;
    bytes[at] = code;
  }
  return true;
}
