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

export function sessionIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("session" in value)) return undefined;
  return typeof value.session === "string" ? value.session : undefined;
}
