import { type ErrorKind, isErrorKind, unknownKind } from "./error-kind.js";
import { type CoreErrorCode, coreErrorKind } from "./error-table.js";

/** A code of core's, or one that another package declares (`defineErrors`). `docs/errors.md` says what to do about each. */
export type PdErrorCode = CoreErrorCode | (string & {});

export interface PdErrorOptions {
  /** What would work, as a sentence, a command or a line to write. */
  readonly fix?: string;
  /** The input field or the file and line at fault. */
  readonly where?: string;
  readonly cause?: unknown;
}

/** What may cross a door of an error: never the cause, never a stack. */
export interface ErrorJson {
  readonly code: PdErrorCode;
  readonly message: string;
  readonly where?: string;
  readonly fix?: string;
}

/** Under this, an error carries what its code means: the same symbol in every copy of core. */
const KIND: unique symbol = Symbol.for("pd.error.kind") as never;

/** The one error family of pd. The message never holds a node's text; the cause may, and stays with the host. */
export class PdError extends Error {
  override readonly name: string = "PdError";
  readonly code: PdErrorCode;
  readonly fix: string | undefined;
  readonly where: string | undefined;
  declare readonly [KIND]: ErrorKind;

  /** Of a code of core's, or of an entry in the table of the package that throws it. */
  constructor(of: CoreErrorCode | ErrorKind, message: string, options: PdErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    const kind = typeof of === "string" ? (coreErrorKind(of) ?? unknownKind(of)) : of;
    this.code = kind.code;
    this.fix = options.fix;
    this.where = options.where;
    Object.defineProperty(this, KIND, { value: kind });
  }

  toJSON(): ErrorJson {
    return errorJson(this);
  }
}

/** Also of an error that has the code and nothing else of ours. */
export function errorJson({ code, message, where, fix }: PdError): ErrorJson {
  return {
    code,
    message,
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
  };
}

/**
 * Recognised by its code, or by what it carries, and not by its class: a bundled bin and a user's tool may each bring their own core,
 * and any package has codes of its own.
 */
export function isPdError(value: unknown): value is PdError {
  if (!(value instanceof Error) || !("code" in value) || typeof value.code !== "string") return false;
  return KIND in value || coreErrorKind(value.code) !== undefined;
}

/** What the code of an error means, from whichever package it comes. */
export function errorKind(error: PdError): ErrorKind {
  const carried: unknown = error[KIND];
  if (isErrorKind(carried) && carried.code === error.code) return carried;
  return coreErrorKind(error.code) ?? unknownKind(error.code);
}

const CODE = /^[a-z][a-z0-9-]{0,63}$/;

/** An error as another machine told it. Its code stays as it is, whichever package declared it; a value without one becomes `tool-failed`. */
export function toldError({ code, message, ...rest }: ErrorJson, status?: number): PdError {
  const options = {
    ...(rest.where === undefined ? {} : { where: rest.where }),
    ...(rest.fix === undefined ? {} : { fix: rest.fix }),
  };
  if (!CODE.test(code)) return new PdError("tool-failed", message, options);
  return new PdError(coreErrorKind(code) ?? unknownKind(code, status), message, options);
}

/** However a source below words it, a cancelled call ends with this. */
export function cancelled(cause: unknown): PdError {
  return new PdError("cancelled", "The call was cancelled before it had an answer", { cause });
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled(signal.reason);
}
