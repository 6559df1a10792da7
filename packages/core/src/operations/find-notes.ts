import type { Notice, Want } from "../model/plan.js";
import type { Graph, Hit, PassageQuery, ReadOptions } from "../ports/content.js";
import { doubt } from "./context-pack.js";

interface Finding extends ReadOptions {
  readonly graph: Graph;
}

export interface FoundNotes {
  readonly hits: readonly Omit<Want, "least" | "most">[];
  readonly notices: readonly Notice[];
}

/** The notes that match a question or one of its other wordings, each with its best passage, and what to say where little matches. */
export async function findNotes(asked: PassageQuery, limit: number, finding: Finding): Promise<FoundNotes> {
  const { graph, signal } = finding;
  // No words match every note.
  const query = { ...asked, also: asked.also?.filter((words) => words.trim() !== "") };
  const byWords = await hitsOf(query, limit, finding);
  const wordings = 1 + (query.also?.length ?? 0);
  const bestOf = (hits: readonly Hit[]) =>
    graph.passages?.({ ...query, within: hits.map(({ id }) => id) }, hits.length * wordings, { signal });
  const first = await bestOf(byWords);
  // Where there is an embedder, meaning counts by how little words have found.
  const isMeant = graph.hasMeaning === true && first !== undefined;
  const hits = isMeant ? await hitsOf({ ...query, covered: first.covered }, limit, finding) : byWords;
  const passages = isMeant ? { ...first, hits: (await bestOf(hits))?.hits ?? [] } : first;
  const best = new Map((passages?.hits ?? []).toReversed().map(({ note, id }) => [note, id]));
  return {
    hits: hits.map(({ id, score, why }) => ({ id, score, why, best: best.get(id) })),
    notices: passages === undefined ? [] : doubt({ ...passages, hits }),
  };
}

async function hitsOf(
  { also = [], text, ...filter }: PassageQuery,
  limit: number,
  { graph, signal }: Finding,
): Promise<readonly Hit[]> {
  const found = await Promise.all(
    [text, ...also].map((words) => graph.search({ text: words, ...filter }, limit, { signal })),
  );
  // The best of the wordings counts.
  const byId = new Map(
    found
      .flat()
      .toSorted((a, b) => a.score - b.score)
      .map((hit) => [hit.id, hit]),
  );
  return [...byId.values()].toSorted((a, b) => b.score - a.score).slice(0, limit);
}
