import type { Finding, Quality, ValidateData } from "@pd/core";
import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { wrap } from "../terminal/width.js";
import { counted } from "./figures.js";

/** Of findings without end, as many as a person reads. */
const SHOWN = 40;

export function printValidation({ quality, passed, threshold, counts, findings }: ValidateData, screen: Screen): void {
  const { line, style } = screen;
  printFindings(findings, screen);
  if (findings.length > 0) line();
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  line(`${gradeLine(quality, screen)}, ${counted(all, "finding")}`);
  for (const { name, count } of counts) line(style.faint(`  ${count} × ${safeLine(name)}`));
  if (threshold !== undefined) {
    line(
      passed ? style.good(`reaches the threshold of ${threshold}`) : style.bad(`below the threshold of ${threshold}`),
    );
  }
}

export function gradeLine({ score, grade }: Quality, { style }: Screen): string {
  const paint = score >= 90 ? style.good : score >= 60 ? style.warning : style.bad;
  return paint(`grade ${grade}, ${score} of 100`);
}

/** By file, as compilers print them: `file:line severity[code] message`. */
export function printFindings(findings: readonly Finding[], { line, style, width }: Screen): void {
  let file: string | undefined;
  for (const finding of findings.slice(0, SHOWN)) {
    if (finding.file !== file) {
      if (file !== undefined) line();
      file = finding.file;
      line(style.strong(safeLine(finding.file)));
    }
    const paint = { error: style.bad, warning: style.warning, info: style.faint }[finding.severity];
    const head = `${finding.severity}[${safeLine(finding.code)}]`;
    const [first = "", ...rest] = wrap(`${head} ${safeLine(finding.message)}`, width - 8, 4);
    line(
      `  ${String(finding.line).padStart(4)}  ${first.startsWith(head) ? paint(head) + first.slice(head.length) : first}`,
    );
    for (const text of rest) line(`        ${text}`);
    if (finding.fix !== undefined) {
      for (const text of wrap(`fix: ${safeLine(finding.fix)}`, width - 8, 4)) line(style.faint(`        ${text}`));
    }
  }
  const more = findings.length - SHOWN;
  if (more > 0) line(style.faint(`… ${counted(more, "more finding")}: --json has all of them`));
}
