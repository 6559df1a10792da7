import { PdError } from "../model/errors.js";

/** What a timer can count to. */
const MOST = 2 ** 31 - 1;

/**
 * The limits given, and the defaults for the rest. A limit that is not a number would let everything through silently, and a
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
