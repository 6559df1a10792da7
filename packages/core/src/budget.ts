/** One way to show something, and what it costs. */
export interface Offer<Step> {
  readonly step: Step;
  readonly cost: number;
}

/** The ways to show one thing, least first. */
export type Candidate<Step> = readonly Offer<Step>[];

export interface FitOptions {
  readonly budget: number;
  /** The share of the budget that the least offers may fill before anything is raised. */
  readonly breadth: number;
}

/**
 * Chooses an offer for each candidate, best candidates first, within a budget (R2.5).
 * First every candidate gets its least offer, as far as the breadth share goes; then each, in order,
 * gets the most that the rest allows. What does not fit is passed over and the next is tried.
 */
export function fit<Step>(
  candidates: readonly Candidate<Step>[],
  { budget, breadth }: FitOptions,
): readonly (Offer<Step> | undefined)[] {
  const chosen: (Offer<Step> | undefined)[] = new Array(candidates.length).fill(undefined);
  let spent = 0;

  // Breadth first: ten descriptions help an agent choose more than one body does.
  const share = budget * breadth;
  for (const [index, [least]] of candidates.entries()) {
    if (least === undefined || spent + least.cost > share) continue;
    chosen[index] = least;
    spent += least.cost;
  }

  for (const [index, offers] of candidates.entries()) {
    const already = chosen[index]?.cost ?? 0;
    const best = offers.findLast((offer) => spent - already + offer.cost <= budget);
    if (best === undefined) continue;
    chosen[index] = best;
    spent += best.cost - already;
  }
  return chosen;
}
