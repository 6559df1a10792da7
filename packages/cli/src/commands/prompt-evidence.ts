import { defineOperation, type Graph, operationInput, type ReadOptions } from "@pd/core";
import * as z from "zod/mini";

export interface PromptEvidence {
  readonly isStrong: boolean;
}

/** A word is rare where no larger share of the passages has it; in a few notes every word is. */
const RARE = 0.03;
const FEW_NOTES = 20;
/** A name is looked for in the first words of a prompt, this many side by side at the most. */
const NAME_WORDS = 4;
const WORDS_LOOKED_AT = 40;

/**
 * Whether the notes really have what a prompt is about: its best passage has two of its words, one of them rare, or it names a note. A share of
 * the prompt is not enough here, since a prompt of one word is covered by any passage that has the word.
 */
export const promptEvidence = defineOperation({
  name: "prompt_evidence",
  title: "Evidence for a prompt",
  summary: "Whether the notes have what a prompt is about",
  description: "Whether the notes have what a prompt is about.",
  offered: false,
  input: operationInput({ query: z.string(), type: text(), domain: text(), tag: text(), path: text() }),
  async plan({ query, type, domain, tag, path, repeat = true }, graph, { signal }) {
    const found = await graph.passages?.({ text: query, type, domain, tag, path }, 1, { signal });
    const met = found?.met ?? [];
    const isRare = ({ share }: { readonly share: number }) => share <= RARE || graph.size <= FEW_NOTES;
    const isStrong =
      found === undefined || (met.length > 1 && met.some(isRare)) || (await namesNote(query, graph, { signal }));
    const upTo = (): PromptEvidence => ({ isStrong });
    return { wants: [], visited: 0, levels: "pinned", breadth: 0, repeat, figures: { rows: 0, upTo } };
  },
});

function text() {
  return z.optional(z.string());
}

async function namesNote(prompt: string, graph: Graph, options: ReadOptions): Promise<boolean> {
  const words = (prompt.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_./'’-]*/gu) ?? []).slice(0, WORDS_LOOKED_AT);
  const names = words.flatMap((_, at) =>
    Array.from({ length: Math.min(NAME_WORDS, words.length - at) }, (_, more) =>
      words.slice(at, at + more + 1).join(" "),
    ),
  );
  return (await graph.resolve(names, options)).some((id) => id !== undefined);
}
