import { PdError } from "../model/errors.js";
import type { Caller } from "../ports/session.js";

/** What a header carries: no spaces, no control characters; long enough for any token of a signed kind. */
const TOKEN = /^[\x21-\x7e]{1,512}$/;
const LONGEST = 512;
const BEARER = /^bearer +([\x21-\x7e]{1,512})$/i;

/**
 * Whether two secrets are the same, in a time that depends on neither: every place is looked at, also behind the end of both.
 */
export function sameSecret(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let place = 0; place < LONGEST; place += 1) {
    // Behind the end there is NaN, which counts as 0 here.
    difference |= left.charCodeAt(place) ^ right.charCodeAt(place);
  }
  return difference === 0;
}

/** Gives back who a request comes from, by its `Authorization` header; `undefined` for nobody known. */
export type BearerCheck = (authorization: string | null) => Promise<Caller | undefined>;

export function createBearerCheck(tokens: readonly string[]): BearerCheck {
  for (const token of tokens) {
    if (TOKEN.test(token)) continue;
    const fix = "Use 1 to 512 visible ASCII characters without spaces.";
    throw new PdError("configuration-invalid", "A token cannot be sent in a header", { where: "tokens", fix });
  }
  // Sessions are bound to the hash: the token itself stays here.
  const callers = tokens.map((token) => fingerprint(token));
  return async (authorization) => {
    const given = BEARER.exec(authorization ?? "")?.[1] ?? "";
    let found: number | undefined;
    // All of them are compared, so that the time does not tell which one came near.
    for (const [index, token] of tokens.entries()) if (sameSecret(given, token)) found = index;
    return found === undefined ? undefined : callers[found];
  };
}

async function fingerprint(token: string): Promise<Caller> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return `token:${[...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
