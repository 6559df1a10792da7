import { escapeControls } from "@pd/core";

export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** How text looks on one stream. */
export interface Terminal {
  readonly width: number;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  /** A colour for each level, the same as on the command line; the digit says it without colour. */
  level(level: number, text: string): string;
  /** A text in lines of the terminal's width, indented. */
  wrap(text: string, indent: string): string;
  /** A label, and a text whose further lines stand below its first. */
  hanging(label: string, text: string): string;
  /** The beginning of a text, and how much more there is. Long lines are cut: a terminal is no place to read notes. */
  firstLines(text: string, most: number): string;
  /** A share, some characters wide. */
  bar(share: number, wide?: number): string;
}

// Faint, cyan, bright blue, magenta, green: yellow cannot be read on white, nor dark blue and bright black on some dark themes.
const LEVEL_COLOURS = ["2", "36", "94", "35", "32"];

export function createTerminal(screen: Screen, env: Readonly<Record<string, string | undefined>>): Terminal {
  const coloured = isColoured(screen, env);
  const width = Math.max(40, Math.min(screen.columns ?? 100, 110));
  const styled = (code: string, text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);
  const dim = (text: string) => styled("2", text);

  function wrap(text: string, indent: string): string {
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

  return {
    width,
    bold: (text) => styled("1", text),
    dim,
    red: (text) => styled("31", text),
    level: (level, text) => styled(LEVEL_COLOURS[level] ?? "0", text),
    wrap,
    hanging: (label, text) => label + wrap(text, " ".repeat(label.length)).trimStart(),
    firstLines(text, most) {
      const lines = shown(text)
        .trimEnd()
        .split("\n")
        .map((line) => (line.length > width - 6 ? `${line.slice(0, width - 7)}…` : line));
      const more = lines.length - most;
      const first = more > 1 ? [...lines.slice(0, most), dim(`… ${more} more lines`)] : lines;
      return first.map((line) => `    ${line}`.trimEnd()).join("\n");
    },
    bar(share, wide = 30) {
      const filled = Math.max(share > 0 ? 1 : 0, Math.min(wide, Math.round(share * wide)));
      return `${"█".repeat(filled)}${dim("░".repeat(wide - filled))}`;
    },
  };
}

/** Colour only where a person looks on, and none where they asked for none. */
function isColoured({ isTTY = false }: Screen, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"] !== undefined) return !["0", "false"].includes(env["FORCE_COLOR"]);
  return isTTY && env["TERM"] !== "dumb";
}

/** Text from files or a model, fit to be printed: line breaks and tabs as they are, no other character that steers a terminal. */
export function shown(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/[^\n\t]+/g, (line) => escapeControls(line));
}

export function thousands(number: number): string {
  return number.toLocaleString("en");
}
