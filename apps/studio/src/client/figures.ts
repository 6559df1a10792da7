const whole = new Intl.NumberFormat("en-US");

/** 12345 → 12,345. */
export function count(number: number): string {
  return whole.format(Math.round(number));
}

/** One word, one or many: `plural(2, "call")` → "2 calls". */
export function plural(number: number, word: string): string {
  return `${count(number)} ${word}${number === 1 ? "" : "s"}`;
}

/** A part of a whole; next to nothing is not shown as nothing. */
export function share(part: number, all: number): string {
  if (all === 0) return "–";
  const percent = (100 * part) / all;
  if (percent > 0 && percent < 0.1) return "< 0.1 %";
  return `${percent.toFixed(percent < 10 ? 1 : 0)} %`;
}
