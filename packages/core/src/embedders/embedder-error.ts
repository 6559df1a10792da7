import { PdError } from "../model/errors.js";

export interface EmbedderErrorOptions {
  /** Of the HTTP answer, where there was one. */
  readonly status?: number | undefined;
  /** How long the server asks to be left alone. */
  readonly retryAfterMilliseconds?: number | undefined;
  readonly fix?: string;
  readonly cause?: unknown;
}

/** An embedder that failed, with what decides whether and when it is asked again. */
export class EmbedderError extends PdError {
  override readonly name = "EmbedderError";
  readonly status: number | undefined;
  readonly retryAfterMilliseconds: number | undefined;

  constructor(message: string, { status, retryAfterMilliseconds, ...options }: EmbedderErrorOptions = {}) {
    super("embedder-failed", message, options);
    this.status = status;
    this.retryAfterMilliseconds = retryAfterMilliseconds;
  }
}
