/** 12345 → "12,345". By hand: the formatter of the language takes longer to load than all of this, and a pattern to compile. */
export function thousands(number: number): string {
  const digits = String(number);
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) text = `${digits.slice(Math.max(0, end - 3), end)},${text}`;
  return text;
}

export function counted(number: number, noun: string): string {
  return `${thousands(number)} ${noun}${number === 1 ? "" : "s"}`;
}
