const NEWLINE = 10;

export interface LineReaderOptions {
  /** In bytes. A longer line is thrown away while it comes, so that it never lies in memory as a whole. */
  readonly largest: number;
  readonly onLine: (line: string) => void;
  readonly onTooLong: () => void;
}

export interface LineReader {
  take(chunk: Buffer): void;
  /** Nothing more will come: what stands there is a line too. */
  end(): void;
}

/** Cuts a stream of bytes into lines. What is cut are bytes, so no character is torn between two chunks. */
export function createLineReader({ largest, onLine, onTooLong }: LineReaderOptions): LineReader {
  let parts: Buffer[] = [];
  let length = 0;

  return { take, end: finish };

  function take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }

  function add(part: Buffer): void {
    const before = length;
    length += part.length;
    if (length <= largest) {
      parts.push(part);
      return;
    }
    parts = [];
    if (before <= largest) onTooLong();
  }

  function finish(): void {
    const line = length > largest ? "" : Buffer.concat(parts).toString().trim();
    parts = [];
    length = 0;
    if (line !== "") onLine(line);
  }
}
