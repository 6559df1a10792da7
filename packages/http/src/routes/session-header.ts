import { PdError } from "@pd/core";

/** `Pd-Session` is another way to write the field `session` (R2.7). Both at once have to agree. */
export function withSession(input: unknown, header: string | null): unknown {
  if (header === null || typeof input !== "object" || input === null || Array.isArray(input)) return input;
  if (!Object.hasOwn(input, "session")) return { ...input, session: header };
  if ((input as { readonly session?: unknown }).session === header) return input;
  throw new PdError("input-invalid", "The header Pd-Session and the field session differ", {
    where: "session",
    fix: "Send one of them.",
  });
}

/** What a header can carry. A tool's own answer may call anything its session. */
const SENDABLE = /^[\x21-\x7e]{1,64}$/;

/** The header that gives a session back; none where there is none, or nothing that can be sent. */
export function sessionHeader(session: string | undefined): Readonly<Record<string, string>> {
  return session !== undefined && SENDABLE.test(session) ? { "pd-session": session } : {};
}

export function sessionIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("session" in value)) return undefined;
  return typeof value.session === "string" ? value.session : undefined;
}
