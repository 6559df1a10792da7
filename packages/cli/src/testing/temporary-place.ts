import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterwards } from "pd-tooling/afterwards";
import type { Program } from "../program.js";
import { run } from "../run.js";
import type { ExitCode, Io, Output } from "../terminal/io.js";

/** A repository that a test makes, with a cache of its own. It is gone when the test is over. */
export interface TemporaryPlace {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  path(name: string): string;
  write(name: string, text: string | Uint8Array): void;
  /** Runs a command line in this process, in that folder. */
  pd(args: readonly string[], options?: RunOptions): Promise<Ran>;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Both outputs are terminals of this width. */
  readonly terminal?: number;
  /** What the person at the terminal types when asked. */
  readonly answer?: string;
  readonly within?: string;
  /** What a composition root would add. */
  readonly program?: Program;
}

export interface Ran {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export function temporaryPlace(files: Readonly<Record<string, string>> = {}): TemporaryPlace {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "pd-cli-")));
  afterwards(() => rmSync(top, { recursive: true, force: true }));
  const folder = join(top, "work");
  mkdirSync(join(folder, ".git"), { recursive: true });
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string | Uint8Array) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const environment = { PD_CACHE_DIR: join(top, "cache"), PD_STATE_DIR: join(top, "state"), HOME: top };
  for (const name of ["PD_CACHE_DIR", "PD_STATE_DIR"] as const) process.env[name] = environment[name];
  return {
    folder,
    environment,
    path,
    write,
    async pd(args, options = {}) {
      const { io, stdout, stderr } = memoryIo(options.within === undefined ? folder : path(options.within), options);
      const code = await run(args, { ...io, environment: { ...environment, ...options.environment } }, options.program);
      return { code, stdout: stdout(), stderr: stderr() };
    },
  };
}

export function memoryIo(workingFolder: string, { terminal, answer }: RunOptions = {}) {
  const written = { stdout: "", stderr: "" };
  const output = (name: "stdout" | "stderr"): Output => ({
    write(text) {
      written[name] += text;
    },
    isTerminal: terminal !== undefined,
    columns: terminal,
  });
  const ask = answer === undefined ? undefined : async () => answer;
  const io: Io = { stdout: output("stdout"), stderr: output("stderr"), environment: {}, workingFolder, ask };
  return { io, stdout: () => written.stdout, stderr: () => written.stderr };
}

/** Four notes that link to each other, one of them a map, one link broken. */
export const NOTES: Readonly<Record<string, string>> = {
  "docs/index.md": `---\nname: Start\ndescription: Where to begin.\ntype: moc\ndomain: docs\n---\n\n# Start\n\nSee [[Budgets]], [[Levels]] and [[Sessions]].\n`,
  "docs/budgets.md": `---\nname: Budgets\ndescription: A ceiling on tokens.\ntype: concept\ndomain: docs\ntags: [tokens]\n---\n\n# Budgets\n\nA token budget is a ceiling. See [[Levels]].\n\n## Counting\n\nFinished bytes are counted.\n`,
  "docs/levels.md": `---\nname: Levels\ndescription: Five steps of disclosure.\ntype: concept\ndomain: docs\n---\n\n# Levels\n\nFrom a name to the whole text. See [[Budgets]] and [[Nowhere]].\n`,
  "docs/sessions.md": `---\nname: Sessions\ndescription: What was seen.\ntype: concept\ndomain: docs\n---\n\n# Sessions\n\nA ledger of levels. See [[Start]].\n`,
};
