import { fold, type GrepCost, grepCosts, noteFiles, vaultNotes } from "@pd/cli/eval";
import {
  type Answer,
  defineTool,
  type NodeView,
  recorded,
  type SessionLogEntry,
  type TokenCounter,
  type Tool,
  type Toolkit,
} from "@pd/core";
import * as z from "zod/mini";
import type { BuiltPack, PackPart } from "../wire.js";

export interface PackQuestions {
  /** Asked for late: the toolkit is made with these tools. */
  readonly toolkit: () => Toolkit;
  readonly counter: TokenCounter;
  /** The folder of a graph, where it has one. */
  readonly folderOf: (graphId: string | undefined) => string | undefined;
}

const question = z.object({
  query: z.string().check(z.minLength(1), z.maxLength(4000)),
  tokenBudget: z._default(z.int().check(z.minimum(1), z.maximum(32_000)), 800),
  graphId: z.optional(z.string()),
});

/** How many notes are shown as ranked before passages are chosen. */
const RANKED = 6;

/**
 * How a pack is built, and what grep would have cost in its place: for the page alone, outside sessions and recordings. The texts come through the
 * gate; of what grep reads, figures come back and never a text.
 */
export function packQuestions({ toolkit, counter, folderOf }: PackQuestions): readonly Tool[] {
  const pack = defineTool({
    name: "studio_pack",
    description: "How a pack is built for a question: for the studio's own page.",
    input: question,
    readOnly: true,
    async call({ query, tokenBudget, graphId }, { signal }): Promise<BuiltPack> {
      const context = signal === undefined ? {} : { signal };
      let entry: SessionLogEntry | undefined;
      const heard = recorded(toolkit(), { onEntry: (one) => (entry = one) });
      const asked = { query, graphId, format: "text" } as const;
      const ranked = await toolkit().call("search", { ...asked, limit: RANKED }, { ...context, views: true });
      const made: Answer = await heard.call("context", { ...asked, tokenBudget }, { ...context, views: true });
      return {
        ranked: (ranked.nodes as readonly NodeView[]).map((node) => partOf(node, undefined)),
        parts: (made.nodes as readonly NodeView[]).map((node) => partOf(node, entry)),
        omitted: made.omitted,
        notices: (made.notices ?? []).map(({ message }) => message),
        text: made.text ?? "",
        telemetry: made.telemetry,
      };
    },
  });
  const grep = defineTool({
    name: "studio_grep",
    description: "What grep and reading cost until a text was seen: for the studio's own page.",
    input: z.object({ query: z.string(), evidence: z.array(z.string()), graphId: z.optional(z.string()) }),
    readOnly: true,
    async call({ query, evidence, graphId }): Promise<readonly GrepCost[]> {
      const folder = folderOf(graphId);
      if (folder === undefined) return [];
      const files = noteFiles(folder, await vaultNotes({ toolkit: toolkit(), graphId }));
      const asked = { question: query, also: [], evidence: evidence.map(fold), notes: [] };
      return grepCosts(asked, files, (text) => counter.count(text));
    },
  });
  return [pack, grep];
}

function partOf(node: NodeView, entry: SessionLogEntry | undefined): PackPart {
  const cost = entry?.disclosed.find(({ id }) => id === node.id)?.tokens;
  const { headings } = node as { readonly headings?: readonly string[] };
  return {
    id: node.id,
    level: node.level,
    name: node.name,
    ...("description" in node && node.description !== "" ? { description: node.description } : {}),
    ...(node.path === undefined ? {} : { path: node.path }),
    ...(node.lines === undefined ? {} : { lines: node.lines }),
    ...(headings === undefined ? {} : { headings }),
    ...(node.score === undefined ? {} : { score: node.score }),
    ...(node.why === undefined ? {} : { why: node.why }),
    ...(node.tokens === undefined ? {} : { price: node.tokens }),
    ...(cost === undefined ? {} : { cost }),
    ...(node.level === 4 ? { text: node.content.full } : {}),
  };
}
