/** Colour only where a person looks on, and none where they asked for none. */
const coloured = process.stdout.isTTY && process.env["NO_COLOR"] === undefined && process.env["TERM"] !== "dumb";

function styled(code: number, text: string): string {
  return coloured ? `\u001b[${code}m${text}\u001b[0m` : text;
}

export function heading(text: string): string {
  return styled(1, text);
}

export function dim(text: string): string {
  return styled(2, text);
}

export function indented(text: string): string {
  return text.replace(/^/gmu, "  ");
}

/** A share of a budget, ten characters wide. */
export function bar(share: number): string {
  const filled = Math.min(10, Math.round(share * 10));
  return `[${"#".repeat(filled)}${".".repeat(10 - filled)}]`;
}
