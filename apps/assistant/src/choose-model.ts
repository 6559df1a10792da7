import { PdError } from "@pd/core";
import type { LanguageModel } from "ai";
import { scriptedModel } from "./scripted-model.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ModelChoice {
  readonly env: Environment;
  readonly provider?: Provider | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

export const PROVIDERS = ["anthropic", "openai", "compatible", "scripted"] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ChosenModel {
  readonly model: LanguageModel;
  readonly provider: Provider;
  /** Which model, for people. Never a key, nor an address with one in it. */
  readonly words: string;
}

/** A provider's package is loaded only where it is used. */
export async function chooseModel({
  env,
  provider = providerFor(env),
  model,
  baseUrl,
}: ModelChoice): Promise<ChosenModel> {
  switch (provider) {
    case "anthropic": {
      const id = model ?? "claude-sonnet-5-5";
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const address = baseUrl ?? env["ANTHROPIC_BASE_URL"];
      const settings = address ? { baseURL: versioned(address) } : {};
      const make = createAnthropic({ apiKey: keyIn(env, "ANTHROPIC_API_KEY"), ...settings });
      return { model: make(id), provider, words: `${id} of Anthropic${at(address)}` };
    }
    case "openai": {
      const id = model ?? "gpt-5.5";
      const { createOpenAI } = await import("@ai-sdk/openai");
      const settings = baseUrl ? { baseURL: baseUrl } : {};
      const make = createOpenAI({ apiKey: keyIn(env, "OPENAI_API_KEY"), ...settings });
      return { model: make(id), provider, words: `${id} of OpenAI${at(baseUrl)}` };
    }
    case "compatible": {
      const address = baseUrl ?? env["OPENAI_BASE_URL"];
      if (!address) throw missing("A base URL", "Give --base-url, or set OPENAI_BASE_URL.");
      if (!model) throw missing("The name of a model", "Give --model, as the server at the base URL calls it.");
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const key = env["OPENAI_API_KEY"];
      const settings = { name: "compatible", baseURL: address, includeUsage: true, ...(key ? { apiKey: key } : {}) };
      return { model: createOpenAICompatible(settings)(model), provider, words: `${model}${at(address)}` };
    }
    case "scripted":
      return { model: scriptedModel(), provider, words: "scripted: a few rules instead of a model, see --help" };
  }
}

function providerFor(env: Environment): Provider {
  if (env["OPENAI_BASE_URL"]) return "compatible";
  if (env["ANTHROPIC_API_KEY"]) return "anthropic";
  return env["OPENAI_API_KEY"] ? "openai" : "scripted";
}

function keyIn(env: Environment, name: string): string {
  const key = env[name];
  if (!key) throw missing("A key", `Set ${name}.`);
  return key;
}

/** Others give this address without the version of the API. */
function versioned(address: string): string {
  const bare = address.replace(/\/+$/, "");
  return /\/v\d+$/.test(bare) ? bare : `${bare}/v1`;
}

/** The host alone: an address may hold a name and a password. */
function at(address: string | undefined): string {
  if (!address) return "";
  if (!URL.canParse(address)) throw missing("A base URL that can be read", "Give one like http://127.0.0.1:8080/v1.");
  return ` at ${new URL(address).host}`;
}

function missing(what: string, fix: string): PdError {
  return new PdError("configuration-invalid", `${what} is missing`, { fix });
}
