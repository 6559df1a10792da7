import { run } from "./score.js";

/** What a way to look for evidence costs: the share of questions for which it is found, and its tokens. */
export interface Walked {
  readonly way: string;
  readonly found: number;
  readonly median: number;
  readonly mean: number;
  /** Its mean as a multiple of the cheaper of two ways to grep. */
  readonly timesGrep: number;
}

const LINE = /^(.+?)\s+found (\d+)%, median (\d+), mean (\d+): [\d.]+ × the evidence, ([\d.]+) × the cheaper grep$/gmu;

/** Tokens until all evidence was seen, by the fixed policies of `walk.mjs`. */
export function walkOf(project: string, set: string, vault: string): readonly Walked[] {
  return [...run("walk.mjs", [project, set, vault]).matchAll(LINE)].map(([, way = "", ...figures]) => {
    const [found = 0, median = 0, mean = 0, timesGrep = 0] = figures.map(Number);
    return { way, found, median, mean, timesGrep };
  });
}
