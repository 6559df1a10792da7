import { nearest, PdError } from "@pd/core";
import type { Command } from "../command.js";
import { COMPLETION_SCRIPTS } from "../completion/completion-scripts.js";
import { safeLine } from "../terminal/safe-text.js";
import { writeDocument } from "../terminal/write-document.js";

const SHELLS = [...COMPLETION_SCRIPTS.keys()];

/** `pd completion <shell>`: a script to source. It asks pd itself what could come next. */
export const completion: Command = {
  name: "completion",
  words: 1,
  usage: `<${SHELLS.join("|")}>`,
  heading: "Set up",
  summary: "Print a completion script for bash, zsh, fish or powershell",
  details: "A completion script for your shell. It loads no configuration and opens no vault.",
  options: [],
  examples: ["source <(pd completion bash)", "pd completion fish | source"],
  async run(invocation) {
    const [shell] = invocation.parsed.words;
    const script = shell === undefined ? undefined : COMPLETION_SCRIPTS.get(shell);
    if (script === undefined) throw unknownShell(shell);
    writeDocument(invocation, {
      operation: "completion",
      data: { shell, script },
      human: () => invocation.out.write(script),
    });
    return 0;
  },
};

function unknownShell(shell: string | undefined): PdError {
  const meant = shell === undefined ? undefined : nearest(shell, SHELLS);
  return new PdError(
    "input-invalid",
    shell === undefined ? "Which shell?" : `There is no completion for "${safeLine(shell.slice(0, 40))}"`,
    {
      where: "the command line",
      fix: meant === undefined ? `One of: ${SHELLS.join(", ")}.` : `Did you mean pd completion ${meant}?`,
    },
  );
}
