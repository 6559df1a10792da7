const { env, stdout } = process;
/** Colour only where a person looks on, and none where they asked for none. */
const coloured = env["NO_COLOR"]
  ? false
  : env["FORCE_COLOR"] === undefined
    ? stdout.isTTY && env["TERM"] !== "dumb"
    : !["0", "false"].includes(env["FORCE_COLOR"]);
const width = Math.max(40, Math.min(stdout.columns ?? 100, 110));

function styled(code: string, text: string): string {
  return coloured ? `\u001b[${code}m${text}\u001b[0m` : text;
}

export function bold(text: string): string {
  return styled("1", text);
}

export function dim(text: string): string {
  return styled("2", text);
}

/** From cool to warm as more is shown; the digit says it without colour. */
export function levelColour(level: number, text: string): string {
  return styled(["90", "34", "36", "33", "32"][level] ?? "0", text);
}

/** A text in lines of the terminal's width, indented. */
export function wrap(text: string, indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    if (line.length + word.length >= width && line.trim() !== "") {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join("\n");
}

/** A label, and a text whose further lines stand below its first. */
export function hanging(label: string, text: string): string {
  return label + wrap(text, " ".repeat(label.length)).trimStart();
}

export function thousands(number: number): string {
  return number.toLocaleString("en");
}

/** The beginning of a text, and how much more there is. Long lines are cut: a terminal is no place to read notes. */
export function firstLines(text: string, most: number): string {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => (line.length > width - 6 ? `${line.slice(0, width - 7)}…` : line));
  const more = lines.length - most;
  const shown = more > 1 ? [...lines.slice(0, most), dim(`… ${more} more lines`)] : lines;
  return shown.map((line) => `    ${line}`.trimEnd()).join("\n");
}

/** A share, thirty characters wide. */
export function bar(share: number): string {
  const filled = Math.max(share > 0 ? 1 : 0, Math.min(30, Math.round(share * 30)));
  return `${"█".repeat(filled)}${dim("░".repeat(30 - filled))}`;
}
