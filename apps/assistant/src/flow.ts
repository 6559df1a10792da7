import type { OutputStream } from "./output.js";

/** Text that arrives in pieces. */
export interface Flow {
  write(piece: string): void;
  endLine(): void;
}

/** Breaks lines between words where a person reads; what goes to a file or a program stays as it is. */
export function createFlow(stream: OutputStream): Flow {
  const width = stream.isTTY === true ? (stream.columns ?? 80) : Number.POSITIVE_INFINITY;
  let column = 0;
  /** A word that may go on in the next piece. */
  let word = "";

  function flush(): void {
    if (word === "") return;
    if (column > 0 && column + word.length >= width) {
      stream.write("\n");
      column = 0;
    }
    stream.write(word);
    column += word.length;
    word = "";
  }

  return {
    write(piece) {
      for (const part of piece.split(/(\s)/)) {
        if (!/^\s$/.test(part)) {
          word += part;
          continue;
        }
        flush();
        if (part === "\n") column = 0;
        else column += 1;
        stream.write(part);
      }
      // Nobody waits for the end of a word where no line is broken.
      if (width === Number.POSITIVE_INFINITY) flush();
    },
    endLine() {
      flush();
      if (column > 0) stream.write("\n");
      column = 0;
    },
  };
}
