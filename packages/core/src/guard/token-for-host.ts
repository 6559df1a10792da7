import { PdError } from "../model/errors.js";
import { isLoopback } from "./host.js";

/** What a server asks of its callers. */
export interface TokenAccess {
  readonly hasToken: boolean;
  /** One of the tokens could be guessed: see `isGuessable`. */
  readonly hasGuessableToken: boolean;
}

const SHORTEST = 16;
/** Fewer different characters make a word said again and again. A random token of the shortest length in hexadecimal has about ten. */
const FEWEST_DIFFERENT = 6;

/** Whether a token is shorter or simpler than any that was made at random. */
export function isGuessable(token: string): boolean {
  return token.length < SHORTEST || new Set(token).size < FEWEST_DIFFERENT;
}

const MAKE_ONE = "Make a token with: node -p 'crypto.randomUUID()'";

/** A server that other machines can reach asks for a token, and for one that nobody guesses. */
export function requireTokenFor(host: string, { hasToken, hasGuessableToken }: TokenAccess): void {
  if (isLoopback(host)) return;
  if (!hasToken)
    throw new PdError("configuration-invalid", `Listening on ${host} lets other machines in, and there is no token`, {
      where: "host",
      fix: `Set PD_TOKEN, or listen on 127.0.0.1. ${MAKE_ONE}`,
    });
  if (hasGuessableToken)
    throw new PdError(
      "configuration-invalid",
      `Listening on ${host} lets other machines in, and the token can be guessed`,
      {
        where: "token",
        fix: `Use at least ${SHORTEST} random characters. ${MAKE_ONE}`,
      },
    );
}
