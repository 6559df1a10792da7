import { nearest, PdError } from "@pd/core";
import type { Command, Invocation } from "../command.js";
import { EXPLANATIONS } from "../explanations.js";
import { printFix } from "../render/fix.js";
import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { padEnd, widthOf, wrap } from "../terminal/width.js";
import { writeDocument } from "../write-document.js";

/** `pd explain <code>`: what a code means and what to do; without one, all of them. */
export const explain: Command = {
  name: "explain",
  words: 1,
  usage: "[code]",
  summary: "What a code in error[…] or in a finding means, and what to do about it.",
  options: [],
  examples: ["pd explain broken-link", "pd explain configuration-invalid"],
  async run(invocation) {
    const [code] = invocation.parsed.words;
    if (code === undefined) listCodes(invocation);
    else explainOne(code, invocation);
    return 0;
  },
};

function explainOne(code: string, invocation: Invocation): void {
  const { out } = invocation;
  const found = EXPLANATIONS.get(code);
  if (found === undefined) throw unknownCode(code);
  const data = { code, ...found };
  const human = () => {
    out.line(`${out.style.strong(code)} ${out.style.faint(`(${found.kind})`)}`);
    for (const text of wrap(found.what, out.width)) out.line(text);
    printFix(found.fix, { screen: out, indent: 0 });
  };
  writeDocument(invocation, { operation: "explain", data, items: [data], human });
}

const KINDS = [
  ["error", "Errors"],
  ["finding", "Findings of pd validate and pd skill validate"],
] as const;

function listCodes(invocation: Invocation): void {
  const { out } = invocation;
  const codes = [...EXPLANATIONS].map(([code, explanation]) => ({ code, ...explanation }));
  const human = () => {
    for (const [index, [kind, title]] of KINDS.entries()) {
      if (index > 0) out.line();
      for (const text of wrap(title, out.width)) out.line(out.style.strong(text));
      for (const { code, what } of codes.filter((one) => one.kind === kind)) printCode(code, what, out);
    }
  };
  writeDocument(invocation, { operation: "explain", data: { codes }, items: codes, human });
}

const CODES = 32;

/** In two columns; one under the other where the terminal is narrow. */
function printCode(code: string, what: string, { line, width }: Screen): void {
  const room = width - CODES - 4;
  const [head = "", ...rest] = wrap(what, room < 30 ? width - 6 : room, 2);
  if (room < 30 || widthOf(code) > CODES) {
    line(`  ${code}`);
    for (const text of [head, ...rest]) line(`${" ".repeat(room < 30 ? 6 : CODES + 4)}${text}`);
    return;
  }
  line(`  ${padEnd(code, CODES)}  ${head}`);
  for (const text of rest) line(`${" ".repeat(CODES + 4)}${text}`);
}

function unknownCode(code: string): PdError {
  const meant = nearest(code, EXPLANATIONS.keys());
  return new PdError("input-invalid", `"${safeLine(code.slice(0, 60))}" is no code of pd`, {
    where: "the command line",
    fix: meant === undefined ? "pd explain lists all codes." : `Did you mean pd explain ${meant}?`,
  });
}
