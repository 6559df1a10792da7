import { createToolkit, type LoggedDisclosure, nodeId, o200k, type Tool } from "@pd/core";
import { type BoundPrompt, PromptBudgetError, type RenderedSection, SectionVisibility } from "@pd/prompt";
import type { Account } from "./account.js";

export interface MeteredPromptOptions {
  readonly account: Account;
  /** What the model has beside the prompt's own tools. */
  readonly tools: readonly Tool[];
  /** The id under which its sections are mounted. */
  readonly graphId: string;
  /** The sections that a rendering showed, or showed more of than the one before. */
  readonly onShown: (shown: Shown) => void;
}

export interface Shown {
  readonly sections: readonly LoggedDisclosure[];
  readonly text: string;
  /** By how much text and tools have grown. */
  readonly tokens: number;
}

/** A prompt whose text and tools stand in the account. A section that has no room in it stays closed, and the model is told so. */
export function meteredPrompt<Output>(
  prompt: BoundPrompt<Output>,
  { account, tools, graphId, onShown }: MeteredPromptOptions,
): BoundPrompt<Output> {
  const seen = new Map<string, number>();
  return {
    ...prompt,
    render(options) {
      const room = account.roomForStanding;
      const rendered = prompt.render({ ...options, tokenBudget: Math.max(1, room - toolTokens(tools)) });
      // The prompt's own way to read a section is the host's. This model's is the one that goes through the gate.
      const own = rendered.tools.filter(({ name }) => name !== "read_section");
      const figures = { instructions: rendered.tokens, tools: toolTokens([...own, ...tools]) };
      const needed = figures.instructions + figures.tools;
      if (needed > room) throw tooLarge(needed + account.budget - room);
      const before = account.standing.instructions + account.standing.tools;
      account.stand(figures);
      const sections = rendered.sections.flatMap((section) => newIn(section, { seen, graphId }));
      if (sections.length > 0) onShown({ sections, text: rendered.text, tokens: needed - before });
      return { ...rendered, tools: own };
    },
  };
}

function newIn(
  { path, visibility, tokens }: RenderedSection,
  { seen, graphId }: { readonly seen: Map<string, number>; readonly graphId: string },
): readonly LoggedDisclosure[] {
  const level = visibility === SectionVisibility.FULL ? 4 : 1;
  const before = seen.get(path);
  if (before !== undefined && before >= level) return [];
  seen.set(path, level);
  const from = before === undefined ? {} : { from: before as 1 };
  return [{ graphId, id: nodeId(`section:${path}`), level, ...from, tokens: tokens as LoggedDisclosure["tokens"] }];
}

/** What a model is sent of its tools. */
function toolTokens(tools: readonly Tool[]): number {
  const described = createToolkit({ operations: [], mounts: [{ tools }] }).tools;
  const sent = described.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return o200k.count(JSON.stringify(sent));
}

function tooLarge(least: number): PromptBudgetError {
  return new PromptBudgetError(`Instructions and tools need a budget of ${least} tokens`, least, {
    fix: `Give at least ${least} tokens; an answer needs a few hundred more.`,
  });
}
