import { appendFileSync } from "node:fs";

/** Smaller sizes and fewer rounds, for a run of all in minutes. Figures of such a run are rough. */
export const quick = process.env["PD_BENCH"] === "quick";

/** A figure as the page of results has it. */
export interface Figure {
  readonly kind: "figure";
  /** What was measured, with its size. */
  readonly what: string;
  readonly value: number;
  /** `×` for a ratio. */
  readonly unit: string;
  /** A ratio's other side: a peer, or a floor that nothing can go below. */
  readonly against?: string | undefined;
  readonly atMost?: number | undefined;
  readonly atLeast?: number | undefined;
}

/** Bars side by side. */
export interface Bars {
  readonly kind: "bars";
  /** The chart's file name. */
  readonly chart: string;
  readonly title: string;
  readonly unit: string;
  readonly better: "less" | "more";
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** It is pd's. */
  readonly own?: boolean | undefined;
  /** Where it should end at the most or at the least. */
  readonly aim?: number | undefined;
}

/** Lines over a scale, pd's first. */
export interface Lines {
  readonly kind: "lines";
  readonly chart: string;
  readonly title: string;
  readonly unit: string;
  /** What the scale shows, and its marks. */
  readonly over: string;
  readonly at: readonly number[];
  readonly lines: readonly { readonly label: string; readonly values: readonly number[] }[];
}

export type Reported = Figure | Bars | Lines;

/** Tells a figure to `npm run bench`, which collects them all. Alone, a benchmark only prints for people. */
export function figure(one: Omit<Figure, "kind">): void {
  append({ kind: "figure", ...one });
}

export function bars(chart: Omit<Bars, "kind">): void {
  append({ kind: "bars", ...chart });
}

export function lines(chart: Omit<Lines, "kind">): void {
  append({ kind: "lines", ...chart });
}

function append(reported: Reported): void {
  const file = process.env["PD_BENCH_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(reported)}\n`);
}

/** Whether it is what was aimed at; nothing where nothing was. */
export function isMet({ value, atMost, atLeast }: Pick<Figure, "value" | "atMost" | "atLeast">): boolean | undefined {
  if (atMost === undefined && atLeast === undefined) return undefined;
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}
