import type { Count, Finding, Quality, ValidateData } from "@pd/core";
import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { padStart, wrap } from "../terminal/width.js";
import { counted, thousands } from "./figures.js";
import { printFix } from "./fix.js";

/** From here on a grade is A. */
const GOOD = 90;
/** Of findings without end, as many as a person reads. */
const SHOWN = 40;

export function printValidation({ quality, passed, threshold, counts, findings }: ValidateData, screen: Screen): void {
  const { line, style } = screen;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  // A document has a thousand findings unless more are asked for.
  printFindings(findings, { screen, all, whole: all > 1000 ? `--json --limit ${all}` : "--json" });
  if (findings.length > 0) line();
  line(`${gradeLine(quality, screen)}, ${counted(all, "finding")}`);
  printFindingCounts(counts, screen);
  // The exit code is said where somebody wonders why a pipeline stopped, or why it did not.
  if (threshold !== undefined) {
    const told = passed ? `reaches the threshold of ${threshold}` : `below the threshold of ${threshold}: exit code 1`;
    line(passed ? style.good(told) : style.bad(told));
  } else if (screen.isTerminal && quality.score < GOOD && passed) {
    line(style.faint(`exit code 0, as no threshold is set; --threshold ${GOOD} would exit with 1`));
  }
}

export function gradeLine({ score, grade }: Quality, { style }: Screen): string {
  if (grade === undefined) return "nothing to grade";
  const paint = score >= GOOD ? style.good : score >= 60 ? style.warning : style.bad;
  return `grade ${paint(grade)}, ${score} of 100`;
}

/** The gravest first, as they come. */
function printFindingCounts(counts: readonly Count[], { line, style }: Screen): void {
  const figures = Math.max(0, ...counts.map(({ count }) => thousands(count).length));
  for (const { name, count } of counts)
    line(`  ${padStart(thousands(count), figures)} ${style.faint("×")} ${safeLine(name)}`);
}

export interface FindingsOutput {
  readonly screen: Screen;
  /** How many there are, where these are not all. */
  readonly all?: number;
  /** What gives all of them. */
  readonly whole?: string;
}

const GRAVITY: readonly Finding["severity"][] = ["error", "warning", "info"];

/** By file, as compilers print them: `file`, then `line severity[code] message`. Where there are too many, the gravest. */
export function printFindings(
  findings: readonly Finding[],
  { screen, all = findings.length, whole = "--json" }: FindingsOutput,
): void {
  const gravest = GRAVITY.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const chosen = new Set(gravest.slice(0, screen.most(SHOWN)));
  const shown = findings.filter((finding) => chosen.has(finding));
  let file: string | undefined;
  for (const finding of shown) {
    if (finding.file !== file) {
      if (file !== undefined) screen.line();
      file = finding.file;
      screen.line(screen.style.strong(safeLine(finding.file)));
    }
    printFinding(finding, screen);
  }
  const more = all - shown.length;
  if (more > 0) {
    screen.line();
    const text = `… ${counted(more, "more finding")}, none graver; ${whole} has all of them`;
    for (const part of wrap(text, screen.width)) screen.line(screen.style.faint(part));
  }
}

function printFinding({ code, severity, line: at, message, fix }: Finding, screen: Screen): void {
  const { line, style, width, most } = screen;
  const paint = { error: style.bad, warning: style.warning, info: (text: string) => text }[severity];
  const head = `${severity}[${safeLine(code)}]`;
  const [first = "", ...rest] = wrap(`${head} ${safeLine(message)}`, width - 8, most(4));
  line(`  ${String(at).padStart(4)}  ${first.startsWith(head) ? paint(head) + first.slice(head.length) : first}`);
  for (const text of rest) line(`        ${text}`);
  if (fix !== undefined) printFix(fix, { screen, indent: 8 });
}
