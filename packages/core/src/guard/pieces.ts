/** Bytes that arrive piece by piece. */
export interface Pieces {
  add(piece: Uint8Array): void;
  whole(): Uint8Array;
}

/** A piece costs some hundred bytes beside its own: a sender of single bytes must not make a hundred times its body of them. */
const MOST_APART = 1024;

export function createPieces(): Pieces {
  const blocks: Uint8Array[] = [];
  let apart: Uint8Array[] = [];
  return {
    add(piece) {
      apart.push(piece);
      if (apart.length < MOST_APART) return;
      blocks.push(joined(apart));
      apart = [];
    },
    whole: () => joined([...blocks, ...apart]),
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}
