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

/** The beginning of a text, two columns in, and how much more there is. Long lines are cut: a terminal is no place to read notes. */
export function firstLines(text: string, most: number): string {
  const width = Math.max(40, Math.min(process.stdout.columns ?? 100, 120) - 4);
  const lines = text.split("\n").map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
  const more = lines.length - most;
  const shown = more > 1 ? [...lines.slice(0, most), dim(`… ${more} more lines`)] : lines;
  return shown.map((line) => `  ${line}`).join("\n");
}

/** A share of a budget, ten characters wide. */
export function bar(share: number): string {
  const filled = Math.min(10, Math.round(share * 10));
  return `[${"#".repeat(filled)}${".".repeat(10 - filled)}]`;
}
