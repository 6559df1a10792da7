import { PdError, type TokenCounter } from "@pd/core";

/** What a text that comes whole or not at all may cost: the most that a call may ask for (R2.11). */
export interface WholeTextLimit {
  readonly counter: TokenCounter;
  readonly maxBudget: number;
}

interface WholeText {
  /** What it is, for the refusal. */
  readonly what: "file" | "prompt";
  /** The field of the request that named it. */
  readonly where: string;
}

/** What a text costs, or a refusal with its price. */
export async function priceOfWhole(
  text: string,
  { what, where }: WholeText,
  { counter, maxBudget }: WholeTextLimit,
): Promise<number> {
  await counter.load?.();
  const price = counter.count(text);
  if (price <= maxBudget) return price;
  throw new PdError("budget-too-small", `The ${what} costs ${price} tokens, and one may cost ${maxBudget}`, {
    where,
    fix: `Open what it is divided into, or ask whoever wrote it to divide it.`,
  });
}
