declare const sessionIdBrand: unique symbol;

/** The handle of a disclosure session: given in, given back, and worth nothing to another caller. */
export type SessionId = string & { readonly [sessionIdBrand]: true };

/** Digits of an id that strangers must not guess: 128 random bits. */
export const SESSION_ID_DIGITS = 39;
/** Digits of an id that only this process can use, where there is nobody to guess it: a model copies nine without a slip, for three tokens. */
export const OWN_SESSION_ID_DIGITS = 9;

export const SESSION_ID_PATTERN = /^pds_[0-9]{9,39}$/;

/**
 * Random and in decimal: every tokenizer takes digits in fixed groups, so each id of one length costs the same, and an answer that mentions one
 * stays the same in all other bytes (R2.5).
 */
export function newSessionId(digits: number = SESSION_ID_DIGITS): SessionId {
  const random = crypto.getRandomValues(new BigUint64Array(2));
  const number = ((random[0] ?? 0n) << 64n) | (random[1] ?? 0n);
  return `pds_${(number % 10n ** BigInt(digits)).toString().padStart(digits, "0")}` as SessionId;
}

/** Who may use a session: the hash of a bearer token, or the process over stdio. */
export type Caller = string;
