import type { CompleteRequestParams, CompleteResult } from "@modelcontextprotocol/server";
import { type Content, LEVELS, PdError, type ReadOptions } from "@pd/core";
import type { NodeNames } from "./node-names.js";
import type { Prompts } from "./prompts.js";
import { NODE_TEMPLATE } from "./resource-uri.js";

/** What the protocol allows in one answer. */
const MOST = 100;

export interface CompletionOptions {
  readonly contents: readonly Content[];
  readonly names: NodeNames;
  readonly prompts: Prompts;
}

export type Complete = (params: CompleteRequestParams, options: ReadOptions) => Promise<CompleteResult>;

/** Suggests vaults, ids and levels for the node template, and whatever prompts suggest for their arguments. */
export function createCompletion({ contents, names, prompts }: CompletionOptions): Complete {
  return async ({ ref, argument, context }, options) => {
    if (ref.type === "ref/prompt") return result(await prompts.complete(ref.name, argument, options));
    if (ref.uri !== NODE_TEMPLATE) return result([]);
    const { name, value } = argument;
    if (name === "vault") return result(contents.map(({ id }) => id).filter((id) => id.startsWith(value)));
    if (name === "level") return result(LEVELS.map(String).filter((level) => level.startsWith(value)));
    if (name !== "id") throw unknownArgument();
    const vault = new Map(Object.entries(context?.arguments ?? {})).get("vault");
    const content = vault === undefined ? contents[0] : contents.find(({ id }) => id === vault);
    return result(content === undefined ? [] : await names.beginning(content, value, options));
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
