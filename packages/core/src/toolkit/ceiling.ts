import type { Plan } from "../model/plan.js";
import { tokens } from "../model/tokens.js";

/** The most that an agent behind a door may ask for, unless the host says otherwise (R2.11). */
export const MAX_BUDGET = 32_000;

/** Stands for `Infinity` in an input: schemas take whole numbers, and JSON has no infinite ones. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** An input whose `tokenBudget` is no more than the maximum. What is no budget stays, for the schema to refuse. */
export function withinMaximum(input: unknown, maximum: number): unknown {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, "tokenBudget")) return input;
  const { tokenBudget } = input as { readonly tokenBudget?: unknown };
  const isBudget = Number.isSafeInteger(tokenBudget) || tokenBudget === Number.POSITIVE_INFINITY;
  if (!isBudget || (tokenBudget as number) <= Math.min(maximum, UNBOUNDED)) return input;
  return { ...input, tokenBudget: Math.min(maximum, UNBOUNDED) };
}

/** A plan with its ceiling: a default may be above the maximum, and a tool may set none. */
export function underCeiling(plan: Plan, maximum: number): Plan {
  const budget = Math.min(plan.budget ?? Number.POSITIVE_INFINITY, maximum);
  if (budget === plan.budget && budget < UNBOUNDED) return plan;
  return { ...plan, budget: budget < UNBOUNDED ? tokens(budget) : undefined };
}
