import { PdError } from "@pd/core";

/** What one server takes. Each has a default that suits a team. */
export interface HttpLimits {
  /** The body of a request. */
  readonly bodyBytes: number;
  /** How long a body may take to arrive. */
  readonly bodyMilliseconds: number;
  /** How long a call may take. */
  readonly callMilliseconds: number;
  /** Calls that are worked on at the same time. */
  readonly concurrentCalls: number;
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytes: 2 ** 20,
  bodyMilliseconds: 10_000,
  callMilliseconds: 30_000,
  concurrentCalls: 256,
};

/** What a timer can count to. */
const MOST = 2 ** 31 - 1;

/**
 * The limits given, and the defaults for the rest. One that is no number would let everything through without a word, and a
 * timer without end would end at once.
 */
export function limitsFrom<Limits extends Readonly<Record<keyof Limits, number>>>(
  defaults: Limits,
  given: Partial<Limits> = {},
): Limits {
  const entries = Object.entries<number | undefined>(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    if (typeof value === "number" && value >= 1 && value <= MOST) continue;
    throw new PdError("configuration-invalid", `The limit ${name} is ${value}`, {
      where: `limits.${name}`,
      fix: `Give a number from 1 to ${MOST}, or leave it out.`,
    });
  }
  return { ...defaults, ...(Object.fromEntries(entries) as Partial<Limits>) };
}
