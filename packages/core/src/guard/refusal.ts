import { type CoreErrorCode, ERRORS } from "../model/error-table.js";
import { PdError } from "../model/errors.js";

/** Every way a guard says no. */
export type RefusalCode = Extract<
  CoreErrorCode,
  | "host-refused"
  | "origin-refused"
  | "token-refused"
  | "rate-exceeded"
  | "too-busy"
  | "head-too-large"
  | "body-too-large"
  | "body-too-slow"
  | "body-unsupported"
  | "input-invalid"
>;

/** A request that is not let in: what to tell the caller, and what a client's software needs to know. */
export interface Refusal {
  readonly error: PdError;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

interface Reason {
  readonly message: string;
  readonly fix: string;
  readonly where?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function refusal(code: RefusalCode, { message, fix, where, headers = {} }: Reason): Refusal {
  const error = new PdError(code, message, where === undefined ? { fix } : { fix, where });
  return { error, status: ERRORS[code].status, headers };
}
