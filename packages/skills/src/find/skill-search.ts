import { type Adjacency, createRelevance, type Relevance } from "@pd/core/search";
import type { SkillNode } from "../content/skill-nodes.js";
import { runInSlices } from "../discover/discovery.js";
import type { SkillClearance } from "../trust/skill-clearance.js";
import { askedTerms } from "./asked-terms.js";
import { indexing } from "./indexing.js";
import type { KeptIndex, SkillIndex } from "./kept-index.js";

/** What is searched: nodes of one version. */
export interface SearchedNodes {
  readonly nodes: readonly SkillNode[];
  readonly adjacency: Adjacency;
  readonly version: string;
}

/** Search over skills and their texts, and over the paths of their files. Made on the first search, in slices that let others in. */
export interface SkillSearch {
  over(searched: SearchedNodes): Promise<Relevance>;
}

export interface SkillSearchOptions {
  readonly clearance: Pick<SkillClearance, "known">;
  /** Asked for the first search alone. */
  readonly store: () => KeptIndex;
}

/** What is done next takes a while of its own. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

export function createSkillSearch({ clearance, store }: SkillSearchOptions): SkillSearch {
  let kept: SkillIndex | undefined;
  let file: KeptIndex | undefined;
  let current: { readonly nodes: readonly SkillNode[]; readonly relevance: Promise<Relevance> } | undefined;

  async function made({ nodes, adjacency, version }: SearchedNodes): Promise<Relevance> {
    file ??= store();
    const before = kept ?? (await runInSlices(file.reading()));
    const { isKeepable, ...fresh } = await runInSlices(indexing({ nodes, version, clearance, before }));
    kept = fresh;
    await nextTurn();
    // After whoever asked has their answer.
    if (isKeepable && fresh.index !== before?.index) setImmediate(() => file?.write(fresh));
    return createRelevance({ index: fresh.index, adjacency, maps: new Uint8Array(nodes.length), terms: askedTerms });
  }

  return {
    over(searched) {
      if (current?.nodes === searched.nodes) return current.relevance;
      const relevance = made(searched);
      current = { nodes: searched.nodes, relevance };
      // What failed is tried again by whoever asks next.
      relevance.catch(() => {
        current = undefined;
      });
      return relevance;
    },
  };
}
