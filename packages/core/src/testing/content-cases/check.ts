import { isPdError, type PdErrorCode } from "../../model/errors.js";

/** What a case found wrong with a content. */
export class ContentFault extends Error {
  override readonly name = "ContentFault";
}

export function holds(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new ContentFault(problem);
}

/** Plain values, compared as JSON. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new ContentFault(`${what}: ${is}, expected ${should}`);
}

/** Lists without an order. */
export function sameSet(actual: Iterable<string>, expected: Iterable<string>, what: string): void {
  same([...actual].sort(), [...expected].sort(), what);
}

/** The call must be rejected, with one of these codes. */
export async function refuses(
  codes: readonly PdErrorCode[],
  what: string,
  call: () => Promise<unknown>,
): Promise<void> {
  const code = await codeOf(call);
  holds(code !== undefined, `${what}: answered, expected the error ${codes.join(" or ")}`);
  holds((codes as readonly string[]).includes(code), `${what}: ${code}, expected the error ${codes.join(" or ")}`);
}

/** The code with which a call is rejected; nothing where it is answered. */
export async function codeOf(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return isPdError(error) ? error.code : `an error without a code (${String(error)})`;
  }
}

/** Numbers from 0 up to 1, always the same ones. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same items in another order. */
export function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}
