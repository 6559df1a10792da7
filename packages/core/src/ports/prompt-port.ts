import type { ReadOptions } from "./content.js";

/**
 * Prompts that a person picks by name, as a door offers them: skills that a user may invoke, prompts of an application.
 * Listing shows names and descriptions only; the text is made when one is asked for.
 */
export interface PromptPort {
  /** In an order that stays the same while nothing changes. */
  list(options?: ReadOptions): Promise<readonly PromptEntry[]>;
  /** The text to send as the user's message. `undefined` where there is no prompt of that name. */
  get(request: PromptRequest, options?: ReadOptions): Promise<PromptText | undefined>;
  /** What an argument that begins like this may be. Absent: nothing is suggested. */
  complete?(request: PromptCompletion, options?: ReadOptions): Promise<readonly string[]>;
  /** Calls back after the list changed. Gives back how to stop that. Absent: it never changes. */
  onChange?(listener: () => void): () => void;
}

export interface PromptEntry {
  /** Unique in the port. */
  readonly name: string;
  readonly description?: string | undefined;
  readonly arguments?: readonly PromptArgument[];
}

export interface PromptArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean;
}

export interface PromptRequest {
  readonly name: string;
  /** As given by the user. A missing required one is an `input-invalid` that names it. */
  readonly arguments: ReadonlyMap<string, string>;
}

export interface PromptText {
  readonly text: string;
  readonly description?: string | undefined;
}

export interface PromptCompletion {
  readonly prompt: string;
  readonly argument: string;
  /** What has been typed so far. */
  readonly value: string;
}
