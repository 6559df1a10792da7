import { type CodedVector, rowIn, sketchWords, type VectorTable } from "../../search/vectors/vector-table.js";

/** The vectors that are known, by the digest of the text that each is of; and which texts each note has. */
export interface VectorRows {
  /** Numbers a vector; 0 while there is none. */
  readonly dimension: number;
  readonly size: number;
  /** Changes with every row and every note. */
  readonly edition: number;
  rowOf(digest: number): number | undefined;
  /** Once for a digest; the first vector decides the dimension. */
  add(digest: number, vector: CodedVector): void;
  /** Good until a row is added. */
  table(): VectorTable;
  /** Digests of a note's passages, by what tells its versions apart. */
  textsOf(note: string): readonly number[] | undefined;
  setTexts(note: string, digests: readonly number[]): void;
  /** Only these rows and notes stay. */
  keep(digests: ReadonlySet<number>, notes: ReadonlySet<string>): void;
  clear(): void;
  entries(): VectorEntries;
}

/** All of it as plain values, in the order of rows. */
export interface VectorEntries {
  readonly digests: Float64Array;
  readonly table: VectorTable;
  readonly notes: ReadonlyMap<string, readonly number[]>;
}

/** Rows that there is room for at first. */
const FIRST_ROOM = 64;

const NOTHING: VectorTable = {
  dimension: 0,
  rows: 0,
  codes: new Int8Array(0),
  scales: new Float32Array(0),
  sketches: new Uint32Array(0),
};

export function createVectorRows(known?: VectorEntries): VectorRows {
  let { codes, scales, sketches, dimension, rows: size } = known?.table ?? NOTHING;
  let rows = new Map(Array.from(known?.digests ?? [], (digest, row) => [digest, row]));
  let notes = new Map(known?.notes);
  let edition = 0;

  function makeRoom(): void {
    if (size < scales.length) return;
    const room = Math.max(FIRST_ROOM, size * 2);
    const words = sketchWords(dimension);
    [codes, scales, sketches] = [
      grown(codes, new Int8Array(room * dimension)),
      grown(scales, new Float32Array(room)),
      grown(sketches, new Uint32Array(room * words)),
    ];
  }

  function table(): VectorTable {
    const words = sketchWords(dimension);
    return {
      dimension,
      rows: size,
      codes: codes.subarray(0, size * dimension),
      scales: scales.subarray(0, size),
      sketches: sketches.subarray(0, size * words),
    };
  }

  function clear(): void {
    ({ codes, scales, sketches, dimension, rows: size } = NOTHING);
    rows = new Map();
    edition += 1;
  }

  function add(digest: number, vector: CodedVector): void {
    if (rows.has(digest)) return;
    if (size === 0) dimension = vector.codes.length;
    makeRoom();
    codes.set(vector.codes, size * dimension);
    scales[size] = vector.scale;
    sketches.set(vector.sketch, size * vector.sketch.length);
    rows.set(digest, size++);
    edition += 1;
  }

  return {
    get dimension() {
      return dimension;
    },
    get size() {
      return size;
    },
    get edition() {
      return edition;
    },
    rowOf: (digest) => rows.get(digest),
    add,
    table,
    textsOf: (note) => notes.get(note),
    setTexts(note, digests) {
      notes.set(note, digests);
      edition += 1;
    },
    keep(digests, keptNotes) {
      const before = { table: table(), rows };
      clear();
      for (const [digest, row] of before.rows) if (digests.has(digest)) add(digest, rowIn(before.table, row));
      notes = new Map([...notes].filter(([note]) => keptNotes.has(note)));
    },
    clear,
    entries: () => ({ digests: Float64Array.from(rows.keys()), table: table(), notes }),
  };
}

function grown<Numbers extends Int8Array | Uint32Array | Float32Array>(before: Numbers, room: Numbers): Numbers {
  room.set(before);
  return room;
}
