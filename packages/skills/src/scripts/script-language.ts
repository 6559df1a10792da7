/** How a script's comments look, and what runs it. */
export interface ScriptLanguage {
  /** The program, as it is called on the PATH. */
  readonly interpreter: string;
  readonly comment: "hash" | "slash" | "dash";
}

const PYTHON: ScriptLanguage = { interpreter: "python3", comment: "hash" };
const NODE: ScriptLanguage = { interpreter: "node", comment: "slash" };
const BASH: ScriptLanguage = { interpreter: "bash", comment: "hash" };
const RUBY: ScriptLanguage = { interpreter: "ruby", comment: "hash" };
const PERL: ScriptLanguage = { interpreter: "perl", comment: "hash" };
const PHP: ScriptLanguage = { interpreter: "php", comment: "slash" };
const LUA: ScriptLanguage = { interpreter: "lua", comment: "dash" };

const BY_EXTENSION: ReadonlyMap<string, ScriptLanguage> = new Map([
  ["py", PYTHON],
  ["js", NODE],
  ["mjs", NODE],
  ["cjs", NODE],
  ["sh", BASH],
  ["bash", BASH],
  ["rb", RUBY],
  ["pl", PERL],
  ["php", PHP],
  ["lua", LUA],
]);

/** Only programs that take a script's path as their first argument and nothing else. */
const BY_PROGRAM: ReadonlyMap<string, ScriptLanguage> = new Map([
  ["python", PYTHON],
  ["python3", PYTHON],
  ["node", NODE],
  ["nodejs", NODE],
  ["bash", BASH],
  ["sh", { interpreter: "sh", comment: "hash" }],
  ["zsh", { interpreter: "zsh", comment: "hash" }],
  ["ruby", RUBY],
  ["perl", PERL],
  ["php", PHP],
  ["lua", LUA],
]);

/** What its first line asks for, if that is known, else what its ending means. Options in the first line are not followed. */
export function scriptLanguage(path: string, firstLine: string): ScriptLanguage | undefined {
  const named = BY_PROGRAM.get(shebangProgram(firstLine) ?? "");
  return named ?? BY_EXTENSION.get(/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "");
}

/** `python3` of `#!/usr/bin/env -S python3 -u`. */
export function shebangProgram(firstLine: string): string | undefined {
  const words = /^#!\s*(.*)$/.exec(firstLine.trim())?.[1]?.trim().split(/\s+/) ?? [];
  const programs = words.map((word) => word.split("/").at(-1) ?? "").filter((word) => word !== "");
  const [first, ...rest] = programs;
  if (first !== "env") return first;
  return rest.find((word) => !word.startsWith("-") && !word.includes("="));
}
