import type { Command } from "../command.js";
import { type Diagnosis, diagnose } from "../explain/diagnosis.js";
import { printFix } from "../render/fix.js";
import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { wrap } from "../terminal/width.js";
import { writeDocument } from "../terminal/write-document.js";

const MARKS = { ok: "ok", info: "--", warning: "!!", error: "xx" } as const;

/** `pd doctor`: what is installed, loaded and wrong, each with its fix. */
export const doctor: Command = {
  name: "doctor",
  words: 0,
  folder: "alone",
  usage: "",
  heading: "Check",
  summary: "Show what is installed, loaded and wrong, each with its fix",
  details:
    "Node, configuration, vaults, broken links, skipped files, cache and token counter: what is found, what is wrong, and the fix.",
  options: [],
  examples: ["pd doctor", "pd doctor --json"],
  async run(invocation) {
    const findings = await diagnose(invocation);
    const healthy = findings.every(({ severity }) => severity !== "error");
    const human = () => {
      for (const finding of findings) print(finding, invocation.out);
    };
    writeDocument(invocation, { operation: "doctor", data: { healthy, findings }, items: findings, human });
    return healthy ? 0 : 1;
  },
};

function print({ about, severity, message, fix }: Diagnosis, { line, style, width }: Screen): void {
  const paint = { ok: style.good, info: style.faint, warning: style.warning, error: style.bad }[severity];
  const [first = "", ...rest] = wrap(safeLine(message), width - 16);
  line(`${paint(MARKS[severity])} ${style.strong(about.padEnd(12))} ${first}`);
  for (const text of rest) line(`${" ".repeat(16)}${text}`);
  if (fix !== undefined) printFix(fix, { screen: { line, style, width }, indent: 16 });
}
