import type { TokenCounter } from "@pd/core";
import type { Parameters } from "../section/parameters.js";
import { fillTemplate } from "../section/placeholders.js";
import type { Delivery } from "../section/prompt-types.js";
import { childrenOf, headingOf, type SectionRegistry } from "../section/registry.js";
import type { Presence } from "./resolution.js";
import { suffixFor } from "./summary-suffix.js";

/** A section's own part of a text, and what it costs by the counter that asked last. */
export interface Chunk {
  readonly text: string;
  counter: TokenCounter | undefined;
  tokens: number;
}

/** The parts that a prompt with its parameters is put together from, each made when first needed and kept. */
export interface Chunks {
  full(place: number): Chunk;
  summary(place: number, presence: Presence, delivery: Delivery): Chunk;
  /** The section and all that is below it, open, without numbers: what is read by itself (R4.6). */
  standalone(place: number, presence: Presence): string;
}

/** Parts that need no parameters are the same for every binding. */
const constantChunks = new WeakMap<SectionRegistry, (Chunk | undefined)[]>();

export function createChunks(registry: SectionRegistry, parameters: Parameters): Chunks {
  const { sections } = registry;
  const constant = constantChunks.get(registry) ?? new Array<Chunk | undefined>(sections.length).fill(undefined);
  constantChunks.set(registry, constant);
  const full = constant.slice();
  const bodies = new Map<number, string>();
  const summaries = new Array<Summary | undefined>(sections.length).fill(undefined);

  const body = (place: number): string => {
    const { definition, path } = sections[place]!;
    const { template, params } = definition;
    if (template.names.length === 0) return template.literals[0]!;
    const kept = bodies.get(place);
    if (kept !== undefined) return kept;
    const made = fillTemplate(template, parameters.named(params, path), path);
    bodies.set(place, made);
    return made;
  };

  return {
    full(place) {
      const kept = full[place];
      if (kept !== undefined) return kept;
      const { heading, definition } = sections[place]!;
      const made = chunkOf(below(heading, body(place)));
      full[place] = made;
      if (definition.template.names.length === 0) constant[place] = made;
      return made;
    },
    summary(place, presence, delivery) {
      const kept = summaries[place];
      if (kept !== undefined && kept.presence === presence && kept.delivery === delivery) return kept.chunk;
      const text = summaryText(registry, place, { presence, delivery });
      const chunk = kept?.chunk.text === text ? kept.chunk : chunkOf(text);
      summaries[place] = { presence, delivery, chunk };
      return chunk;
    },
    standalone(place, presence) {
      const top = sections[place]!.depth;
      const parts: string[] = [];
      for (let at = place; at < registry.ends[place]!; at += 1) {
        if (!presence.exists(at)) continue;
        const { path, depth, definition } = sections[at]!;
        parts.push(below(headingOf(definition.title, path, { depth: depth - top }), body(at)));
      }
      return parts.join("\n\n");
    },
  };
}

/** What a summary says depends on these two beside the section itself. */
interface Summary {
  readonly presence: Presence;
  readonly delivery: Delivery;
  readonly chunk: Chunk;
}

function summaryText(
  registry: SectionRegistry,
  place: number,
  { presence, delivery }: Pick<Summary, "presence" | "delivery">,
): string {
  const { heading, path, definition } = registry.sections[place]!;
  const childKeys: string[] = [];
  for (const child of childrenOf(registry, place)) {
    if (presence.exists(child)) childKeys.push(registry.sections[child]!.definition.key);
  }
  const suffix = suffixFor({ path, childKeys, hasTools: presence.bringsTools(place), delivery });
  return [below(heading, definition.summary ?? ""), suffix].join("");
}

/** Joined, not added: what is added up stays in pieces in memory, and is put together anew each time it is copied. */
function below(heading: string, body: string): string {
  return body === "" ? heading : [heading, body].join("\n\n");
}

function chunkOf(text: string): Chunk {
  return { text, counter: undefined, tokens: 0 };
}

export function tokensIn(chunk: Chunk, counter: TokenCounter): number {
  if (chunk.counter !== counter) {
    chunk.tokens = counter.count(chunk.text);
    chunk.counter = counter;
  }
  return chunk.tokens;
}
