import { nearest, PdError } from "@pd/core";
import type { Command, Invocation } from "../command.js";
import { EXPLANATIONS } from "../explanations.js";
import { safeLine } from "../terminal/safe-text.js";
import { padEnd, wrap } from "../terminal/width.js";
import { writeDocument } from "../write-document.js";

/** `pd explain <code>`: what a code means and what to do; without one, all of them. */
export const explain: Command = {
  name: "explain",
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
    const label = "fix:";
    const [first = "", ...rest] = wrap(`${label} ${found.fix}`, out.width);
    out.line(`${out.style.good(label)}${first.slice(label.length)}`);
    for (const text of rest) out.line(text);
  };
  writeDocument(invocation, { operation: "explain", data, items: [data], human });
}

function listCodes(invocation: Invocation): void {
  const { out } = invocation;
  const codes = [...EXPLANATIONS].map(([code, explanation]) => ({ code, ...explanation }));
  const first = Math.min(32, Math.max(...codes.map(({ code }) => code.length)));
  const human = () => {
    for (const { code, what } of codes) {
      const [head = "", ...rest] = wrap(what, Math.max(20, out.width - first - 2), 2);
      out.line(`${out.style.strong(padEnd(code, first))}  ${head}`);
      for (const text of rest) out.line(`${" ".repeat(first)}  ${text}`);
    }
  };
  writeDocument(invocation, { operation: "explain", data: { codes }, items: codes, human });
}

function unknownCode(code: string): PdError {
  const meant = nearest(code, EXPLANATIONS.keys());
  return new PdError("input-invalid", `"${safeLine(code.slice(0, 60))}" is no code of pd`, {
    where: "the command line",
    fix: meant === undefined ? "pd explain lists all codes." : `Did you mean pd explain ${meant}?`,
  });
}
