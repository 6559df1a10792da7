import type { CompleteRequestParams, CompleteResult } from "@modelcontextprotocol/server";
import { type Content, findContent, graphIds, LEVELS, PdError, type ReadOptions } from "@pd/core";
import type { Prompts } from "../prompts/prompts.js";
import { nodesBeginning } from "./nodes-beginning.js";
import { NODE_TEMPLATE } from "./resource-uri.js";

/** What the protocol allows in one answer. */
const MOST = 100;

export interface CompletionOptions {
  readonly contents: readonly Content[];
  readonly prompts: Prompts;
}

export type Complete = (params: CompleteRequestParams, options: ReadOptions) => Promise<CompleteResult>;

/** Suggests vaults, ids and levels for the node template, and whatever prompts suggest for their arguments. */
export function createCompletion({ contents, prompts }: CompletionOptions): Complete {
  const byId = new Map(contents.map((content) => [content.id, content]));
  const find = findContent(byId);
  return async ({ ref, argument, context }, options) => {
    if (ref.type === "ref/prompt") return result(await prompts.complete(ref.name, argument, options));
    if (ref.uri !== NODE_TEMPLATE) return result([]);
    const { name, value } = argument;
    if (name === "vault") return result(graphIds(byId).filter((id) => id.startsWith(value)));
    if (name === "level") return result(LEVELS.map(String).filter((level) => level.startsWith(value)));
    if (name !== "id") throw unknownArgument();
    const vault = new Map(Object.entries(context?.arguments ?? {})).get("vault");
    const content = find(vault);
    return result(content === undefined ? [] : await nodesBeginning(content, value, options));
  };
}

function result(found: readonly string[]): CompleteResult {
  return { completion: { values: found.slice(0, MOST), total: found.length, hasMore: found.length > MOST } };
}

function unknownArgument(): PdError {
  return new PdError("input-invalid", "The template has no such argument", {
    where: "argument.name",
    fix: "Use vault, id or level.",
  });
}
