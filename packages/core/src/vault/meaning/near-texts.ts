import type { PassageIndex } from "../../search/passages/passage-index.js";
import { nearestRows } from "../../search/vectors/nearest-rows.js";
import { type Nearness, nearnessOf } from "../../search/vectors/nearness.js";
import type { CodedVector, VectorTable } from "../../search/vectors/vector-table.js";
import { MEANING_WEIGHTS } from "../../search/vectors/weights.js";
import type { VaultState } from "../vault-state.js";
import type { TextRows } from "./text-rows.js";

/** How near the texts of a version are to each wording of a question. */
export interface Near {
  notes(wording: string): Nearness | undefined;
  passages(wording: string): Nearness | undefined;
  /** Texts that have a vector, of all. */
  readonly made: number;
  readonly all: number;
}

export interface NearInput {
  readonly table: VectorTable;
  readonly places: TextRows;
}

export function nearTo(
  { passages, notes }: VaultState,
  vectors: ReadonlyMap<string, CodedVector>,
  { table, places }: NearInput,
): Near {
  const found = new Map(
    [...vectors].map(([wording, vector]) => [
      wording,
      nearnessBy(vector, { table, places, passages, notes: notes.size }),
    ]),
  );
  const { made, all } = places;
  return {
    made,
    all,
    notes: (wording) => found.get(wording)?.notes,
    passages: (wording) => found.get(wording)?.passages,
  };
}

interface Compared extends NearInput {
  readonly passages: PassageIndex;
  readonly notes: number;
}

function nearnessBy(vector: CodedVector, { table, places, passages, notes }: Compared) {
  const nearest = nearestRows(vector, table);
  const byRow = new Float32Array(table.rows);
  for (const [at, row] of nearest.rows.entries())
    byRow[row] = nearnessOf(nearest.similarities[at]!, nearest, MEANING_WEIGHTS);
  const ofRow = (row: number) => (row < 0 ? 0 : byRow[row]!);
  const { head, body } = MEANING_WEIGHTS;
  const best = new Float32Array(notes);
  const near = new Float32Array(passages.passages);
  const [nearPassages, nearNotes] = [[] as number[], [] as number[]];
  for (let number = 0; number < notes; number += 1) {
    const own = ofRow(places.heads[number]!);
    const { first, count } = passages.passagesOf(number);
    let most = 0;
    for (let passage = first; passage < first + count; passage += 1) {
      const text = ofRow(places.passages[passage]!);
      most = Math.max(most, text);
      near[passage] = (1 - head) * text + head * own;
      if (near[passage]! > 0) nearPassages.push(passage);
    }
    best[number] = Math.max(own, body * most);
    if (best[number]! > 0) nearNotes.push(number);
  }
  return {
    passages: { found: nearPassages, of: (passage: number) => near[passage] ?? 0 },
    notes: { found: nearNotes, of: (number: number) => best[number] ?? 0 },
  };
}
