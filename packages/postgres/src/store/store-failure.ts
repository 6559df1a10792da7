import { isPdError, PdError } from "@pd/core";
import { POSTGRES_ERRORS } from "./store-errors.js";

/** What the driver and the system say where there is no connection. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);
/** SQLSTATE: shutdown, crash, starting up, and all of class 08. */
const GOING_AWAY = /^(?:57P0[123]|08...)$/;
const NO_TABLES: ReadonlySet<string> = new Set(["42P01", "3F000"]);
const TOO_LONG: ReadonlySet<string> = new Set(["57014", "55P03"]);

/** An error of pd for whatever the driver threw. The driver's words stay in the cause: they may name rows, roles and addresses. */
export function storeError(error: unknown, shown: string): PdError {
  if (isPdError(error)) return error;
  const code = codeOf(error);
  if (UNREACHABLE.has(code) || GOING_AWAY.test(code))
    return new PdError(POSTGRES_ERRORS["store-unreachable"], `${shown} cannot be reached (${code})`, { cause: error });
  if (TOO_LONG.has(code))
    return new PdError(POSTGRES_ERRORS["store-timeout"], `${shown} gave up waiting (${code})`, { cause: error });
  if (NO_TABLES.has(code))
    return new PdError(POSTGRES_ERRORS["schema-missing"], `${shown} has no tables of pd`, { cause: error });
  return new PdError(POSTGRES_ERRORS["store-refused"], `${shown} refused a statement (${code || "no code"})`, {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return /^[A-Z0-9_]{1,32}$/.test(String(error.code)) ? String(error.code) : "";
}
