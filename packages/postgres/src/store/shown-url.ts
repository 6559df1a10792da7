import { escapeControls, PdError } from "@pd/core";

/** What of a database's address may be told: neither user nor password, nor options. */
export function shownUrl(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw badUrl();
  }
  if (!/^postgres(?:ql)?:$/u.test(parsed.protocol)) throw badUrl();
  return escapeControls(`postgres://${parsed.host}${parsed.pathname}`).slice(0, 200);
}

/** The address itself is not told: it may hold a password. */
function badUrl(): PdError {
  return new PdError("input-invalid", "That is not the address of a PostgreSQL database", {
    where: "url",
    fix: "Use postgres://user:password@host:5432/database, or set PD_DATABASE_URL.",
  });
}
