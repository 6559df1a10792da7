import { escapeControls, PdError } from "@pd/core";
import { PROMPT_ERRORS } from "../section/prompt-errors.js";

/**
 * - `http`: the server answered with an error status
 * - `server`: it answered 200, and the answer says that it failed
 * - `network`: no connection, or one that broke
 * - `timeout`: no answer in time
 * - `malformed`: an answer that is not what the format says
 */
export type ModelFailure = "http" | "server" | "network" | "timeout" | "malformed";

export interface ModelErrorOptions {
  readonly adapter: string;
  readonly failure: ModelFailure;
  readonly status?: number | undefined;
  /** The server's own word for it, e.g. `overloaded_error`. */
  readonly type?: string | undefined;
  /** What the provider's support asks for. */
  readonly requestId?: string | undefined;
  readonly retryable?: boolean;
  /** How long the server asks to wait. */
  readonly retryAfterMilliseconds?: number | undefined;
  readonly fix?: string;
  readonly cause?: unknown;
}

/** A model could not be asked, or did not answer. Keys are never in it. */
export class ModelError extends PdError {
  override readonly name = "ModelError";
  readonly adapter: string;
  readonly failure: ModelFailure;
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly requestId: string | undefined;
  /** The same request may work later. The adapter has tried again already. */
  readonly retryable: boolean;
  readonly retryAfterMilliseconds: number | undefined;

  constructor(message: string, options: ModelErrorOptions) {
    const { fix, cause } = options;
    super(PROMPT_ERRORS["model-failed"], message, {
      ...(fix === undefined ? {} : { fix }),
      ...(cause === undefined ? {} : { cause }),
    });
    this.adapter = options.adapter;
    this.failure = options.failure;
    this.status = options.status;
    this.type = options.type;
    this.requestId = options.requestId;
    this.retryable = options.retryable ?? false;
    this.retryAfterMilliseconds = options.retryAfterMilliseconds;
  }
}

/** By name, not by class: two copies of this package may be installed. */
export function isModelError(value: unknown): value is ModelError {
  return value instanceof Error && value.name === "ModelError" && "failure" in value;
}

const SHOWN = 300;

/** What a server says, fit for a message: short, one line, and without any of the secrets that it may echo. */
export function safeWords(said: string, secrets: readonly string[]): string {
  let words = said;
  for (const secret of secrets) words = words.replaceAll(secret, "***");
  return escapeControls(words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words);
}

/** What to do about a status, where there is something to do. */
export function fixForStatus(status: number): string {
  if (status === 401 || status === 403) return "Check the API key and what it may use.";
  if (status === 404) return "Check the base URL and the name of the model.";
  if (status === 413) return "Send less: summarise sections, or start a new conversation.";
  if (status === 429) return "Wait, send less often, or raise the limit of the account.";
  if (status >= 500) return "Try again later.";
  if (status >= 300 && status < 400) return "Use the address that the server redirects to as the base URL.";
  return "The message says what the server did not accept.";
}
