/** Every code, closed: a door maps each one, and a new one breaks its build. `docs/errors.md` says what to do about each. */
export const ERROR_CODES = [
  "input-invalid",
  "tool-unknown",
  "tool-failed",
  "node-unknown",
  "graph-unknown",
  "session-unknown",
  "budget-too-small",
  "content-invalid",
  "content-changed",
  "content-unreadable",
  "counter-unavailable",
  "path-escapes-root",
  "file-too-large",
  "vault-unreadable",
  "mount-invalid",
  "configuration-invalid",
  "skill-unknown",
  "skill-invalid",
  "skill-unapproved",
  "host-refused",
  "origin-refused",
  "token-refused",
  "rate-exceeded",
  "too-busy",
  "body-too-large",
  "body-too-slow",
  "body-unsupported",
  "request-invalid",
  "route-unknown",
  "method-not-allowed",
  "file-unwritable",
  "prompt-invalid",
  "prompt-not-rendered",
  "prompt-not-evaluated",
  "model-failed",
  "expansion-required",
  "section-closed",
  "timed-out",
  "cancelled",
] as const;

export type PdErrorCode = (typeof ERROR_CODES)[number];

export interface PdErrorOptions {
  /** What would work, as a sentence, a command or a line to write. */
  readonly fix?: string;
  /** The input field or the file and line at fault. */
  readonly where?: string;
  readonly cause?: unknown;
}

/** The one error family of pd. The message never holds a node's text; the cause may, and stays with the host. */
export class PdError extends Error {
  override readonly name: string = "PdError";
  readonly code: PdErrorCode;
  readonly fix: string | undefined;
  readonly where: string | undefined;

  constructor(code: PdErrorCode, message: string, options: PdErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fix = options.fix;
    this.where = options.where;
  }

  /** What may cross a door: never the cause, never a stack. */
  toJSON(): { code: PdErrorCode; message: string; where?: string; fix?: string } {
    return {
      code: this.code,
      message: this.message,
      ...(this.where === undefined ? {} : { where: this.where }),
      ...(this.fix === undefined ? {} : { fix: this.fix }),
    };
  }
}

const codes: ReadonlySet<unknown> = new Set(ERROR_CODES);

/** Recognised by code, not by class: a bundled bin and a user's tool may each bring their own core. */
export function isPdError(value: unknown): value is PdError {
  return value instanceof Error && "code" in value && codes.has(value.code);
}

/** However a source below words it, a cancelled call ends with this. */
export function cancelled(cause: unknown): PdError {
  return new PdError("cancelled", "The call was cancelled before it had an answer", { cause });
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled(signal.reason);
}
