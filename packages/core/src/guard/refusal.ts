import { PdError, type PdErrorCode } from "../errors.js";

/** Every way a guard says no, and the status that says it over HTTP. */
export const REFUSAL_STATUS = {
  "host-refused": 403,
  "origin-refused": 403,
  "token-refused": 401,
  "rate-exceeded": 429,
  "too-busy": 503,
  "body-too-large": 413,
  "body-too-slow": 408,
  "body-unsupported": 415,
  "input-invalid": 400,
} as const satisfies Partial<Record<PdErrorCode, number>>;

export type RefusalCode = keyof typeof REFUSAL_STATUS;

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
  return { error, status: REFUSAL_STATUS[code], headers };
}
