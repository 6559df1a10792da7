/** 12345 → "12,345". By hand: the formatter of the language takes longer to load than all of this. */
export function thousands(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+(?!\d))/gu, ",");
}

export function counted(number: number, noun: string): string {
  return `${thousands(number)} ${noun}${number === 1 ? "" : "s"}`;
}
