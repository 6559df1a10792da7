import type { JsonSchema } from "@pd/core";

/** A tool as a model is told of it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** What a model asks for. */
export interface ModelToolCall {
  /** The model's own id of the call: the answer carries it back unchanged. */
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Why the arguments could not be read. The call is answered with this instead of being run. */
  readonly malformed?: string;
}

/** What a call is answered with. */
export interface ModelToolAnswer {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** One turn of a conversation. The answers of parallel calls are one turn. */
export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly toolCalls: readonly ModelToolCall[];
      /** The turn as the adapter got it, reasoning and signatures included: only that adapter reads it. */
      readonly native?: unknown;
    }
  | { readonly role: "tools"; readonly answers: readonly ModelToolAnswer[] };

export interface ModelUsage {
  /** Everything that was read, from a cache or not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Why a model stopped. `length`: it ran into a limit, and its text or its arguments may be cut off. */
export type ModelStop = "end" | "tools" | "length" | "refused";

export interface ModelRequest {
  /** Empty where the prompt is the first message. */
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** What is left of a budget; an adapter's own limit may be lower. */
  readonly maxOutputTokens?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Text as it arrives. Given: the adapter streams where it can. */
  readonly onText?: ((delta: string) => void) | undefined;
}

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly stop: ModelStop;
  /** Missing: the loop estimates. */
  readonly usage?: ModelUsage | undefined;
  readonly native?: unknown;
}

/** The port for a model. `generate` is one request; the loop, the tools and the budget are not its business. */
export interface ModelAdapter {
  readonly name: string;
  generate(request: ModelRequest): Promise<ModelReply>;
}
