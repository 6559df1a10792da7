import { isPdError, type Mount, nearest, PdError } from "@pd/core";
import { mountsFrom } from "@pd/core/vault";
import type { Command, Invocation } from "../command.js";
import { EXPLANATIONS, type Explanation, explanationsIn } from "../explain/explanations.js";
import { printFix } from "../render/fix.js";
import { mountOptions } from "../serving.js";
import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { padEnd, widthOf, wrap } from "../terminal/width.js";
import { writeDocument } from "../terminal/write-document.js";

/** `pd explain <code>`: what a code means and what to do; without one, all of them. */
export const explain: Command = {
  name: "explain",
  words: 1,
  usage: "[code]",
  heading: "Check",
  summary: "Explain an error or a finding, and what to do",
  details: "What a code in error[…] or in a finding means, and what to do about it.",
  options: [],
  examples: ["pd explain broken-link", "pd explain configuration-invalid"],
  async run(invocation) {
    const [code] = invocation.parsed.words;
    if (code === undefined) listCodes(invocation);
    else await explainOne(code, invocation);
    return 0;
  },
};

async function explainOne(code: string, invocation: Invocation): Promise<void> {
  const { out } = invocation;
  // What pd itself says needs no configuration, which may be what is wrong.
  const mounted = EXPLANATIONS.has(code) ? EXPLANATIONS : await mountedCodes(code, invocation);
  const found = EXPLANATIONS.get(code) ?? mounted.get(code);
  if (found === undefined) throw unknownCode(code, [...EXPLANATIONS.keys(), ...mounted.keys()]);
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
  ["finding", "Findings of pd validate"],
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
function printCode(code: string, what: string, { line, width, most }: Screen): void {
  const room = width - CODES - 4;
  const [head = "", ...rest] = wrap(what, room < 30 ? width - 6 : room, most(2));
  if (room < 30 || widthOf(code) > CODES) {
    line(`  ${code}`);
    for (const text of [head, ...rest]) line(`${" ".repeat(room < 30 ? 6 : CODES + 4)}${text}`);
    return;
  }
  line(`  ${padEnd(code, CODES)}  ${head}`);
  for (const text of rest) line(`${" ".repeat(CODES + 4)}${text}`);
}

/** The codes of the program's parts and, where none of them fits, of what the configuration mounts. */
async function mountedCodes(code: string, invocation: Invocation): Promise<ReadonlyMap<string, Explanation>> {
  const { parts } = invocation.program;
  const mounts = await Promise.all(parts.map((part): Mount | Promise<Mount> => ("mount" in part ? part.mount() : {})));
  const own = explanationsIn(mounts.flatMap(({ codes }) => codes ?? []));
  return own.has(code) ? own : new Map([...own, ...(await mountedByConfig(invocation))]);
}

/** None where the configuration cannot be opened. */
async function mountedByConfig({ parsed, io, program }: Invocation): Promise<ReadonlyMap<string, Explanation>> {
  try {
    const served = await mountsFrom({ ...mountOptions(parsed, io), addMounts: program.addMounts });
    await served.close();
    return explanationsIn(served.mounts.flatMap(({ codes }) => codes ?? []));
  } catch (error) {
    if (!isPdError(error)) throw error;
    return new Map();
  }
}

function unknownCode(code: string, known: readonly string[]): PdError {
  const meant = nearest(code, known);
  return new PdError(
    "input-invalid",
    `"${safeLine(code.slice(0, 60))}" is not a code of pd or of what is mounted here`,
    {
      where: "the command line",
      fix:
        meant === undefined
          ? "pd explain lists all codes of pd; docs/errors.md has those of every package."
          : `Did you mean pd explain ${meant}?`,
    },
  );
}
