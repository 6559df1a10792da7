import { GLOBAL_OPTIONS, type Option } from "../arguments/options.js";
import { findWord } from "../arguments/parse-arguments.js";
import type { Command } from "../command.js";
import { commandNamed } from "../commands.js";
import { COMPLETION_SCRIPTS } from "../completion/completion-scripts.js";
import { EXPLANATIONS } from "../explain/explanations.js";
import { firstWords } from "../find-command.js";
import { mountedPart, type Program } from "../program.js";
import { withMounted } from "./group.js";

/** `pd __complete …words`: what the last word could become, one a line. It loads no configuration: pressing a key must run no code. */
export const complete: Command = {
  name: "__complete",
  usage: "",
  summary: "",
  options: [],
  async run({ parsed, out, program }) {
    for (const candidate of await candidates(parsed.words, program)) out.line(candidate);
    return 0;
  },
};

/** What the shell completes by itself. */
const BY_SHELL: ReadonlyMap<string, string> = new Map([
  ["vault", ":folders"],
  ["dir", ":folders"],
  ["config", ":files"],
  ["session", ":files"],
]);

export async function candidates(words: readonly string[], program: Program): Promise<readonly string[]> {
  const { last, before } = lastOf(words);
  const { command, path } = await commandIn(before, program);
  const options = [...(command?.options ?? []), ...GLOBAL_OPTIONS];
  const [, name, value] = /^(--[\w-]+)=(.*)$/u.exec(last) ?? [];
  const attached = optionAt(name, options);
  if (attached !== undefined && name !== undefined)
    return starting(value ?? "", valuesOf(attached)).map((word) => (word.startsWith(":") ? word : `${name}=${word}`));
  const open = optionAt(before.at(-1), options);
  if (open !== undefined && open.kind !== "flag" && open.kind !== "toggle") return starting(last, valuesOf(open));
  if (last.startsWith("-"))
    return starting(
      last,
      options.filter(({ hidden }) => hidden !== true).map(({ name }) => `--${name}`),
    );
  if (command === undefined && path.length > 0) return [];
  if (command === undefined) return starting(last, [...(await firstWords(program)), "help"]);
  if (command.group !== undefined && path.length === 1) {
    return starting(
      last,
      command.group.commands.map(({ name }) => name.split(" ")[1] ?? name),
    );
  }
  switch (command.name) {
    case "completion":
      return starting(last, [...COMPLETION_SCRIPTS.keys()]);
    case "explain":
      return starting(last, [...EXPLANATIONS.keys()]);
    case "init":
      return [":folders"];
    case "trust":
      return [":files"];
    default:
      return [];
  }
}

/** The word at the cursor, and those before it. bash hands over `--counter=e` as three words. */
function lastOf(words: readonly string[]): { readonly last: string; readonly before: readonly string[] } {
  const isValue = words.at(-2) === "=" && words.at(-3)?.startsWith("-") === true;
  if (isValue) return { last: words.at(-1) ?? "", before: words.slice(0, -2) };
  const isBegun = words.at(-1) === "=" && words.at(-2)?.startsWith("-") === true;
  return { last: isBegun ? "" : (words.at(-1) ?? ""), before: words.slice(0, -1) };
}

interface Named {
  readonly command?: Command;
  readonly path: readonly string[];
}

async function commandIn(words: readonly string[], program: Program): Promise<Named> {
  const at = findWord(words, GLOBAL_OPTIONS);
  const word = words[at];
  if (word === undefined) return { path: [] };
  if (word === "help") return commandIn(words.slice(at + 1), program);
  const own = await commandNamed(word);
  const part = mountedPart(program, word);
  const command = part === undefined ? own : withMounted(part, { own, mount: await part.mount() });
  if (command === undefined) return { path: [word] };
  const second = words.slice(at + 1).find((one) => !one.startsWith("-"));
  const inner = command.group?.commands.find(({ name }) => name === `${word} ${second}`);
  return inner === undefined ? { command, path: [word] } : { command: inner, path: [word, second ?? ""] };
}

function optionAt(word: string | undefined, options: readonly Option[]): Option | undefined {
  if (word?.startsWith("-") !== true || word.includes("=")) return undefined;
  const name = word.replace(/^--?/u, "");
  return options.find((option) => option.name === name || option.aliases?.includes(name) === true);
}

function valuesOf(option: Option): readonly string[] {
  const byShell = BY_SHELL.get(option.name);
  return byShell === undefined ? (option.choices ?? []) : [byShell];
}

function starting(word: string, known: readonly string[]): readonly string[] {
  return known.filter((candidate) => candidate.startsWith(":") || candidate.startsWith(word));
}
