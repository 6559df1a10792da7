import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { type ExitCode, run } from "../run.js";

export interface Ran {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What comes through the pipe. */
  readonly lines?: readonly string[];
}

/** The assistant as a command, in this process. */
export async function runAssistant({ argv = [], env = {}, lines = [] }: Running): Promise<Ran> {
  const written = { stdout: "", stderr: "" };
  const into = (name: "stdout" | "stderr") => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const stdin = Readable.from(lines.map((line) => `${line}\n`));
  const code = await run({ argv, env, stdin, stdout: into("stdout"), stderr: into("stderr"), onInterrupt: () => {} });
  return { code, ...written };
}

/** A folder with these files in it. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "assistant-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export const NOTES = {
  "Tides.md": `---
description: Why the sea rises twice a day.
type: note
---
# Tides

The moon pulls the sea, so that it rises twice a day. See [[Moon]] and [[Harbours]].

## Spring tides

Where sun and moon pull together the tide is highest, about every fifteen days.
`,
  "Moon.md": "# Moon\n\nThe moon goes round the earth in 27 days and makes the [[Tides]].\n",
  "Harbours.md": `# Harbours\n\nA harbour is planned by its [[Tides]]. ${"Ships wait for water under the keel. ".repeat(60)}\n`,
};

export const SKILLS = {
  "tide-table/SKILL.md": `---
name: tide-table
description: Make a table of tides. Use when asked for times of high water.
---

Write two columns for $ARGUMENTS: time and height, as references/form.md says.
`,
  "tide-table/references/form.md": "Times in UTC.\n",
};
