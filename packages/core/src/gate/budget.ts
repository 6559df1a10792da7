/** One way to show something, and what it costs. */
export interface Offer<Step> {
  readonly step: Step;
  readonly cost: number;
}

/** The ways to show one thing, least first. */
export type Candidate<Step> = readonly Offer<Step>[];

/** What several candidates have in common, such as a head: it is paid by the first of them that is chosen. */
export interface Shared {
  readonly key: string;
  readonly cost: number;
}

export interface FitOptions {
  readonly budget: number;
  /** The share of the budget that the least offers may fill before anything is raised. */
  readonly breadth: number;
  /** What fits whole is taken before anything is shown at less than whole. */
  readonly wholeFirst?: boolean | undefined;
  /** Nothing overtakes what does not fit, unless that is more than this by itself. */
  readonly strictWithin?: number | undefined;
  /** What a candidate shares with others, by its place. */
  readonly shared?: ((index: number) => Shared | undefined) | undefined;
  /** What was paid before. */
  readonly paid?: ReadonlySet<string> | undefined;
  /** Whether a candidate that does not fit can be shortened: then nothing overtakes the first one, nor any in strict order. */
  readonly shortens?: ((index: number) => boolean) | undefined;
}

/**
 * Chooses an offer for each candidate, best candidates first, within a budget (R2.5).
 * First every candidate gets its least offer, as far as the breadth share goes; then each, in order,
 * gets the most that the rest allows. What does not fit is passed over and the next is tried.
 */
export function fit<Step>(
  given: readonly Candidate<Step>[],
  { budget, breadth, wholeFirst = false, strictWithin, shared, paid, shortens }: FitOptions,
): readonly (Offer<Step> | undefined)[] {
  const candidates = given.map(risingIn);
  const chosen: (Offer<Step> | undefined)[] = new Array(candidates.length).fill(undefined);
  let spent = 0;
  const open = new Set(paid);
  const isStuck = (index: number) => {
    if (chosen[index] !== undefined || candidates[index]?.[0] === undefined) return false;
    if (shortens?.(index) === true) return index === 0 || strictWithin !== undefined;
    return strictWithin !== undefined && candidates[index][0].cost <= strictWithin;
  };
  /** What a candidate that is not chosen yet has to pay first. */
  const entry = (index: number) => {
    const common = chosen[index] === undefined ? shared?.(index) : undefined;
    return common === undefined || open.has(common.key) ? 0 : common.cost;
  };
  const choose = (index: number, offer: Offer<Step>) => {
    spent += offer.cost + entry(index) - (chosen[index]?.cost ?? 0);
    chosen[index] = offer;
    const key = shared?.(index)?.key;
    if (key !== undefined) open.add(key);
  };

  // Breadth first: ten descriptions help an agent choose more than one body does.
  const share = budget * breadth;
  for (const [index, [least]] of candidates.entries()) {
    if (least !== undefined && spent + least.cost + entry(index) <= share) choose(index, least);
    else if (isStuck(index)) break;
  }

  function raise(index: number, offers: readonly Offer<Step>[]): void {
    const already = chosen[index]?.cost ?? 0;
    const best = offers.findLast((offer) => spent - already + offer.cost + entry(index) <= budget);
    if (best !== undefined) choose(index, best);
  }

  if (wholeFirst && strictWithin === undefined)
    for (const [index, offers] of candidates.entries()) raise(index, offers.slice(-1));
  for (const [index, offers] of candidates.entries()) {
    const isWhole = wholeFirst && chosen[index] !== undefined && chosen[index] === offers.at(-1);
    if (!isWhole) raise(index, offers);
    if (isStuck(index)) break;
  }
  return chosen;
}

/**
 * The offers that cost less than every higher one. Links may cost more than the outline above them: raising from there would give tokens back
 * after the better candidates were told that there are none left.
 */
function risingIn<Step>(offers: Candidate<Step>): Candidate<Step> {
  let least = Number.POSITIVE_INFINITY;
  const rising = offers.toReversed().filter(({ cost }) => {
    if (cost >= least) return false;
    least = cost;
    return true;
  });
  return rising.length === offers.length ? offers : rising.reverse();
}
