import type { GetPromptResult, Prompt } from "@modelcontextprotocol/server";
import {
  type CallContext,
  type Content,
  type NodeSummary,
  PdError,
  type PromptEntry,
  type PromptPort,
  type ReadOptions,
  type Toolkit,
} from "@pd/core";
import { priceOfWhole, type WholeTextLimit } from "../server/whole-text.js";

/** How many maps of content one vault offers as prompts: a person picks from this list. */
const MAPS = 50;
const QUESTION = {
  name: "question",
  description: "What you want to know. Without it, the map itself.",
  required: false,
};

export interface PromptsOptions {
  readonly toolkit: Toolkit;
  readonly contents: readonly Content[];
  readonly ports: readonly PromptPort[];
  /** What the text of a port may cost. Maps come through the gate, which has ceilings of its own. */
  readonly limit: WholeTextLimit;
  /** Hears of a port that cannot say what it has. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** What a person can pick by name: the maps of content of each vault, and what the mounts offer. */
export interface Prompts {
  list(options: ReadOptions): Promise<readonly Prompt[]>;
  get(name: string, given: ReadonlyMap<string, string>, context: CallContext): Promise<GetPromptResult>;
  complete(
    name: string,
    argument: { readonly name: string; readonly value: string },
    options: ReadOptions,
  ): Promise<readonly string[]>;
}

type Offer = { readonly prompt: Prompt } & (
  | { readonly content: Content; readonly map: NodeSummary }
  | { readonly port: PromptPort; readonly entry: PromptEntry }
);

export function createPrompts({ toolkit, contents, ports, limit, onError }: PromptsOptions): Prompts {
  const mapsOf = createMaps();

  async function offers(options: ReadOptions): Promise<ReadonlyMap<string, Offer>> {
    const all = new Map<string, Offer>();
    for (const content of contents) {
      for (const map of await mapsOf(content, options)) {
        const name = free(map.id, all);
        all.set(name, { prompt: mapPrompt(name, map), content, map });
      }
    }
    for (const port of ports) {
      for (const entry of await entriesOf(port, options)) {
        const name = free(entry.name, all);
        all.set(name, { prompt: portPrompt(name, entry), port, entry });
      }
    }
    return all;
  }

  /** One mount that fails takes nothing away from the others. */
  async function entriesOf(port: PromptPort, options: ReadOptions): Promise<readonly PromptEntry[]> {
    try {
      return await port.list(options);
    } catch (error) {
      onError?.(new Error("The prompts of a mount could not be listed", { cause: error }));
      return [];
    }
  }

  async function offerOf(name: string, options: ReadOptions): Promise<Offer> {
    const all = await offers(options);
    const found = all.get(name);
    if (found !== undefined) return found;
    const known = [...all.keys()].slice(0, 10).join(", ");
    throw new PdError("input-invalid", "There is no prompt of that name", {
      where: "name",
      fix: known === "" ? "This server has no prompts." : `Known prompts: ${known}.`,
    });
  }

  return {
    list: async (options) => [...(await offers(options)).values()].map(({ prompt }) => prompt),
    async get(name, given, context) {
      const offer = await offerOf(name, { signal: context.signal });
      if ("map" in offer)
        return promptResult(await mapText(offer, given.get(QUESTION.name)?.trim() ?? "", context), offer);
      const made = await offer.port.get({ name: offer.entry.name, arguments: given }, { signal: context.signal });
      if (made === undefined) throw new PdError("input-invalid", "That prompt is gone", { where: "name" });
      await priceOfWhole(made.text, { what: "prompt", where: "name" }, limit);
      return promptResult(made.text, offer, made.description);
    },
    async complete(name, { name: argument, value }, options) {
      const offer = await offerOf(name, options);
      if ("map" in offer) return [];
      return (await offer.port.complete?.({ prompt: offer.entry.name, argument, value }, options)) ?? [];
    },
  };

  /** The map in full, or what answers the question, the map in it. Both through the gate. */
  async function mapText(
    { content, map }: { content: Content; map: NodeSummary },
    question: string,
    context: CallContext,
  ) {
    const shared = { graphId: content.id, nodes: [map.id as string], format: "text" as const };
    if (question !== "") {
      const { text } = await toolkit.call("context", { ...shared, query: question }, context);
      return `${text}\n\n${question}`;
    }
    const { text } = await toolkit.call("node", { ...shared, level: 4 }, context);
    return text;
  }
}

/** A list that is asked for often and changes seldom is kept with the version it was made from. */
function createMaps(): (content: Content, options: ReadOptions) => Promise<readonly NodeSummary[]> {
  const kept = new Map<string, { readonly version: string; readonly maps: readonly NodeSummary[] }>();
  return async (content, options) => {
    const { version, graph, release } = await content.open(options);
    try {
      const before = kept.get(content.id);
      if (before?.version === version) return before.maps;
      const { mocs } = await graph.stats(options);
      const maps = await graph.summaries(mocs.slice(0, MAPS), options);
      kept.set(content.id, { version, maps });
      return maps;
    } finally {
      release();
    }
  };
}

/** Of two prompts with one name, the second gets a number. */
function free(name: string, taken: ReadonlyMap<string, unknown>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}-${number}`;
  return candidate;
}

function mapPrompt(name: string, { name: title, description }: NodeSummary): Prompt {
  return { name, title, ...(description === "" ? {} : { description }), arguments: [QUESTION] };
}

function portPrompt(name: string, { description, arguments: list = [] }: PromptEntry): Prompt {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    arguments: list.map((argument) => ({
      name: argument.name,
      ...(argument.description === undefined ? {} : { description: argument.description }),
      required: argument.required === true,
    })),
  };
}

function promptResult(text: string, { prompt }: Offer, description = prompt.description): GetPromptResult {
  return {
    ...(description === undefined ? {} : { description }),
    messages: [{ role: "user", content: { type: "text", text } }],
  };
}
