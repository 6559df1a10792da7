import type { NodeId, NodeView } from "@pd/core";
import { fold } from "./fold.js";
import type { Asking, VaultNote } from "./vault-notes.js";

/** A question drafted from a vault's own words, for its owner to put into their own. */
export interface Draft {
  readonly question: string;
  readonly evidence: readonly string[];
  /** The note that it was made from, and whether from a heading or from the sentence around a link. */
  readonly from: { readonly note: string; readonly by: "heading" | "link" };
}

/** Shorter sentences stand in many places; longer ones are cut by small budgets. */
const LENGTHS = { least: 30, most: 400 };

/** At most `limit`, from all over the vault. The evidence of each is in its note, letter by letter. */
export async function draftQuestions(
  notes: readonly VaultNote[],
  limit: number,
  asking: Asking,
): Promise<readonly Draft[]> {
  const drafts: Draft[][] = [];
  for (const note of spread(notes, limit * 3)) drafts.push(await draftsOf(note, asking));
  // One of each note first, then a second, so that no long note has most of them.
  const most = Math.max(0, ...drafts.map(({ length }) => length));
  const turns = Array.from({ length: most }, (_, turn) => drafts.flatMap((ofNote) => ofNote.slice(turn, turn + 1)));
  const distinct = new Map(turns.flat().map((draft) => [draft.question, draft]));
  return spreadOrdered([...distinct.values()], limit, turns[0]?.length ?? 0);
}

/** Every so-manieth, to have them from everywhere. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)] as Item);
}

/** Of the first turn evenly, where that is more than enough; else in order. */
function spreadOrdered(drafts: readonly Draft[], limit: number, first: number): readonly Draft[] {
  return first > limit ? spread(drafts.slice(0, first), limit) : drafts.slice(0, limit);
}

async function draftsOf({ id, name, path }: VaultNote, { toolkit, graphId }: Asking): Promise<Draft[]> {
  const at = async (level: 2 | 3 | 4, more: object = {}): Promise<NodeView | undefined> => {
    const input = { nodes: id as string, graphId, level, tokenBudget: Number.POSITIVE_INFINITY, ...more };
    const { nodes } = await toolkit.call("node", input, { maxBudget: Number.POSITIVE_INFINITY });
    return nodes[0];
  };
  const whole = await at(4);
  const body = fold(whole?.level === 4 ? whole.content.full : "");
  const isThere = (sentence: string) =>
    sentence.length >= LENGTHS.least && sentence.length <= LENGTHS.most && body.includes(sentence);
  const draft = (question: string, sentence: string, by: "heading" | "link"): Draft[] =>
    isThere(sentence) ? [{ question, evidence: [sentence], from: { note: path ?? id, by } }] : [];
  const sections = rowsOf<{ heading: string; preview?: string }>(await at(3, { previews: "all" }), "sections");
  const links = rowsOf<{ target: NodeId; name: string; context?: string }>(await at(2, { links: "all" }), "links");
  const byHeading = sections
    .filter(({ heading }) => heading !== "" && heading !== name)
    .flatMap(({ heading, preview = "" }) =>
      draft(/[?？]$/u.test(heading) ? heading : `${name}: ${heading}`, firstSentence(fold(preview)), "heading"),
    );
  const byLink = links.flatMap(({ name: other, context = "" }) =>
    draft(`What does ${name} have to do with ${other}?`, fold(context), "link"),
  );
  return alternating(byHeading, byLink);
}

function rowsOf<Row>(view: NodeView | undefined, kind: "sections" | "links"): readonly Row[] {
  const { content, links } = (view ?? {}) as { content?: { sections?: readonly Row[] }; links?: readonly Row[] };
  return (kind === "links" ? links : content?.sections) ?? [];
}

function firstSentence(text: string): string {
  return /^.*?[.!?。！？](?=\s|$)/su.exec(text)?.[0] ?? text.replace(/\s*…$/u, "");
}

function alternating<Item>(first: readonly Item[], second: readonly Item[]): Item[] {
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, at) => [...first.slice(at, at + 1), ...second.slice(at, at + 1)]).flat();
}
