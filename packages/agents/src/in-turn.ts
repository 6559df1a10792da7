/**
 * Runs what it is given one after the other. The calls of one turn come side by side, and each must know what the one before has left of the budget
 * and has shown in the session.
 */
export function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
