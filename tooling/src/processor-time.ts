const MOST_RUNS = 8;

/**
 * Milliseconds of processor time that work takes: the least of some runs, as soon as one is below the ceiling. The first pays for
 * compiling, and a busy machine makes others dearer; what is above in each of them is too dear.
 */
export function processorTime(work: () => void, ceiling: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < MOST_RUNS && least >= ceiling; run += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
