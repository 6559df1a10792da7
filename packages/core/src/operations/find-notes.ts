import type { Notice, Want } from "../model/plan.js";
import type { Graph, PassageQuery, ReadOptions } from "../ports/content.js";
import { doubt } from "./context-pack.js";

interface Finding extends ReadOptions {
  readonly graph: Graph;
}

/** Passages that are looked at for each note that is shown: a long note has several among the best. */
const PASSAGES_A_NOTE = 20;

export interface FoundNotes {
  readonly hits: readonly Omit<Want, "least" | "most">[];
  readonly notices: readonly Notice[];
}

/** The notes that match a question or one of its other wordings, each with its best passage, and what to say where little matches. */
export async function findNotes(
  { also = [], text, ...filter }: PassageQuery,
  limit: number,
  { graph, signal }: Finding,
): Promise<FoundNotes> {
  const wordings = [text, ...also];
  // Before the notes: it asks an embedder, if there is one, for all wordings at once.
  const passages = await graph.passages?.({ text, also, ...filter }, limit * PASSAGES_A_NOTE, { signal });
  const covered = passages?.covered;
  const found = await Promise.all(
    wordings.map((words) => graph.search({ text: words, covered, ...filter }, limit, { signal })),
  );
  // The best of the wordings counts.
  const byId = new Map(
    found
      .flat()
      .toSorted((a, b) => a.score - b.score)
      .map((hit) => [hit.id, hit]),
  );
  const hits = [...byId.values()].toSorted((a, b) => b.score - a.score).slice(0, limit);
  const best = new Map([...(passages?.hits ?? [])].reverse().map(({ note, id }) => [note, id]));
  return {
    hits: hits.map(({ id, score, why }) => ({ id, score, why, best: best.get(id) })),
    notices: passages === undefined ? [] : doubt({ ...passages, hits }),
  };
}
